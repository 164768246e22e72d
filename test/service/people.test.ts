import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashSecret } from '@countersign/base';
import { buildApiKey, buildPerson, buildUser } from '@countersign/identity/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { runAdminCommandLine } from '../../packages/server/admin/command-line.ts';
import { addPerson, PASSWORD } from './add-person.ts';
import { type ApiClient, authorize } from './api-client.ts';
import { documentBody, readInvitation, signByHand, uploadFixture, waitForStatus } from './journey-steps.ts';
import { readZip } from './read-zip.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

interface Item {
  readonly kind: string;
  readonly id: string;
  readonly outcome: string;
  readonly stays: readonly string[];
}

describe.each(shareOf(databaseKinds))(
  'one person, on the $title database',
  ({ kind, skip }) => {
    let running: TestService;
    beforeAll(async () => {
      if (!skip) running = await shareService(kind);
    });
    afterAll(async () => running?.close());

    const newAddress = (name: string) => `${name}.${randomUUID()}@example.com`;

    async function createAccount() {
      const { account, user, browser } = await addPerson(running);
      const secret = `sk_${user.userId}`;
      const key = buildApiKey(user, { keyHash: hashSecret(secret) });
      await running.service.database.transact(({ accounts }) => accounts.insertApiKey(key));
      return { account, user, browser, client: await authorize(running.baseUrl, secret) };
    }

    async function send(client: ApiClient, addresses: readonly string[]) {
      const signeeDetails = addresses.map((emailAddress) => ({
        ...{ fullName: `Name of ${emailAddress}`, emailAddress, signaturePlacement: 'new_page' },
      }));
      const body = documentBody(await uploadFixture(client, 'plain/a4.pdf'), { signeeDetails });
      return (await client.post<{ documentId: string }>('/v1/docs', body)).body.documentId;
    }

    async function sign(client: ApiClient, documentId: string, addresses: readonly string[]) {
      for (const address of addresses) {
        const link = await readInvitation(running.client, address);
        await client.anonymous.get(`${link}/session`);
        expect((await signByHand(client.anonymous, link, [])).status).toBeLessThan(300);
      }
      await waitForStatus(client, documentId, 'completed');
    }

    async function erase(client: ApiClient, address: string, body = {}) {
      return client.post<{ items: Item[] }>('/v1/account/people/erase', { address, ...body });
    }

    async function admin(...args: readonly string[]) {
      const [out, error]: [string[], string[]] = [[], []];
      const streams = { out: (text: string) => out.push(text), error: (text: string) => error.push(text) };
      const code = await runAdminCommandLine([...args, '--json'], running.env, streams);
      return { code, result: JSON.parse(out.join('') || 'null'), error: error.join('\n') };
    }

    it.skipIf(skip)(
      '[R03-11] [R03-12] is removed, masked or kept, with what stays and why, and once',
      async () => {
        const { client } = await createAccount();
        const [ada, bo] = [newAddress('Ada'), newAddress('bo')];
        const sealed = await send(client, [ada, bo]);
        await sign(client, sealed, [ada, bo]);
        const alone = await send(client, [ada]);
        await waitForStatus(client, alone, 'awaiting_signatures');
        const aloneLink = await readInvitation(running.client, ada);
        const open = await send(client, [ada, bo]);
        const without = await send(client, [bo]);
        const fileId = await uploadFixture(client, 'plain/a4.pdf');
        const saved = { fileId, name: 'Saved' };
        const replied = (
          await client.post<{ documentId: string }>(
            '/v1/docs',
            documentBody(fileId, {
              signeeDetails: [{ emailAddress: bo, signaturePlacement: 'new_page' }],
              replyTo: ada,
            }),
          )
        ).body.documentId;
        const draft = async (addresses: readonly string[]) =>
          (
            await client.post<{ draftId: string }>('/v1/docs/drafts', {
              ...saved,
              signeeDetails: addresses.map((emailAddress) => ({ fullName: 'Someone', emailAddress })),
            })
          ).body.draftId;
        const [ownDraft, sharedDraft] = [await draft([ada]), await draft([ada, bo])];
        const sealedBefore = await client.get(`/v1/docs/${sealed}/file`);

        const { status, body } = await erase(client, ada.toUpperCase());
        expect(status).toBe(200);
        const byId = new Map(body.items.map((item) => [item.id, item]));
        expect(byId.get(alone)).toMatchObject({ outcome: 'removed', stays: ['audit_trail'] });
        expect(byId.get(sealed)).toMatchObject({
          outcome: 'masked',
          stays: ['sealed_file', 'audit_trail'],
        });
        expect(byId.get(open)).toMatchObject({ outcome: 'kept', stays: ['in_progress'] });
        expect(byId.get(ownDraft)).toMatchObject({ kind: 'draft', outcome: 'removed' });
        expect(byId.get(sharedDraft)).toMatchObject({ kind: 'draft', outcome: 'masked' });
        expect(byId.get(replied)).toMatchObject({ outcome: 'masked', stays: [] });
        expect(body.items).toHaveLength(6);

        expect((await client.get(`/v1/docs/${alone}`)).status).toBe(404);
        expect((await client.anonymous.get(`${aloneLink}/session`)).status).toBe(404);
        expect((await client.get(`/v1/docs/drafts/${ownDraft}`)).status).toBe(404);
        const sealedAfter = await client.get(`/v1/docs/${sealed}/file`);
        expect(sealedAfter.bytes.equals(sealedBefore.bytes)).toBe(true);
        for (const path of [
          `/v1/docs/${sealed}`,
          `/v1/docs/${sealed}/events`,
          `/v1/docs/${sealed}/field-values`,
          `/v1/docs/drafts/${sharedDraft}`,
          `/v1/docs/${replied}`,
        ]) {
          const answer = await client.get(path);
          expect(answer.status).toBe(200);
          expect(answer.bytes.toString().toLowerCase()).not.toContain(ada.toLowerCase());
        }
        const listed = await client.get<{ documents: { documentId: string }[] }>(
          `/v1/docs?search=${encodeURIComponent(ada)}&include=progress`,
        );
        expect(listed.body.documents.map(({ documentId }) => documentId)).toEqual([open]);
        expect((await client.get(`/v1/docs/${without}`)).status).toBe(200);
        const trail = await running.service.database.read.audit.listFor({ kind: 'document', id: sealed });
        expect(trail.at(-1)?.type).toBe('document.person_erased');
        const verified = await client.upload<{ origin: { match: string } }>(
          writeTemporary(running, sealedAfter.bytes),
          { to: '/v1/files/verify' },
        );
        expect(verified.body.origin.match).toBe('whole');
        const log = await client.get<{ events: { type: string; details: object }[] }>(
          '/v1/account/audit-log?limit=5',
        );
        expect(log.body.events.map(({ type }) => type)).toEqual(Array(5).fill('person.erased'));
        expect(JSON.stringify(log.body)).not.toContain(ada);

        expect((await erase(client, ada)).body.items).toEqual([byId.get(open)]);
        await client.put(`/v1/docs/${open}/revoke`);
        expect((await erase(client, ada)).body.items).toMatchObject([
          { id: open, outcome: 'masked', stays: ['prepared_file', 'audit_trail'] },
        ]);
        expect((await erase(client, ada)).body.items).toEqual([]);
      },
    );

    it.skipIf(skip)('[R03-13] is exported with what is about them and no other person', async () => {
      const { client } = await createAccount();
      const [ada, bo] = [newAddress('ada'), newAddress('bo')];
      const sealed = await send(client, [ada, bo]);
      await sign(client, sealed, [ada, bo]);
      await send(client, [bo]);
      const answer = await client.post('/v1/account/people/export', { address: ada });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
      const entries = readZip(answer.bytes);
      expect([...entries.keys()]).toEqual([
        `documents/${sealed}/person.json`,
        `documents/${sealed}/sealed.pdf`,
        'SHA256SUMS',
      ]);
      const record = entries.get(`documents/${sealed}/person.json`)?.toString() ?? '';
      expect(JSON.parse(record)).toMatchObject({ signees: [{ emailAddress: ada }] });
      expect(record).not.toContain(bo);
      const file = join(running.env.DATA_DIR, `${randomUUID()}.zip`);
      expect((await admin('people', 'export', ada, '--file', file)).code).toBe(0);
      expect([...readZip(readFileSync(file)).keys()]).toEqual([...entries.keys()]);
    });

    it.skipIf(skip)('[R03-14] is an owner’s to export or erase, in the own account only', async () => {
      const one = await createAccount();
      const other = await createAccount();
      const ada = newAddress('ada');
      const [mine, theirs] = [await send(one.client, [ada]), await send(other.client, [ada])];
      const { database } = running.service;
      for (const role of ['admin', 'member'] as const) {
        const user = buildUser(one.account.accountId, { role });
        const key = buildApiKey(user, { keyHash: hashSecret(`sk_${user.userId}`) });
        await database.transact(async ({ accounts }) => {
          await accounts.insertUser(user);
          await accounts.insertApiKey(key);
        });
        const member = await authorize(running.baseUrl, `sk_${user.userId}`);
        for (const what of ['export', 'erase'])
          expect((await member.post(`/v1/account/people/${what}`, { address: ada })).body).toMatchObject({
            errorCode: 'role_missing',
          });
      }
      for (const what of ['export', 'erase']) {
        const path = `/v1/account/people/${what}`;
        expect((await one.client.anonymous.post(path, { address: ada })).status).toBe(401);
        expect((await one.browser.post(path, { address: ada })).body).toMatchObject({
          errorCode: 'password_wrong',
        });
        for (const address of ['', 'a', '@', 'example.com'])
          expect((await one.client.post(path, { address })).body).toMatchObject({
            errorCode: 'invalid_request',
          });
      }
      const done = await one.browser.post<{ items: Item[] }>('/v1/account/people/erase', {
        address: ada,
        currentPassword: PASSWORD,
      });
      expect(done.body.items).toMatchObject([{ id: mine, outcome: 'removed' }]);
      expect((await other.client.get(`/v1/docs/${theirs}`)).status).toBe(200);
      await admin('accounts', 'suspend', other.account.accountId);
      expect((await erase(other.client, ada)).status).toBe(401);
      expect((await erase(other.browser, ada, { currentPassword: PASSWORD })).body).toMatchObject({
        errorCode: 'account_suspended',
      });
      // The operator reaches all accounts.
      expect((await admin('people', 'erase', ada)).result).toMatchObject([
        { accountId: other.account.accountId, id: theirs, outcome: 'removed', stays: ['audit_trail'] },
      ]);
      expect((await admin('people', 'erase', 'nobody')).code).toBe(1);
    });

    it.skipIf(skip)('[R03-15] is a user: active ones stay, others are masked', async () => {
      const { account, user, client } = await createAccount();
      const { database } = running.service;
      const former = buildUser(account.accountId, { status: 'deactivated' });
      const elsewhere = { ...buildUser(randomUUID()), personId: former.personId };
      await database.transact(async ({ accounts, people, signOn }) => {
        await people.insert(buildPerson(former));
        await accounts.insertUser(former);
        // The person stays, for another account.
        await accounts.insertUser(elsewhere);
        await signOn.saveExternalId(former.userId, 'former.user');
        const { personId = '', userId } = former;
        await signOn.insertLink({ realm: userId, subject: 'former.user', personId: personId ?? '', userId });
      });
      expect((await admin('people', 'erase', user.emailAddress)).result).toMatchObject([
        { kind: 'user', id: user.userId, outcome: 'kept', stays: ['active_user'] },
      ]);
      expect((await admin('people', 'erase', former.emailAddress)).result).toMatchObject([
        { kind: 'user', id: former.userId, outcome: 'masked', stays: ['account_log'] },
      ]);
      expect(await database.read.accounts.findUser(former.userId)).toMatchObject({ fullName: '' });
      // What their directory and provider called them stayed.
      const filter = { attribute: 'externalId', value: 'former.user' } as const;
      const { signOn } = database.read;
      const found = await signOn.listDirectory(account.accountId, { filter, limit: 1, offset: 0 });
      expect(found.total).toBe(0);
      expect(await signOn.findLink(former.userId, 'former.user')).toBeNull();
      expect((await admin('people', 'erase', former.emailAddress)).result).toEqual([]);
      // Somebody without a name was an active owner then, and the last person who was one could leave.
      const path = `/v1/account/users/${former.userId}`;
      expect((await client.patch(path, { status: 'active' })).status).toBe(404);
    });
  },
  90_000,
);

function writeTemporary({ env }: TestService, bytes: Buffer): string {
  const path = join(env.DATA_DIR, `${randomUUID()}.pdf`);
  writeFileSync(path, bytes);
  return path;
}
