import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hashSecret } from '@countersign/base';
import { buildApiKey, buildUser } from '@countersign/identity/testing';
import type { BlobStore } from '@countersign/signing/ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { runAdminCommandLine } from '../../packages/server/admin/command-line.ts';
import { addPerson, PASSWORD } from './add-person.ts';
import { type ApiClient, authorize } from './api-client.ts';
import {
  documentBody,
  readInvitation,
  signByHand,
  uploadFixture,
  waitFor,
  waitForStatus,
} from './journey-steps.ts';
import { readZip } from './read-zip.ts';
import { databaseKinds, startService, type TestService } from './start-service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(shareOf(databaseKinds))(
  'the end of an account, on the $title database',
  ({ kind, skip }) => {
    let running: TestService;
    let laterMs = 0;
    /** The removal of the blob with this number fails once, as a killed process would. */
    let failingRemoval = 0;
    const blobs: { has?: (blobId: string) => Promise<boolean> } = {};
    beforeAll(async () => {
      if (skip) return;
      running = await startService(
        kind,
        {},
        {
          decorate: (deps) => {
            blobs.has = (blobId) =>
              deps.blobs.size(blobId).then(
                () => true,
                () => false,
              );
            return {
              ...deps,
              clock: { now: () => new Date(Date.now() + laterMs) },
              blobs: interruptRemovals(deps.blobs, () => failingRemoval > 0 && --failingRemoval === 0),
            };
          },
        },
      );
    });
    afterAll(async () => running?.close());

    /** An account of its own, with an owner who has a password and an API key. */
    async function createAccount() {
      const { account, user: owner, browser } = await addPerson(running);
      const secret = `sk_${owner.userId}`;
      const key = buildApiKey(owner, { keyHash: hashSecret(secret) });
      await running.service.database.transact(({ accounts }) => accounts.insertApiKey(key));
      const client = await authorize(running.baseUrl, secret);
      return { account, owner, secret, client, browser };
    }

    async function send(client: ApiClient) {
      const emailAddress = `${randomUUID()}@example.com`;
      const signeeDetails = [{ fullName: 'Ada Łovelace', emailAddress, signaturePlacement: 'new_page' }];
      const body = documentBody(await uploadFixture(client, 'plain/a4.pdf'), { signeeDetails });
      const { documentId } = (await client.post<{ documentId: string }>('/v1/docs', body)).body;
      return { documentId, link: await readInvitation(running.client, emailAddress) };
    }

    async function admin(...args: readonly string[]) {
      const [out, error]: [string[], string[]] = [[], []];
      const streams = { out: (text: string) => out.push(text), error: (text: string) => error.push(text) };
      const code = await runAdminCommandLine([...args, '--json'], running.env, streams);
      return { code, result: JSON.parse(out.join('') || 'null'), error: error.join('\n') };
    }

    const statusOf = async (accountId: string) =>
      (await running.service.database.read.accounts.findAccount(accountId))?.status ?? null;
    const closing = (name: string) => ({ accountName: name, currentPassword: PASSWORD });

    it.skipIf(skip)(
      '[R03-01] is closed by an owner in a browser, with the name and the password',
      async () => {
        const { account, owner, client, browser } = await createAccount();
        expect((await client.post('/v1/account/close', closing(account.name))).status).toBe(403);
        for (const [body, code] of [
          [{ ...closing(account.name), currentPassword: 'wrong' }, 'password_wrong'],
          [closing('Another'), 'invalid_request'],
        ] as const)
          expect((await browser.post('/v1/account/close', body)).body).toMatchObject({
            errorCode: code,
          });
        expect(await statusOf(account.accountId)).toBe('active');
        const closed = await browser.post('/v1/account/close', closing(account.name));
        expect([closed.status, closed.body]).toMatchObject([200, { status: 'closed' }]);
        expect(await statusOf(account.accountId)).toBe('closed');
        const [mail] = await waitFor('the mail to the owner', async () => {
          const path = `/outbox/messages?to=${encodeURIComponent(owner.emailAddress)}`;
          const { body } = await running.client.get<{ text: string }[]>(path);
          return body.length === 0 ? null : body;
        });
        expect(mail?.text).toContain(`The account ${account.name}, of which you are an owner, was closed.`);
        expect(mail?.text).not.toContain('change of how you sign in');
      },
    );

    it.skipIf(skip)('[R03-02] ends every access at once, and reopening gives it back', async () => {
      const { account, secret, client, browser } = await createAccount();
      const { documentId, link } = await send(client);
      await browser.post('/v1/account/close', closing(account.name));
      expect((await client.get('/v1/docs')).status).toBe(401);
      const exchanged = await client.anonymous.post('/v1/auth/token', { apiKey: secret });
      expect(exchanged.status).toBe(401);
      expect((await client.anonymous.get(`${link}/session`)).status).toBe(404);
      expect((await browser.get('/v1/docs')).body).toMatchObject({ errorCode: 'account_closed' });
      expect((await browser.get('/v1/session')).body).toMatchObject({
        account: { status: 'closed' },
      });
      expect((await browser.post('/v1/account/reopen', {})).body).toMatchObject({ status: 'active' });
      expect((await client.get(`/v1/docs/${documentId}`)).status).toBe(200);
      expect((await client.anonymous.get(`${link}/session`)).status).toBe(200);
      const log = await client.get<{ events: { type: string }[] }>('/v1/account/audit-log?limit=2');
      expect(log.body.events.map(({ type }) => type)).toEqual(['account.reopened', 'account.closed']);
    });

    it.skipIf(skip)(
      '[R03-03] seals what was signed when the account was closed at the same moment',
      async () => {
        const { account, client, browser } = await createAccount();
        const { documentId, link } = await send(client);
        await client.anonymous.get(`${link}/session`);
        const [signed] = await Promise.all([
          signByHand(client.anonymous, link, []),
          browser.post('/v1/account/close', closing(account.name)),
        ]);
        expect([200, 201, 404]).toContain(signed.status);
        const { documents } = running.service.database.read;
        const expected = signed.status === 404 ? 'awaiting_signatures' : 'completed';
        await waitFor('the seal', async () =>
          (await documents.find(documentId))?.status === expected ? true : null,
        );
      },
    );

    it.skipIf(skip)('[R03-04] is suspended, reopened and changed by the operator', async () => {
      const { account, client, browser } = await createAccount();
      const { accountId } = account;
      expect((await admin('accounts', 'suspend', accountId)).result).toMatchObject({ status: 'suspended' });
      expect((await client.get('/v1/docs')).status).toBe(401);
      expect((await browser.post('/v1/account/reopen', {})).body).toMatchObject({
        errorCode: 'account_suspended',
      });
      expect((await admin('accounts', 'suspend', accountId)).code).toBe(1);
      expect((await admin('accounts', 'reopen', accountId)).result).toMatchObject({ status: 'active' });
      expect((await client.get('/v1/docs')).status).toBe(200);
      const set = await admin('accounts', 'set', accountId, '--capabilities', 'templates');
      expect(set.result).toMatchObject({ capabilities: ['templates'] });
      expect((await client.get('/v1/account/capabilities')).body).toMatchObject({
        templates: true,
        publicLinks: false,
      });
      expect((await admin('accounts', 'set', accountId, '--capabilities', 'flying')).code).toBe(1);
      expect((await admin('accounts', 'close', randomUUID())).code).toBe(1);
    });

    it.skipIf(skip)('[R03-07] is exported with everything of it and nothing of others', async () => {
      const { account, owner, client } = await createAccount();
      const other = await createAccount();
      const foreign = await send(other.client);
      const { documentId, link } = await send(client);
      await client.anonymous.get(`${link}/session`);
      expect((await signByHand(client.anonymous, link, [])).status).toBeLessThan(300);
      await waitForStatus(client, documentId, 'completed');
      const open = await send(client);
      const fileId = await uploadFixture(client, 'plain/a4.pdf');
      const saved = { fileId, name: 'Saved' };
      const draft = await client.post<{ draftId: string }>('/v1/docs/drafts', saved);
      const webhook = await client.post<{ webhookId: string; signingSecret: string }>('/v1/webhooks', {
        webhookUrl: 'https://example.com/hook',
        name: 'Hook',
        eventTypes: ['document.completed'],
      });
      const answer = await client.post<{ downloadUrl: string }>('/v1/account/export', {});
      expect(answer.status).toBe(200);
      const zip = await client.anonymous.get(answer.body.downloadUrl);
      expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip']);
      const entries = readZip(zip.bytes);
      const text = (path: string) => entries.get(path)?.toString() ?? '';
      const sums = text('SHA256SUMS')
        .trim()
        .split('\n')
        .map((line) => line.split('  '));
      expect(sums.map(([, path]) => path)).toEqual([...entries.keys()].slice(0, -1));
      for (const [sha256, path = ''] of sums)
        expect(
          createHash('sha256')
            .update(entries.get(path) ?? '')
            .digest('hex'),
        ).toBe(sha256);
      const sealed = await client.get(`/v1/docs/${documentId}/file`);
      expect(entries.get(`documents/${documentId}/sealed.pdf`)?.equals(sealed.bytes)).toBe(true);
      expect([...entries.keys()]).toEqual(
        expect.arrayContaining([
          `documents/${documentId}/audit-trail.json`,
          `documents/${open.documentId}/prepared.pdf`,
          `files/${fileId}.pdf`,
          `drafts/${draft.body.draftId}.json`,
        ]),
      );
      expect(JSON.parse(text(`documents/${documentId}/document.json`))).toMatchObject({
        status: 'completed',
        signeeDetails: [{ fullName: 'Ada Łovelace' }],
      });
      expect(JSON.parse(text('account.json'))).toMatchObject({
        name: account.name,
        webhooks: [{ webhookId: webhook.body.webhookId }],
      });
      expect(text('users.json')).toContain(owner.emailAddress);
      expect(text('account-log.ndjson')).toContain('account.exported');
      const all = [...entries.values()].map((bytes) => bytes.toString('latin1')).join('\n');
      const token = link.replace('/sign/', '');
      for (const secret of [token, webhook.body.signingSecret, `sk_${owner.userId}`, foreign.documentId])
        expect(all).not.toContain(secret);
      expect(all).not.toContain(other.owner.emailAddress);
    });

    it.skipIf(skip)('[R03-08] is exported by owners of an open account only', async () => {
      const { account, owner, client, browser } = await createAccount();
      const post = (by: ApiClient, body = {}) => by.post<{ downloadUrl: string }>('/v1/account/export', body);
      expect((await post(browser)).body).toMatchObject({ errorCode: 'password_wrong' });
      const { downloadUrl } = (await post(browser, { currentPassword: PASSWORD })).body;
      expect((await post(client.anonymous)).status).toBe(401);
      const { database } = running.service;
      for (const role of ['admin', 'member'] as const) {
        const user = buildUser(account.accountId, { role });
        const key = buildApiKey(user, { keyHash: hashSecret(`sk_${user.userId}`) });
        await database.transact(async ({ accounts }) => {
          await accounts.insertUser(user);
          await accounts.insertApiKey(key);
        });
        const member = await authorize(running.baseUrl, `sk_${user.userId}`);
        expect((await post(member)).body).toMatchObject({ errorCode: 'role_missing' });
      }
      expect((await client.anonymous.get(`${downloadUrl}x`)).status).toBe(404);
      expect((await client.anonymous.get(downloadUrl)).status).toBe(200);
      await admin('accounts', 'suspend', account.accountId);
      expect((await post(browser, { currentPassword: PASSWORD })).body).toMatchObject({
        errorCode: 'account_suspended',
      });
      expect((await client.anonymous.get(downloadUrl)).body).toMatchObject({
        errorCode: 'account_suspended',
      });
      await admin('accounts', 'reopen', account.accountId);
      await database.transact(({ accounts }) => accounts.updateUser({ ...owner, role: 'member' }));
      expect((await client.anonymous.get(downloadUrl)).body).toMatchObject({ errorCode: 'role_missing' });
    });

    it.skipIf(skip)(
      '[R03-10] is exported by the operator, into a new file, also when it is closed',
      async () => {
        const { account, client } = await createAccount();
        const { documentId } = await send(client);
        const { accountId } = account;
        await admin('accounts', 'close', accountId);
        const file = join(running.env.DATA_DIR, `${accountId}.zip`);
        const exported = await admin('accounts', 'export', accountId, '--file', file);
        expect(exported.result).toMatchObject({ accountId, bytes: String(statSync(file).size) });
        expect(statSync(file).mode & 0o777).toBe(0o600);
        const entries = readZip(readFileSync(file));
        expect([...entries.keys()].at(-1)).toBe('SHA256SUMS');
        expect([...entries.keys()]).toContain(`documents/${documentId}/document.json`);
        expect(existsSync(`${file}.new`)).toBe(false);
        const log = await running.service.database.read.accountEvents.list(accountId, {
          limit: 1,
          offset: 0,
        });
        expect(log).toMatchObject([{ type: 'account.exported', details: { by: 'operator' } }]);
        expect((await admin('accounts', 'export', accountId, '--file', file)).code).toBe(1);
        expect((await admin('accounts', 'export', randomUUID(), '--file', `${file}.2`)).code).toBe(1);
        expect(existsSync(`${file}.2`)).toBe(false);
      },
    );

    it.skipIf(skip)(
      '[R03-05] [R03-06] removes everything after 30 days, after interruptions too, and proves it',
      async () => {
        const { account, owner, client } = await createAccount();
        const { accountId } = account;
        const other = await createAccount();
        const kept = await send(other.client);
        const { documentId } = await send(client);
        await send(client);
        const { database } = running.service;
        const prepared = (await database.read.documents.find(documentId))?.preparedBlobId ?? '';
        const keptBlob = (await database.read.documents.find(kept.documentId))?.preparedBlobId ?? '';
        expect(await blobs.has?.(prepared)).toBe(true);
        expect((await admin('accounts', 'close', accountId)).result).toMatchObject({ status: 'closed' });
        const remove = () =>
          database.transact(({ jobs }) => jobs.enqueue({ name: 'remove-closed-accounts' }));
        await remove();
        laterMs = 29 * DAY_MS;
        await database.transact(({ jobs }) => jobs.enqueue({ name: 'remove-account', accountId }));
        expect(await statusOf(accountId)).toBe('closed');
        laterMs = 31 * DAY_MS;
        failingRemoval = 4;
        await remove();
        // Twice at once, and one of them is interrupted.
        await database.transact(({ jobs }) => jobs.enqueue({ name: 'remove-account', accountId }));
        await waitFor('the removal', async () => ((await statusOf(accountId)) === null ? true : null));
        laterMs = 0;
        expect(await database.read.documents.find(documentId)).toBeNull();
        expect(await database.read.accounts.listUsers(accountId)).toEqual([]);
        expect(await database.read.people.findByEmail(owner.emailAddress)).toBeNull();
        expect(await database.read.audit.listFor({ kind: 'document', id: documentId })).toEqual([]);
        expect(await database.read.accountEvents.list(accountId, { limit: 9, offset: 0 })).toEqual([]);
        expect(await blobs.has?.(prepared)).toBe(false);
        const { result } = await admin('accounts', 'removals');
        const proof = result.find((one: { accountId: string }) => one.accountId === accountId);
        expect(proof).toMatchObject({ hash: expect.stringMatching(/^(?!0{64})[0-9a-f]{64}$/) });
        expect(proof.removedAt).not.toBeNull();
        const counts = JSON.parse(proof.counts);
        expect(counts).toMatchObject({ documents: 2, files: 2, users: 1, people: 1, api_keys: 1 });
        expect(counts.audit_entries).toBeGreaterThan(4);
        expect(JSON.stringify(proof)).not.toContain(owner.emailAddress);
        expect((await other.client.get(`/v1/docs/${kept.documentId}`)).status).toBe(200);
        expect(await blobs.has?.(keptBlob)).toBe(true);
        expect((await admin('accounts', 'reopen', accountId)).code).toBe(1);
      },
    );
  },
  90_000,
);

/** The store is an object with private members, so its methods are called on itself. */
function interruptRemovals(blobs: BlobStore, isInterrupted: () => boolean): BlobStore {
  return {
    putStream: (...args) => blobs.putStream(...args),
    putInspected: (...args) => blobs.putInspected(...args),
    putFile: (...args) => blobs.putFile(...args),
    localPath: (...args) => blobs.localPath(...args),
    size: (...args) => blobs.size(...args),
    read: (...args) => blobs.read(...args),
    scratchPath: (...args) => blobs.scratchPath(...args),
    checkWritable: () => blobs.checkWritable(),
    remove: async (blobId) => {
      if (isInterrupted()) throw new Error('killed');
      await blobs.remove(blobId);
    },
  };
}
