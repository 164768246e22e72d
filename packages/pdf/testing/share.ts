/** `npm run test:long` takes all rounds, files and variants, `npm test` one in four, and always the first. */
const ONE_IN = process.env.ALL_ROUNDS === undefined ? 4 : 1;

export function roundsOf(all: number): number {
  return Math.ceil(all / ONE_IN);
}

export function shareOf<Item>(all: readonly Item[]): readonly Item[] {
  return all.filter((_, index) => index % ONE_IN === 0);
}
