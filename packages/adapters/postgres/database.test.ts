import { randomBytes, randomUUID } from 'node:crypto';
import type { AccountEvent } from '@countersign/identity';
import { buildApiKey, buildPerson, buildUser } from '@countersign/identity/testing';
import type { AccessToken } from '@countersign/oauth';
import { type AccessTokenStoreSetup, describeAccessTokenStore } from '@countersign/oauth/testing';
import { JOBS } from '@countersign/signing';
import {
  buildAuditEntry,
  buildDocument,
  buildFile,
  buildWebhook,
  databaseContract,
  idempotencyStoreContract,
} from '@countersign/signing/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Jobs, openJobs } from '../jobs/open-jobs.ts';
import { listTestDatabaseKinds, type TestDatabase } from '../testing/test-database.ts';
import type { AdapterDatabase } from './database.ts';
import { openDatabase } from './open-database.ts';

for (const kind of await listTestDatabaseKinds()) {
  describe.skipIf(kind.unavailable !== null)(`${kind.name} database ${kind.unavailable ?? ''}`, () => {
    let place: TestDatabase;
    let database: AdapterDatabase;
    let jobs: Jobs;

    beforeAll(async () => {
      place = await kind.create();
      database = await openDatabase(place.location, place);
      jobs = await openJobs(database, JOBS);
    }, 60_000);

    afterAll(async () => {
      await jobs.stop();
      await database.close();
      await place.remove();
    });

    databaseContract(async () => ({
      database,
      countJobs: () => jobs.countOpen(),
      close: () => Promise.resolve(),
    }));
    idempotencyStoreContract(async () => ({
      store: database.idempotencyKeys,
      commit: () => database.transact(() => Promise.resolve()),
      close: () => Promise.resolve(),
    }));
    describeAccessTokenStore(kind.name, async (): Promise<AccessTokenStoreSetup> => {
      const user = buildUser(randomUUID());
      const keys = [buildApiKey(user), buildApiKey(user)] as const;
      await database.transact(async ({ accounts }) => {
        await accounts.insertUser(user);
        for (const key of keys) await accounts.insertApiKey(key);
      });
      const { userId, accountId } = user;
      return {
        store: database.accessTokens,
        ...{ userId, accountId, apiKeyIds: [keys[0].apiKeyId, keys[1].apiKeyId] },
      };
    });

    it('takes no token of a user who is not there', async () => {
      const token: AccessToken = {
        tokenHash: randomUUID(),
        userId: randomUUID(),
        accountId: randomUUID(),
        apiKeyId: null,
        grantId: null,
        scopes: ['read'],
        createdAt: new Date(),
        expiresAt: new Date(Date.now() + 60_000),
      };
      await database.accessTokens.insert(token);
      expect(await database.accessTokens.findByHash(token.tokenHash)).toBeNull();
    });

    it('refuses stores inside a transaction that are not of it', async () => {
      const { read, oauth, rateCounts, idempotencyKeys, accessTokens } = database;
      const outer: readonly (() => Promise<unknown>)[] = [
        () => read.documents.find(randomUUID()),
        () => read.audit.find(randomUUID()),
        () => oauth.findGrant(randomUUID()),
        () => accessTokens.remove(randomUUID()),
        () => rateCounts.removeExpired(),
        () => idempotencyKeys.removeExpired(new Date(0)),
      ];
      for (const use of outer) {
        const refused = { code: 'outer_store_in_transaction' };
        await expect(database.transact(use)).rejects.toMatchObject(refused);
        await expect(use()).resolves.not.toThrow();
      }
    });

    it('lets work that outlives its transaction use the stores of the database', async () => {
      const { promise: committed, resolve: signalCommit } = Promise.withResolvers<void>();
      const { later } = await database.transact(async () => ({
        later: committed.then(() => database.read.documents.find(randomUUID())),
      }));
      signalCommit();
      expect(await later).toBeNull();
    });

    it('shows nothing of a running transaction to others', async () => {
      const document = buildDocument(buildFile({ accountId: 'a', userId: 'u' }));
      const { promise: inserted, resolve: signalInserted } = Promise.withResolvers<void>();
      const running = database.transact(async ({ documents }) => {
        await documents.insert(document);
        signalInserted();
        await new Promise((resolve) => setTimeout(resolve, 50));
        throw new Error('undone');
      });
      await inserted;
      const seen = database.read.documents.find(document.documentId);
      await expect(running).rejects.toThrow('undone');
      expect(await seen).toBeNull();
    });

    it('refuses a transaction within a transaction instead of waiting for itself', async () => {
      const nested = database.transact(() => database.transact(async () => 'never'));
      await expect(nested).rejects.toMatchObject({ code: 'nested_transaction' });
    });

    it('refuses to lock, append and enqueue with the stores of a transaction that is over', async () => {
      const { documents, files, audit, sessions, jobs } = await database.transact(async (stores) => stores);
      const outside = { code: 'outside_transaction' };
      await expect(documents.lock(randomUUID())).rejects.toMatchObject(outside);
      await expect(files.lock(randomUUID())).rejects.toMatchObject(outside);
      await expect(audit.append(buildAuditEntry())).rejects.toMatchObject(outside);
      await expect(sessions.lockLink('link')).rejects.toMatchObject(outside);
      const job = { name: 'publish-event', eventId: randomUUID() } as const;
      await expect(jobs.enqueue(job)).rejects.toMatchObject(outside);
    });

    it('rejects when a statement failed inside, even if the work swallowed it', async () => {
      const file = buildFile({ accountId: 'a', userId: 'u' });
      const work = database.transact(async ({ files }) => {
        await files.insert(file);
        await files.insert(file).catch(() => undefined);
      });
      await expect(work).rejects.toThrow();
      expect(await database.read.files.find(file.fileId)).toBeNull();
    });

    it('finishes many transactions and reads at once', async () => {
      const files = Array.from({ length: 40 }, () => buildFile({ accountId: 'a', userId: 'u' }));
      const written = files.map((file) => database.transact((stores) => stores.files.insert(file)));
      await Promise.all([...written, ...files.map(() => database.ping())]);
      const found = await Promise.all(files.map((file) => database.read.files.find(file.fileId)));
      expect(found).toEqual(files);
    });

    it('lets nobody change or remove what is in the audit trail', async () => {
      const entry = buildAuditEntry();
      await database.transact(({ audit }) => audit.append(entry));
      const { schema } = database.engine;
      for (const statement of [
        `UPDATE ${schema}.audit_entries SET details = '{}'`,
        `DELETE FROM ${schema}.audit_entries`,
        `TRUNCATE ${schema}.audit_entries`,
      ]) {
        await expect(database.engine.execute(statement)).rejects.toThrow('append-only');
      }
      const [kept] = await database.read.audit.listFor(entry.subject);
      expect([kept?.entryId, kept?.details]).toEqual([entry.entryId, '{}']);
    });

    it('lets nobody change the log of accounts, or remove from it within a year', async () => {
      const event: AccountEvent = {
        eventId: randomUUID(),
        accountId: randomUUID(),
        type: 'session.started',
        date: new Date(),
        userId: null,
        subjectId: null,
        address: null,
        details: {},
      };
      await database.transact(({ accountEvents }) => accountEvents.append(event));
      const { schema } = database.engine;
      for (const statement of [
        `UPDATE ${schema}.account_events SET address = 'x'`,
        `DELETE FROM ${schema}.account_events WHERE event_id = '${event.eventId}'`,
        `TRUNCATE ${schema}.account_events`,
      ])
        await expect(database.engine.execute(statement)).rejects.toThrow('append-only');
    });

    it('keeps secrets of authenticator apps unreadable at rest', async () => {
      const totp = { secret: 'JBSWY3DPEHPK3PXP', confirmedAt: null, lastStep: 0 };
      const person = buildPerson(buildUser(randomUUID()), { totp });
      await database.transact(({ people }) => people.insert(person));
      const { rows } = await database.engine.execute(`SELECT * FROM ${database.engine.schema}.people`);
      expect(JSON.stringify(rows)).toContain(person.personId);
      expect(JSON.stringify(rows)).not.toContain(totp.secret);
    });

    it('keeps link tokens and webhook secrets unreadable at rest', async () => {
      const document = buildDocument(buildFile({ accountId: 'a', userId: 'u' }));
      const webhook = buildWebhook({ accountId: 'a', userId: 'u' }, { signingSecret: 'whsec-plain' });
      await database.transact(async ({ documents, webhooks }) => {
        await documents.insert(document);
        await webhooks.insert(webhook);
      });
      const { schema } = database.engine;
      const stored = await database.engine.execute(
        `SELECT state::text AS text FROM ${schema}.documents UNION ALL SELECT signing_secret FROM ${schema}.webhooks`,
      );
      const text = JSON.stringify(stored.rows);
      expect(text).toContain(document.documentId);
      expect(text).not.toContain(document.signees[0]?.token);
      expect(text).not.toContain('whsec-plain');
    });

    it('keeps the answers of idempotency keys unreadable at rest', async () => {
      const request = { userId: randomUUID(), route: 'POST /v1/webhooks', key: 'k', requestHash: 'ab' };
      const now = new Date();
      const later = new Date(now.getTime() + 60_000);
      const claim = await database.idempotencyKeys.claim(request, {
        now,
        runsUntil: later,
        expiresAt: later,
      });
      if (claim.kind !== 'granted') throw new Error(claim.kind);
      await database.idempotencyKeys.complete(claim.claimId, {
        status: 201,
        headers: {},
        body: '"whsec-plain"',
      });
      const { schema } = database.engine;
      const { rows } = await database.engine.execute(`SELECT body FROM ${schema}.idempotency_keys`);
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain('whsec-plain');
    });

    it('removes the attempts of messages that started long ago', async () => {
      const { messageAttempts } = database;
      const [old, young] = [randomUUID(), randomUUID()];
      await messageAttempts.begin(old, new Date('2026-01-01'));
      await messageAttempts.begin(young, new Date('2026-01-09'));
      expect(await messageAttempts.removeStartedBefore(new Date('2026-01-09'))).toBe(1);
      expect(await messageAttempts.find(old)).toBeNull();
      expect(await messageAttempts.find(young)).toMatchObject({ isSent: false });
    });

    it('is the same after closing, refuses another key', async () => {
      const file = buildFile({ accountId: 'a', userId: 'u' });
      await database.transact((stores) => stores.files.insert(file));
      await jobs.stop();
      await database.close();
      const otherKey = { encryptionKey: randomBytes(32) };
      await expect(openDatabase(place.location, otherKey)).rejects.toMatchObject({
        code: 'encryption_key_wrong',
      });
      database = await openDatabase(place.location, place);
      jobs = await openJobs(database, JOBS);
      expect(await database.read.files.find(file.fileId)).toEqual(file);
    });
  });
}
