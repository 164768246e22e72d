import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import { buildApiKey, buildUser } from '@countersign/identity/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { type ApiClient, authorize } from './api-client.ts';
import { uploadFixture } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

interface PublicLink {
  readonly linkId: string;
  readonly url: string;
  readonly status: string;
  readonly updatedAt: string;
  readonly counts: { readonly opened: number; readonly started: number; readonly completed: number };
  readonly [member: string]: unknown;
}

interface Links {
  readonly links: readonly PublicLink[];
  readonly nextOffset: number | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each(shareOf(databaseKinds))('public links on the $title database', ({ kind, skip }) => {
  let running: TestService;
  let fileId: string;
  beforeAll(async () => {
    if (skip) return;
    running = await shareService(kind);
    fileId = await uploadFixture(running.client);
  });
  afterAll(() => running?.close());

  const slot = (changes: object = {}) => ({ signaturePlacement: 'new_page', ...changes });
  const body = (changes: object = {}) => ({ fileId, name: 'Lease', signeeDetails: [slot()], ...changes });
  const create = (changes: object = {}, client = running.client) =>
    client.post<PublicLink>('/v1/links', body(changes));
  const pathOf = (linkId: string, rest = '') => `/v1/links/${linkId}${rest}`;
  const get = (linkId: string) => running.client.get<PublicLink>(pathOf(linkId));
  const disable = (linkId: string) => running.client.put<PublicLink>(pathOf(linkId, '/disable'), {});

  /** A colleague of the owner. */
  const addColleague = async (): Promise<ApiClient> => {
    const me = await running.client.get<{ accountId: string }>('/v1/users/me');
    const user = buildUser(me.body.accountId, { emailAddress: `${randomUUID()}@example.com` });
    const apiKey = `sk_${randomUUID()}`;
    await running.service.database.transact(async ({ accounts }) => {
      await accounts.insertUser(user);
      await accounts.insertApiKey(buildApiKey(user, { keyHash: hashSecret(apiKey) }));
    });
    return authorize(running.baseUrl, apiKey);
  };

  const everything = () => ({
    name: 'Everything',
    language: 'sv',
    sharingSetting: 'shared',
    disablePrinting: true,
    fields: [{ name: 'notes', value: ['one'] }],
    fieldsReadonlyMode: 'filled',
    signeeDetails: [
      {
        signatureType: 'digital_ink',
        signaturePlacement: 'existing',
        signatureBox: { page: 0, x: 74.7, y: 0.25, scale: 0.5 },
        label: 'Tenant',
      },
      { signaturePlacement: 'new_page' },
    ],
  });

  it.skipIf(skip)(
    '[4.7-09] [4.7-10] [D6-24] [D6-25] [D6-26] [D6-27] keep every member and answer their record',
    async () => {
      const created = await create(everything());
      expect(created.status).toBe(201);
      expect(created.body).toMatchObject({
        ...everything(),
        fileId,
        linkId: expect.stringMatching(UUID),
        status: 'active',
        counts: { opened: 0, started: 0, completed: 0 },
        createdAt: expect.stringMatching(ISO_DATE),
        updatedAt: expect.stringMatching(ISO_DATE),
      });
      expect(created.body.url).toMatch(new RegExp(`^${running.baseUrl}/sign/[\\w-]{43}$`));
      expect((await get(created.body.linkId)).body).toEqual(created.body);
      const bare = await create();
      expect(bare.body).toMatchObject({
        language: 'en',
        sharingSetting: 'private',
        disablePrinting: false,
        fields: [],
        fieldsReadonlyMode: 'keepOriginal',
      });
    },
  );

  it.skipIf(skip)('have the language of the account without one of their own, as documents do', async () => {
    await running.client.patch('/v1/account', { language: 'sv' });
    try {
      const { body: link } = await create();
      expect(link.language).toBe('sv');
      const visitor = await running.client.get(`${link.url}/session`);
      expect(visitor.body).toMatchObject({ language: 'sv' });
      const spanish = await running.client.put(pathOf(link.linkId), body({ language: 'es' }));
      expect(spanish.body).toMatchObject({ language: 'es' });
      const replaced = await running.client.put(pathOf(link.linkId), body({}));
      expect(replaced.body).toMatchObject({ language: 'sv' });
    } finally {
      await running.client.patch('/v1/account', { language: 'en' });
    }
  });

  it.skipIf(skip)('are refused if a visitor could not sign', async () => {
    const wrong = [
      [{ name: undefined }, 400, 'invalid_request', 'name'],
      [{ fileId: undefined }, 400, 'invalid_request', 'fileId'],
      [{ fileId: randomUUID() }, 404, 'file_not_found', undefined],
      [{ signeeDetails: [] }, 400, 'invalid_request', 'signeeDetails'],
      [{ signeeDetails: [{}] }, 400, 'signature_box_required', 'signeeDetails.0.signatureBox'],
      [
        { signeeDetails: [{ signatureBox: { page: 9, x: 0, y: 0 } }] },
        400,
        'page_out_of_range',
        'signeeDetails.0.signatureBox',
      ],
      [
        { signeeDetails: [slot({ signatureType: 'bankid_identification' })] },
        403,
        'capability_missing',
        'signeeDetails.0.signatureType',
      ],
      [{ fields: [{ name: 'nobody', value: 'x' }] }, 400, 'unknown_field', 'fields.0'],
    ] as const;
    for (const [changes, status, errorCode, path] of wrong) {
      const answer = await create(changes);
      expect(answer).toMatchObject({ status, body: { errorCode } });
      if (path !== undefined) expect(answer.body.details).toMatchObject([{ path }]);
    }
  });

  it.skipIf(skip)(
    '[4.7-11] [D6-31] are replaced as a whole, but keep their file and their address',
    async () => {
      const { linkId, url } = (await create(everything())).body;
      const read = (await get(linkId)).body;
      const same = await running.client.put<PublicLink>(pathOf(linkId), read);
      expect(same.status).toBe(200);
      const { updatedAt: _, ...kept } = read;
      expect(same.body).toMatchObject(kept);
      expect(same.body).not.toHaveProperty('warnings');
      const other = await uploadFixture(running.client, 'plain/a4.pdf');
      const replacement = { fileId: other, name: 'New', signeeDetails: [slot({ label: 'Buyer' })] };
      const replaced = await running.client.put<PublicLink>(pathOf(linkId), replacement);
      expect(replaced.body).toMatchObject({
        linkId,
        url,
        fileId,
        name: 'New',
        signeeDetails: [{ label: 'Buyer' }],
        disablePrinting: false,
        fields: [],
        warnings: [{ code: 'member_without_effect', path: 'fileId' }],
      });
      const { fileId: __, ...withoutFile } = replacement;
      expect(await running.client.put(pathOf(linkId), withoutFile)).toMatchObject({ status: 200 });
    },
  );

  it.skipIf(skip)('[3-28] [3-29] [3-31] [4.7-14] [D6-32] are disabled once and for ever', async () => {
    const { linkId } = (await create()).body;
    expect((await get(linkId)).body.status).toBe('active');
    const disabled = await disable(linkId);
    expect(disabled).toMatchObject({ status: 200, body: { linkId, status: 'disabled' } });
    expect((await disable(linkId)).body).toEqual(disabled.body);
    const refused = { status: 409, body: { errorCode: 'public_link_disabled' } };
    expect(await running.client.put(pathOf(linkId), disabled.body)).toMatchObject(refused);
    expect(await running.client.put(pathOf(linkId), body({ status: 'active' }))).toMatchObject(refused);
    expect((await get(linkId)).body.status).toBe('disabled');
  });

  it.skipIf(skip)('have an ETag, and a change with another one in If-Match is refused', async () => {
    const created = await create();
    const path = pathOf(created.body.linkId);
    const first = created.headers.get('etag') ?? '';
    expect((await get(created.body.linkId)).headers.get('etag')).toBe(first);
    expect((await running.client.get(path, { 'if-none-match': first })).status).toBe(304);
    // Counted, without a change of the link.
    await fetch(`${created.body.url}/session`);
    const counted = await get(created.body.linkId);
    expect(counted.body.counts.opened).toBe(1);
    expect(counted.headers.get('etag')).not.toBe(first);
    const headers = { 'if-match': first };
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => running.client.put(path, body({ name }), headers)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    const late = { status: 412, body: { errorCode: 'precondition_failed' } };
    expect(await running.client.put(path, body({ name: 'Late' }), headers)).toMatchObject(late);
    expect(await running.client.put(`${path}/disable`, {}, headers)).toMatchObject(late);
    await disable(created.body.linkId);
    expect(await running.client.send('DELETE', path, {}, headers)).toMatchObject(late);
    const current = { 'if-match': (await get(created.body.linkId)).headers.get('etag') ?? '' };
    expect(await running.client.send('DELETE', path, {}, current)).toMatchObject({ status: 204 });
  });

  it.skipIf(skip)('[7-06] [3-32] [3-33] [4.7-12] are deleted only after they were disabled', async () => {
    const { linkId } = (await create()).body;
    expect(await running.client.delete(pathOf(linkId))).toMatchObject({
      status: 409,
      body: { errorCode: 'public_link_active' },
    });
    await disable(linkId);
    expect((await running.client.delete(pathOf(linkId))).status).toBe(204);
    expect(await get(linkId)).toMatchObject({ status: 404, body: { errorCode: 'public_link_not_found' } });
    expect((await running.client.delete(pathOf(linkId))).status).toBe(404);
    expect((await running.client.get(pathOf('not-a-uuid'))).status).toBe(400);
  });

  it.skipIf(skip)('[4.7-13] are copied with an address of their own, disabled ones too', async () => {
    const { linkId, url } = (await create(everything())).body;
    await disable(linkId);
    const copy = await running.client.post<PublicLink>(pathOf(linkId, '/duplicate'), {});
    expect(copy).toMatchObject({ status: 201, body: { ...everything(), fileId, status: 'active' } });
    expect(copy.body.linkId).not.toBe(linkId);
    expect(copy.body.url).not.toBe(url);
  });

  it.skipIf(skip)('[4.7-08] are listed by page, newest first', async () => {
    const made: string[] = [];
    for (const name of ['a', 'b', 'c']) made.unshift((await create({ name })).body.linkId);
    const first = await running.client.get<Links>('/v1/links?limit=2');
    expect(first.body).toMatchObject({ limit: 2, offset: 0, nextOffset: 2 });
    expect(first.body.links.map(({ linkId }) => linkId)).toEqual(made.slice(0, 2));
    const next = await running.client.get<Links>('/v1/links?limit=1&offset=2');
    expect(next.body.links).toMatchObject([{ linkId: made[2], status: 'active', url: expect.any(String) }]);
  });

  it.skipIf(skip)(
    '[4.7-15] list the form fields of their file, and give its PDF, also after it was deleted',
    async () => {
      const own = await uploadFixture(running.client);
      const fields = await running.client.get<object[]>(`/v1/files/${own}/fields`);
      const { linkId } = (await create({ fileId: own })).body;
      expect(fields.body.length).toBeGreaterThan(0);
      expect((await running.client.get(pathOf(linkId, '/fields'))).body).toEqual(fields.body);
      await running.client.delete(`/v1/files/${own}`);
      expect((await running.client.get(pathOf(linkId, '/fields'))).body).toEqual(fields.body);
      const file = await running.client.get(pathOf(linkId, '/source-file'));
      expect(file.headers.get('content-type')).toBe('application/pdf');
      expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(await running.client.put(pathOf(linkId), body())).toMatchObject({ status: 200 });
    },
  );

  it.skipIf(skip)('[4.7-17] need both capabilities to be created or duplicated', async () => {
    const { linkId } = (await create()).body;
    const me = await running.client.get<{ accountId: string }>('/v1/users/me');
    const { database } = running.service;
    const account = await database.read.accounts.findAccount(me.body.accountId);
    if (account === null) throw new Error('the account is missing');
    try {
      for (const missing of ['publicLinks', 'publicLinksCreate']) {
        const capabilities = account.capabilities.filter((one) => one !== missing);
        await database.transact(({ accounts }) => accounts.updateAccount({ ...account, capabilities }));
        const refused = { status: 403, body: { errorCode: 'capability_missing' } };
        const answer = await create();
        expect(answer).toMatchObject(refused);
        expect(answer.body.message).toContain(missing);
        expect(await running.client.post(pathOf(linkId, '/duplicate'), {})).toMatchObject(refused);
        expect((await get(linkId)).status).toBe(200);
      }
    } finally {
      await database.transact(({ accounts }) => accounts.updateAccount(account));
    }
  });

  it.skipIf(skip)(
    '[4.7-18] record their creation and duplication as billable, and what follows',
    async () => {
      const { linkId } = (await create()).body;
      const copy = await running.client.post<PublicLink>(pathOf(linkId, '/duplicate'), {});
      await running.client.put(pathOf(linkId), body({ name: 'Two' }));
      await disable(linkId);
      await disable(linkId);
      await running.client.delete(pathOf(linkId));
      const typesOf = async (id: string) =>
        (await running.service.database.read.audit.listFor({ kind: 'link', id })).map(({ type }) => type);
      expect(await typesOf(linkId)).toEqual([
        'link.created',
        'link.replaced',
        'link.disabled',
        'link.deleted',
      ]);
      expect(await typesOf(copy.body.linkId)).toEqual(['link.duplicated']);
    },
  );

  it.skipIf(skip)('of another account do not exist, and a colleague sees shared ones only', async () => {
    const stranger = await running.addAccount();
    const colleague = await addColleague();
    const shared = (await create({ sharingSetting: 'shared' })).body.linkId;
    const hidden = (await create()).body.linkId;
    const reads = ['', '/fields', '/documents'];
    for (const path of reads) {
      expect((await stranger.get(pathOf(shared, path))).status).toBe(404);
      expect((await colleague.get(pathOf(shared, path))).status).toBe(200);
      expect(await colleague.get(pathOf(hidden, path))).toMatchObject({
        status: 403,
        body: { errorCode: 'not_yours' },
      });
    }
    for (const [client, status] of [
      [stranger, 404],
      [colleague, 403],
    ] as const) {
      expect((await client.put(pathOf(shared), body())).status).toBe(status);
      expect((await client.put(pathOf(shared, '/disable'), {})).status).toBe(status);
      expect((await client.delete(pathOf(shared))).status).toBe(status);
    }
    const seen = (await colleague.get<Links>('/v1/links')).body.links.map(({ linkId }) => linkId);
    expect(seen).toContain(shared);
    expect(seen).not.toContain(hidden);
    expect((await stranger.get<Links>('/v1/links')).body.links).toEqual([]);
  });
});
