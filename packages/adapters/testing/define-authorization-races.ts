import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import type { User } from '@countersign/identity';
import { BROWSER } from '@countersign/identity/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuthorizationNode, callerOf, codeForm, outcomeOf, readerOf } from './authorization-node.ts';
import { listTestDatabaseKinds } from './test-database.ts';

/** On a busy machine. */
const MAX_ROUND_MS = 15_000;
/** Of one kind in a round, one after the other. */
const ATTEMPTS = 6;
/** Round trips to the database: the end of the access meets each step of each use. */
const MAX_DELAY = 40;

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

interface Round {
  readonly one: AuthorizationNode;
  readonly two: AuthorizationNode;
  readonly user: User;
  readonly clientId: string;
  readonly given: Tokens[];
}

interface AuthorizationRace {
  readonly name: string;
  /** Of uses. */
  readonly refusals: readonly string[];
  /** Each use resolves with its outcome. */
  prepare(round: Round): Promise<readonly (() => Promise<string>)[]>;
  /** On the other node. */
  end(round: Round): Promise<unknown>;
}

const RACES: readonly AuthorizationRace[] = [
  {
    name: 'consents against a password reset',
    refusals: ['session_missing', 'consent_not_found', 'invalid_grant'],
    async prepare({ one, user, clientId, given }) {
      const reader = readerOf(user, await one.insertSession(user));
      const begun = await repeat(() => one.begin(clientId));
      return begun.map(
        ({ uid, verifier }) =>
          async () =>
            outcomeOf(
              (async () => {
                await one.server.consents.decide(reader, uid, 'allow');
                const callback = await one.server.consents.complete(reader, uid);
                given.push(await one.exchange(codeForm(clientId, verifier, callback)));
              })(),
            ),
      );
    },
    async end({ two, user }) {
      const token = randomUUID();
      const reset = { tokenHash: hashSecret(token), personId: user.personId ?? '' };
      const expiresAt = new Date(Date.now() + 60_000);
      await two.database.transact(({ people }) => people.insertPasswordReset({ ...reset, expiresAt }));
      const command = { token, password: 'correct horse battery' };
      await two.identity.passwords.reset(command, { ...BROWSER, network: token });
    },
  },
  {
    name: 'exchanges of codes against signing out everywhere',
    refusals: ['invalid_grant'],
    prepare: prepareExchanges,
    end: ({ two, user }) => two.identity.sessions.signOutEverywhere(callerOf(user), { endPrograms: true }),
  },
  {
    name: 'refreshes against the deactivation of the user',
    refusals: ['invalid_grant'],
    async prepare({ one, user, clientId, given }) {
      const session = await one.insertSession(user);
      given.push(await one.exchange(await one.obtainForm(user, session, clientId)));
      return Array.from({ length: ATTEMPTS }, () => async () => {
        const newest = given.at(-1)?.refresh_token ?? '';
        return outcomeOf(one.refresh(clientId, newest).then((next) => given.push(next)));
      });
    },
    async end({ two, user }) {
      const { identity, database } = two;
      const manager = { ...user, userId: randomUUID(), personId: null, emailAddress: 'manager@example.com' };
      await database.transact(({ accounts }) => accounts.insertUser(manager));
      await identity.users.update(callerOf(manager), user.userId, { status: 'deactivated' });
      // What was given does not come back with the user.
      await identity.users.update(callerOf(manager), user.userId, { status: 'active' });
    },
  },
  {
    name: 'exchanges of codes against the deletion of the client',
    refusals: ['invalid_grant', 'invalid_client'],
    prepare: prepareExchanges,
    end: ({ two, user, clientId }) => two.server.clients.remove(callerOf(user), clientId),
  },
];

async function prepareExchanges({ one, user, clientId, given }: Round) {
  const session = await one.insertSession(user);
  const forms = await repeat(() => one.obtainForm(user, session, clientId));
  return forms.map(
    (form) => () => outcomeOf(one.exchange(form).then((tokens: Tokens) => given.push(tokens))),
  );
}

function repeat<T>(work: () => Promise<T>): Promise<readonly T[]> {
  return Promise.all(Array.from({ length: ATTEMPTS }, work));
}

/** Throws if anything that was given works after both sides. */
async function runRound(race: AuthorizationRace, round: Round, index: number): Promise<readonly string[]> {
  const uses = await race.prepare(round);
  const outcomes: string[] = [];
  const use = async () => {
    for (const one of uses.slice(1)) outcomes.push(await one());
  };
  const end = async () => {
    const delay = (index * 11) % MAX_DELAY;
    for (let trip = 0; trip < delay; trip += 1) await round.two.database.ping();
    await race.end(round);
  };
  await Promise.all([use(), end()]);
  outcomes.push((await uses[0]?.()) ?? '');
  expect(outcomes.at(-1)).not.toBe('given');
  expect(outcomes.filter((outcome) => outcome !== 'given' && !race.refusals.includes(outcome))).toEqual([]);
  await expectNothingLeft(round);
  return outcomes;
}

async function expectNothingLeft({ one, user, clientId, given }: Round): Promise<void> {
  for (const { access_token, refresh_token } of given) {
    expect(await one.database.accessTokens.findByHash(hashSecret(access_token))).toBeNull();
    expect(['invalid_grant', 'invalid_client']).toContain(
      await outcomeOf(one.refresh(clientId, refresh_token)),
    );
  }
  const left = await one.database.transact(({ programAccess }) => programAccess.endOfUsers([user.userId]));
  expect(left).toEqual([]);
}

/** On PostgreSQL: only there do transactions run at the same time. */
export async function defineAuthorizationRaces(rounds: number): Promise<void> {
  const kind = (await listTestDatabaseKinds()).find(({ name }) => name === 'server');
  describe.skipIf(kind === undefined || kind.unavailable !== null)(
    `${rounds} rounds on two nodes of one PostgreSQL server`,
    () => {
      const closing = new AsyncDisposableStack();
      let nodes: Pick<Round, 'one' | 'two'>;
      beforeAll(async () => {
        if (kind === undefined) return;
        const place = await kind.create();
        closing.defer(() => place.remove());
        const one = await AuthorizationNode.open(place);
        closing.defer(() => one.database.close());
        const two = await AuthorizationNode.open(place);
        closing.defer(() => two.database.close());
        nodes = { one, two };
      }, 120_000);
      afterAll(() => closing.disposeAsync());

      it.each(RACES)(
        'of $name leave no token',
        async (race) => {
          const outcomes: string[] = [];
          for (let index = 0; index < rounds; index += 1) {
            const user = await nodes.one.addUser();
            const clientId = await nodes.one.register(user);
            outcomes.push(...(await runRound(race, { ...nodes, user, clientId, given: [] }, index)));
          }
          expect(outcomes).toHaveLength(rounds * ATTEMPTS);
          expect(outcomes).toContain('given');
        },
        rounds * MAX_ROUND_MS + 60_000,
      );
    },
  );
}
