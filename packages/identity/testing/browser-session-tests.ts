import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import { expect, it } from 'vitest';
import type { User } from '../account.ts';
import type { AccountEvent } from '../account-event.ts';
import type { BrowserSession } from '../browser-session.ts';
import type { IdentityDatabase } from '../ports.ts';
import { BUILT_AT, buildUser } from './builders.ts';

export function browserSessionTests(database: () => IdentityDatabase): void {
  const sessions = () => database().read.browserSessions;

  async function seedSession(changes: Partial<BrowserSession> = {}, userChanges: Partial<User> = {}) {
    const user = buildUser(randomUUID(), userChanges);
    const session: BrowserSession = {
      sessionId: randomUUID(),
      idHash: hashSecret(randomUUID()),
      personId: user.personId ?? '',
      stage: 'signed_in',
      userId: user.userId,
      accountId: user.accountId,
      createdAt: BUILT_AT,
      lastUsedAt: BUILT_AT,
      expiresAt: later(100),
      address: '2001:db8::1',
      userAgent: 'Firefox ✓',
      method: 'password',
      connectionId: null,
      ...changes,
    };
    await database().transact(async (stores) => {
      await stores.accounts.insertUser(user);
      await stores.browserSessions.insert(session);
    });
    return { user, session };
  }

  it('finds a session by its id while its user is active and of its person', async () => {
    const { user, session } = await seedSession();
    expect(await sessions().findByHash(session.idHash)).toEqual(session);
    for (const changes of [{ status: 'deactivated' }, { personId: randomUUID() }] as const) {
      await database().transact(({ accounts }) => accounts.updateUser({ ...user, ...changes }));
      expect(await sessions().findByHash(session.idHash)).toBeNull();
    }
    const pending = await seedSession({ stage: 'second_factor', userId: null, accountId: null });
    expect(await sessions().findByHash(pending.session.idHash)).toEqual(pending.session);
  });

  it('changes the id of a session once, also at the same time', async () => {
    const { session } = await seedSession();
    const replace = () => {
      const changed = { ...session, idHash: hashSecret(randomUUID()) };
      return database().transact((stores) => stores.browserSessions.replace(session.idHash, changed));
    };
    expect((await Promise.all([replace(), replace()])).toSorted()).toEqual([false, true]);
    expect(await sessions().findByHash(session.idHash)).toBeNull();
  });

  it('lists the sessions of a person, the last used first, and removes them', async () => {
    const { session } = await seedSession();
    const { personId } = session;
    const { session: second } = await seedSession({ personId }, { personId });
    const { session: foreign } = await seedSession();
    const usedAt = later(5);
    await database().transact(({ browserSessions }) => browserSessions.touch(second.idHash, usedAt));
    expect(await sessions().listForPerson(personId)).toEqual([{ ...second, lastUsedAt: usedAt }, session]);
    const removed = await database().transact(({ browserSessions }) =>
      browserSessions.removeOfPerson(personId, session.sessionId),
    );
    expect([removed, await sessions().listForPerson(personId)]).toEqual([1, [session]]);
    await database().transact(({ browserSessions }) => browserSessions.remove(session.sessionId));
    expect(await sessions().listForPerson(personId)).toEqual([]);
    expect(await sessions().findByHash(foreign.idHash)).toEqual(foreign);
  });

  it('removes sessions that expired or were not used for long', async () => {
    const { session: expired } = await seedSession({ expiresAt: later(-20) });
    const { session: idle } = await seedSession({ lastUsedAt: later(-20) });
    const { session: fresh } = await seedSession();
    const removed = await database().transact(({ browserSessions }) =>
      browserSessions.removeExpired(later(-20), later(-20)),
    );
    expect(removed).toBe(2);
    const found = await Promise.all(
      [expired, idle, fresh].map(({ idHash }) => sessions().findByHash(idHash)),
    );
    expect(found).toEqual([null, null, fresh]);
  });

  it('lists the log of an account, the newest first, and removes what is old', async () => {
    const accountId = randomUUID();
    const userId = randomUUID();
    const build = (changes: Partial<AccountEvent>): AccountEvent => ({
      eventId: randomUUID(),
      accountId,
      type: 'session.started',
      date: BUILT_AT,
      userId,
      subjectId: null,
      address: '203.0.113.9',
      details: { method: 'password' },
      ...changes,
    });
    const old = build({ date: new Date('2020-01-01T00:00:00Z') });
    const events = [old, build({}), build({ type: 'password.changed', address: null, details: {} })];
    await database().transact(async ({ accountEvents }) => {
      for (const event of [...events, build({ accountId: randomUUID(), userId: null })])
        await accountEvents.append(event);
    });
    const { accountEvents } = database().read;
    expect(await accountEvents.list(accountId, { limit: 10, offset: 0 })).toEqual(events.toReversed());
    expect(await accountEvents.list(accountId, { limit: 1, offset: 1 })).toEqual([events[1]]);
    const [oldest, ...newer] = events;
    const before = newer[0]?.eventId;
    expect(await accountEvents.list(accountId, { limit: 10, offset: 0, before })).toEqual([oldest]);
    const since = new Date('2021-01-01T00:00:00Z');
    expect(await accountEvents.hasSignedIn([userId], '203.0.113.9', since)).toBe(true);
    expect(await accountEvents.hasSignedIn([userId], '203.0.113.10', since)).toBe(false);
    expect(await accountEvents.hasSignedIn([userId], '203.0.113.9', BUILT_AT)).toBe(false);
    expect(await accountEvents.hasSignedIn([], '203.0.113.9', since)).toBe(false);
    await database().transact((stores) => stores.accountEvents.removeBefore(since));
    expect(await accountEvents.list(accountId, { limit: 10, offset: 0 })).toEqual(
      events.toReversed().slice(0, 2),
    );
  });
}

function later(seconds: number): Date {
  return new Date(BUILT_AT.getTime() + seconds * 1000);
}
