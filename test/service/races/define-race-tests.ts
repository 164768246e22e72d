import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '../start-service.ts';
import { RACES } from './list-races.ts';
import { runRace } from './race.ts';
import { SigningNodes } from './signing-nodes.ts';

/** Of one round on a busy machine; alone it takes 20 to 60. */
const MAX_ROUND_MS = 1000;

/** Every race on PostgreSQL: only there do transactions of several connections run at the same time. */
export function defineRaceTests({ rounds }: { readonly rounds: number }): void {
  const servers = databaseKinds.filter(({ kind }) => kind.name === 'server');
  describe.each(servers)(`${rounds} rounds on two nodes of the $title database`, ({ kind, skip }) => {
    const closing = new AsyncDisposableStack();
    let nodes: SigningNodes;
    beforeAll(async () => {
      if (!skip) nodes = await SigningNodes.open(kind, closing);
    });
    afterAll(() => closing.disposeAsync());

    it.skipIf(skip).each(RACES)(
      '$name',
      async (race) => {
        const counts = await runRace(race, nodes, rounds);
        const lines = [...counts].map(([outcome, count]) => `  ${count} ${outcome}\n`);
        process.stdout.write([`${race.name}\n`, ...lines].join(''));
        expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(rounds);
      },
      rounds * MAX_ROUND_MS + 60_000,
    );
  });
}
