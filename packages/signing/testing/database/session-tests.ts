import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import { BUILT_AT } from '@countersign/identity/testing';
import { expect, it } from 'vitest';
import type { Database } from '../../ports/database.ts';
import {
  issueCode,
  MAX_CODE_TRIES,
  newSession,
  type SigningSession,
  secondsUntilNextCode,
  tryCode,
} from '../../sessions/session.ts';
import type { OpenDatabase } from './open-database.ts';
import { seedDocument } from './seed.ts';

const EMAIL = { channel: 'email', contact: 'ada@example.com' } as const;
const hoursLater = (hours: number) => new Date(BUILT_AT.getTime() + hours * 3_600_000);

export function sessionTests(database: OpenDatabase): void {
  it('keeps a signing session to the letter, and replaces it', async () => {
    const session = await buildSession(database());
    await save(database(), session);
    expect(await database().read.sessions.find(session.idHash)).toEqual(session);
    const changed: SigningSession = {
      ...session,
      state: 'code_sent',
      code: { hash: 'ab', expiresAt: hoursLater(1), triesLeft: 3 },
      codesSentAt: [BUILT_AT, hoursLater(1)],
      verifiedAt: hoursLater(2),
    };
    await save(database(), changed);
    expect(await database().read.sessions.find(session.idHash)).toEqual(changed);
    expect(await database().read.sessions.listForLink(session.linkHash)).toEqual([changed]);
    expect(await database().read.sessions.find(hashSecret(randomUUID()))).toBeNull();
  });

  it('lists the sessions of one link, oldest first', async () => {
    const first = await buildSession(database());
    const second = { ...first, ...times(1), idHash: hashSecret(randomUUID()) };
    await save(database(), second, first, await buildSession(database()));
    expect(await database().read.sessions.listForLink(first.linkHash)).toEqual([first, second]);
  });

  it('removes one session', async () => {
    const [gone, kept] = [await buildSession(database()), await buildSession(database())];
    await save(database(), gone, kept);
    await database().transact(({ sessions }) => sessions.remove(gone.idHash));
    expect(await database().read.sessions.find(gone.idHash)).toBeNull();
    expect(await database().read.sessions.find(kept.idHash)).toEqual(kept);
  });

  it('removes the sessions of a document, and no others', async () => {
    const [gone, kept] = [await buildSession(database()), await buildSession(database())];
    await save(database(), gone, kept);
    await database().transact(({ sessions }) => sessions.removeForDocument(gone.documentId));
    expect(await database().read.sessions.find(gone.idHash)).toBeNull();
    expect(await database().read.sessions.find(kept.idHash)).toEqual(kept);
  });

  it('removes the oldest of the sessions that have expired, as many as it may', async () => {
    const session = await buildSession(database());
    const aged = [-1000, -999, -998].map((hours) => ({
      ...session,
      ...times(hours),
      idHash: hashSecret(randomUUID()),
    }));
    await save(database(), ...aged.toReversed());
    const remove = (limit: number) =>
      database().transact(({ sessions }) => sessions.removeExpired(hoursLater(-974), limit));
    expect(await remove(1)).toBe(1);
    expect(await database().read.sessions.listForLink(session.linkHash)).toEqual(aged.slice(1));
    // The last one expires at that date, not before.
    expect(await remove(10)).toBe(1);
    expect(await database().read.sessions.listForLink(session.linkHash)).toEqual(aged.slice(2));
  });

  it('counts every guess at a code, however many come at once', async () => {
    const session = await buildSession(database());
    const binding = { linkToken: 'token', contact: EMAIL.contact };
    await save(database(), issueCode(session, '123456', binding, BUILT_AT));
    const guess = () =>
      database().transact(async ({ sessions }) => {
        await sessions.lockLink(session.linkHash);
        const current = await sessions.find(session.idHash);
        if (current === null) throw new Error('not found');
        const outcome = tryCode(current, '000000', binding, BUILT_AT);
        if (outcome.kind !== 'expired') await sessions.save(outcome.session);
        return outcome.kind;
      });
    const outcomes = await Promise.all(Array.from({ length: 4 * MAX_CODE_TRIES }, guess));
    expect(outcomes.filter((kind) => kind === 'wrong')).toHaveLength(MAX_CODE_TRIES);
    expect(await database().read.sessions.find(session.idHash)).toMatchObject({
      state: 'unverified',
      code: null,
    });
  });

  it('lets one of several browsers at a new link have a code', async () => {
    const session = await buildSession(database());
    const binding = { linkToken: 'token', contact: EMAIL.contact };
    const send = () =>
      database().transact(async ({ sessions }) => {
        await sessions.lockLink(session.linkHash);
        if (secondsUntilNextCode(await sessions.listForLink(session.linkHash), BUILT_AT) > 0) return false;
        const visitor = { ...session, idHash: hashSecret(randomUUID()) };
        await sessions.save(issueCode(visitor, '123456', binding, BUILT_AT));
        return true;
      });
    const sent = await Promise.all(Array.from({ length: 8 }, send));
    expect(sent.filter(Boolean)).toHaveLength(1);
  });
}

async function buildSession(database: Database): Promise<SigningSession> {
  const { documentId } = await seedDocument(database, {});
  const subject = { linkHash: hashSecret(randomUUID()), documentId, signeeId: randomUUID() };
  return newSession({ ...subject, verification: EMAIL }, randomUUID(), BUILT_AT);
}

/** Of a session that is begun so many hours later. */
function times(hours: number): Pick<SigningSession, 'createdAt' | 'expiresAt'> {
  return { createdAt: hoursLater(hours), expiresAt: hoursLater(hours + 24) };
}

function save(database: Database, ...list: readonly SigningSession[]): Promise<void> {
  return database.transact(async ({ sessions }) => {
    for (const session of list) await sessions.save(session);
  });
}
