import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import type { ApiClient } from './api-client.ts';
import { documentBody, uploadFixture } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

interface List {
  readonly documents: readonly { readonly name: string; readonly createdAt: string }[];
  readonly nextOffset: number | null;
}

describe.each(shareOf(databaseKinds))('the list of documents on the $title database', ({ kind, skip }) => {
  const folder = makeTemporaryDir();
  let running: TestService;
  let owner: ApiClient;
  beforeAll(async () => {
    if (skip) return;
    running = await shareService(kind);
    owner = running.client;
    const fileId = await uploadFixture(owner);
    const contact = { emailAddress: 'Bo.Ek@example.com', signaturePlacement: 'new_page' };
    for (const changes of [
      { name: 'Lease Ö', externalId: 'order-7', sharingSetting: 'shared' },
      { name: 'Contract', signeeDetails: [contact], metadata: { region: 'North' } },
    ]) {
      expect((await owner.post('/v1/docs', documentBody(fileId, changes))).status).toBe(201);
    }
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  const list = (query = '', client = owner) => client.get<List>(`/v1/docs?${query}`);
  const namesOf = async (query: string, client = owner) =>
    (await list(query, client)).body.documents.map(({ name }) => name);

  it.skipIf(skip)('[4.4-43] shows colleagues what is shared, and nothing to other accounts', async () => {
    expect(await namesOf('')).toEqual(['Contract', 'Lease Ö']);
    const colleague = await running.addColleague();
    expect(await namesOf('', colleague)).toEqual(['Lease Ö']);
    expect(await namesOf('search=bo.ek', colleague)).toEqual([]);
    expect(await namesOf('', await running.addAccount())).toEqual([]);
  });

  it.skipIf(skip)(
    'counts the groups, as the caller sees them, and says when nothing has changed',
    async () => {
      const none = { waiting_for_me: 0, waiting_for_others: 0, done: 0, ended: 0 };
      const path = '/v1/docs/group-counts';
      const answer = await owner.get(path);
      expect(answer.body).toEqual({ groups: { ...none, waiting_for_others: 2 }, drafts: 0 });
      expect((await (await running.addColleague()).get(path)).body).toEqual({
        ...{ groups: { ...none, waiting_for_others: 1 }, drafts: 0 },
      });
      expect((await (await running.addAccount()).get(path)).body).toEqual({ groups: none, drafts: 0 });
      const etag = answer.headers.get('etag') ?? '';
      expect((await owner.get(path, { 'if-none-match': etag })).status).toBe(304);
    },
  );

  it.skipIf(skip)('counts the drafts that can still be sent, and not those of others', async () => {
    const [account, colleague] = [await running.addAccount(), await running.addColleague()];
    const draftsOf = async (client: ApiClient) =>
      (await client.get<{ drafts: number }>('/v1/docs/group-counts')).body.drafts;
    const fileId = await uploadFixture(account);
    const made = await account.post<{ draftId: string }>('/v1/docs/drafts', documentBody(fileId));
    await account.post('/v1/docs/drafts', documentBody(fileId));
    expect([await draftsOf(account), await draftsOf(colleague)]).toEqual([2, 0]);
    await account.post(`/v1/docs/drafts/${made.body.draftId}/send`, {});
    expect(await draftsOf(account)).toBe(1);
  });

  it.skipIf(skip)('is searched and filtered, page by page', async () => {
    for (const [query, names] of [
      ['search=lease', ['Lease Ö']],
      [`search=${encodeURIComponent('ö LEASE')}`, ['Lease Ö']],
      ['search=bo.ek@example', ['Contract']],
      ['search=north', ['Contract']],
      ['search=north%20lease', []],
      ['externalId=order-7', ['Lease Ö']],
      ['externalId=order', []],
      ['status=revoked', []],
      // In UTC these are of the years 0 and 10000, which the embedded database could not read.
      [`createdAfter=${encodeURIComponent('0001-01-01T00:00:00+14:00')}`, ['Contract', 'Lease Ö']],
      ['createdBefore=9999-12-31T23:59:59-14:00', ['Contract', 'Lease Ö']],
    ] as const) {
      expect(await namesOf(query), query).toEqual(names);
    }
    const [newest] = (await list()).body.documents;
    const before = `createdBefore=${newest?.createdAt}`;
    expect(await namesOf(before)).toEqual(['Lease Ö']);
    expect(await namesOf(`createdAfter=${newest?.createdAt}`)).toEqual([]);
    expect((await list('search=e&limit=1')).body).toMatchObject({
      nextOffset: 1,
      documents: [{ name: 'Contract' }],
    });
  });

  it.skipIf(skip)(
    '[2.10-45] [2.10-46] [2.10-47] is searched by values of fields, under their label too',
    async () => {
      const pdf = await PDFDocument.create();
      const page = pdf.addPage([595, 842]);
      const fields = ['f|svc-search-firstname', 'l|svc-search-lastname', 'o|svc-search-order-no', 'plain'];
      for (const [index, name] of fields.entries()) {
        pdf
          .getForm()
          .createTextField(name)
          .addToPage(page, { x: 50, y: 700 - index * 40, width: 300, height: 24 });
      }
      const path = join(folder.path, `${kind.name}.pdf`);
      writeFileSync(path, await pdf.save());
      const { fileId } = (await owner.upload<{ fileId: string }>(path)).body;
      const values = ['Ada', 'Byron Lovelace', 'A-77', 'hidden'];
      const given = fields.map((name, index) => ({ name, value: values[index] }));
      await owner.post('/v1/docs', documentBody(fileId, { name: 'Form', fields: given }));
      const found = async (search: string) => namesOf(`search=${encodeURIComponent(search)}`);
      for (const search of [
        'firstname:ada',
        'LASTNAME:Lovelace',
        'lastname:byron order-no:a-77',
        'lovelace',
      ]) {
        expect(await found(search), search).toEqual(['Form']);
      }
      for (const search of ['lastname:ada', 'firstname:byron', 'hidden'])
        expect(await found(search)).toEqual([]);
    },
  );

  // It was the product of both: 60 KB under a label of 60,000 characters took 1.5 GB and were 500.
  it.skipIf(skip)(
    '[2.10-45] does not grow by the words of a value times the length of its label',
    async () => {
      const pdf = await PDFDocument.create();
      const name = `f|svc-search-${'l'.repeat(60_000)}`;
      const field = pdf.getForm().createTextField(name);
      field.enableMultiline();
      // Room for the whole value.
      field.addToPage(pdf.addPage([5950, 8420]), { width: 5950, height: 8420 });
      const path = join(folder.path, `${kind.name}-label.pdf`);
      writeFileSync(path, await pdf.save());
      const { fileId } = (await owner.upload<{ fileId: string }>(path)).body;
      const fields = [{ name, value: `first ${'a '.repeat(30_000)}` }];
      const sent = await owner.post('/v1/docs', documentBody(fileId, { name: 'Long label', fields }));
      expect(sent.status).toBe(201);
      expect(await namesOf('search=long first')).toEqual(['Long label']);
    },
  );

  it.skipIf(skip)('names the filter that is wrong', async () => {
    for (const [query, path] of [
      ['status=deleted', 'status'],
      ['createdAfter=yesterday', 'createdAfter'],
      ['createdBefore=2026-13-01T00:00:00Z', 'createdBefore'],
      [`search=${'x'.repeat(256)}`, 'search'],
    ] as const) {
      expect(await list(query)).toMatchObject({ status: 400, body: { details: [{ path }] } });
    }
    expect((await list(`search=${randomUUID()}`)).body).toMatchObject({ documents: [], nextOffset: null });
  });
});
