/**
 * `npm run test:long` takes all rounds, files, devices, languages and databases, `npm test` one in four, and of a
 * shorter list one. `SHARE` says which, so that the runs of CI take turns.
 */
const ONE_IN = process.env.ALL_ROUNDS === undefined ? 4 : 1;
const SHARE = Number(process.env.SHARE ?? 0);

export function roundsOf(all: number): number {
  return Math.ceil(all / ONE_IN);
}

export function shareOf<Item>(all: readonly Item[], oneIn = ONE_IN): readonly Item[] {
  const step = Math.min(oneIn, all.length);
  return all.filter((_, index) => (index + SHARE) % step === 0);
}
