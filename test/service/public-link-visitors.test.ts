import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { copyVisits } from '../../packages/signing/testing/copy-visits.ts';
import type { Answer } from './api-client.ts';
import { signByHand, uploadFixture, waitFor } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

interface PublicLink {
  readonly linkId: string;
  readonly url: string;
  readonly counts: { readonly opened: number; readonly started: number; readonly completed: number };
}

interface View {
  readonly documentId: string;
  readonly reason?: string;
  readonly canSign: boolean;
  readonly disablePrinting?: boolean;
  readonly slot?: { readonly number: number; readonly count: number; readonly label: string };
}

interface Documents {
  readonly documents: readonly { readonly documentId: string; readonly status: string }[];
}

const HOUR_MS = 3_600_000;

describe.each(shareOf(databaseKinds))('visitors of public links on the $title database', ({ kind, skip }) => {
  let running: TestService;
  let fileId: string;
  let now = new Date();
  beforeAll(async () => {
    if (skip) return;
    running = await shareService(kind, () => now);
    fileId = await uploadFixture(running.client);
  });
  afterAll(() => running?.close());

  const slot = (label = '') => ({ signaturePlacement: 'new_page', label });
  const create = async (changes: object = {}) => {
    const body = { fileId, name: 'Lease', signeeDetails: [slot()], ...changes };
    return (await running.client.post<PublicLink>('/v1/links', body)).body;
  };
  const countsOf = async (linkId: string) =>
    (await running.client.get<PublicLink>(`/v1/links/${linkId}`)).body.counts;
  const disable = (linkId: string) => running.client.put(`/v1/links/${linkId}/disable`, {});
  const documentsOf = async (linkId: string) =>
    (await running.client.get<Documents>(`/v1/links/${linkId}/documents`)).body.documents;

  const begin = (url: string, details: object) =>
    running.client.anonymous.post<{ signingUrl: string }>(`${url}/session`, {
      fullName: 'Ada Łovelace',
      ...details,
    });

  const cookieOf = ({ headers }: Answer) => (headers.get('set-cookie') ?? '').split(';')[0] ?? '';

  /** Asks for a code at the visitor's address; resolves with it and the cookie of the browser. */
  const requestCode = async (signingUrl: string, emailAddress: string) => {
    const sent = await running.client.anonymous.post(`${signingUrl}/code`, {});
    const { body } = await running.client.get<{ text: string }[]>(
      `/outbox/messages?to=${encodeURIComponent(emailAddress)}`,
    );
    return { code: /\b\d{6}\b/.exec(body[0]?.text ?? '')?.[0] ?? '', cookie: cookieOf(sent) };
  };

  /** The address of a visitor who entered the code, and the headers of that browser. */
  const enter = async (url: string) => {
    const emailAddress = `${randomUUID()}@example.com`;
    const { signingUrl } = (await begin(url, { emailAddress })).body;
    const { code, cookie } = await requestCode(signingUrl, emailAddress);
    const headers = { cookie };
    const checked = await running.client.anonymous.post<View>(`${signingUrl}/code/check`, { code }, headers);
    return { signingUrl, headers, checked, emailAddress };
  };

  const waitUntilSignable = (signingUrl: string, headers: Record<string, string>) =>
    waitFor('the prepared document', async () => {
      const { body } = await running.client.anonymous.get<View>(`${signingUrl}/session`, headers);
      return body.canSign ? body : null;
    });

  const sign = async (signingUrl: string, headers: Record<string, string>, values: unknown = []) => {
    const browser = { ...running.client.anonymous, post: withHeaders(headers) };
    return (await signByHand(browser, signingUrl, values)) as Answer<View>;
  };
  const withHeaders =
    (headers: Record<string, string>): TestService['client']['post'] =>
    (path, body) =>
      running.client.anonymous.post(path, body, headers);

  // A stranger who knew an address used up its codes of the day: its owner could not sign.
  it.skipIf(skip)(
    'get half of the codes of an address for one network, and more once one is entered',
    async () => {
      const { url } = await create();
      const emailAddress = `${randomUUID()}@example.com`;
      const { anonymous } = running.client;
      const visit = async () => (await begin(url, { emailAddress })).body.signingUrl;
      const signingUrl = await visit();
      let cookie = '';
      const send = async () => {
        now = new Date(now.getTime() + 61_000);
        const sent = await anonymous.post(`${signingUrl}/code`, {}, cookie === '' ? {} : { cookie });
        cookie ||= cookieOf(sent);
        return sent;
      };
      for (let count = 0; count < 5; count += 1) expect((await send()).status).toBe(200);
      const refused = await send();
      expect([refused.status, refused.body]).toMatchObject([429, { errorCode: 'code_cooldown' }]);
      const path = `/outbox/messages?to=${encodeURIComponent(emailAddress)}`;
      const [last] = (await running.client.get<{ text: string }[]>(path)).body;
      const [code] = /\b\d{6}\b/.exec(last?.text ?? '') ?? [];
      expect((await anonymous.post(`${signingUrl}/code/check`, { code }, { cookie })).status).toBe(200);
      expect((await anonymous.post(`${await visit()}/code`, {})).status).toBe(200);
    },
  );

  it.skipIf(skip)('[D10-17] initial the boxes of their slot', async () => {
    const furtherBoxes = [{ kind: 'initials', page: 'all', x: 500, y: 780, scale: 0.5 }];
    const { url } = await create({ signeeDetails: [{ ...slot(), furtherBoxes }, slot()] });
    const { signingUrl, headers } = await enter(url);
    const shown = await waitUntilSignable(signingUrl, headers);
    // The page that is added for the signature has no initials.
    expect(shown).toMatchObject({
      boxes: [
        { type: 'initials', page: 0, width: 36 },
        { type: 'initials', page: 1 },
        { type: 'signature', page: 2 },
      ],
    });
    const typed = { kind: 'typed', typedName: 'Ada Łovelace' };
    const post = withHeaders(headers);
    const path = `${signingUrl}/signature`;
    expect(await post(path, { ink: typed, consent: true })).toMatchObject({
      status: 400,
      body: { errorCode: 'initials_required' },
    });
    const initials = { kind: 'typed', typedName: 'AŁ' };
    const next = await post<View>(path, { ink: typed, initials, consent: true });
    // The second slot has no such box.
    expect(next).toMatchObject({ status: 200, body: { boxes: [{ type: 'signature' }] } });
    expect(await post(path, { ink: typed, initials, consent: true })).toMatchObject({
      status: 400,
      body: { errorCode: 'initials_not_asked' },
    });
    expect((await post(path, { ink: typed, consent: true })).status).toBe(200);
  });

  it.skipIf(skip)(
    '[1-11] [4.7-16] [4.7-19] [D6-27] [D6-28] [D6-29] [D6-33] sign a document each, after a code, and are counted',
    async () => {
      const { linkId, url } = await create({ disablePrinting: true });
      const shown = await running.client.anonymous.get<View>(`${url}/session`);
      expect(shown).toMatchObject({
        status: 200,
        body: { documentName: 'Lease', reason: 'details_required', disablePrinting: true },
      });
      await running.client.anonymous.get(`${url}/session`, { cookie: cookieOf(shown) });
      expect(await countsOf(linkId)).toEqual({ opened: 1, started: 0, completed: 0 });

      const documents: string[] = [];
      for (const _ of [1, 2]) {
        const { signingUrl, headers, checked } = await enter(url);
        expect(checked).toMatchObject({ status: 200, body: { slot: { number: 1, count: 1 } } });
        const view = await waitUntilSignable(signingUrl, headers);
        expect(view.disablePrinting).toBe(true);
        expect((await sign(signingUrl, headers)).status).toBe(200);
        documents.push(view.documentId);
      }
      expect(new Set(documents).size).toBe(2);
      const listed = await waitFor('completed documents', async () => {
        const found = await documentsOf(linkId);
        return found.length === 2 ? found : null;
      });
      expect(listed.map(({ documentId }) => documentId).toSorted()).toEqual(documents.toSorted());
      expect(listed.map(({ status }) => status)).toEqual(['completed', 'completed']);
      expect(await countsOf(linkId)).toEqual({ opened: 1, started: 2, completed: 2 });
      const all = await running.client.get<Documents>('/v1/docs?limit=50');
      expect(all.body.documents.filter(({ documentId }) => documents.includes(documentId))).toEqual([]);
      expect((await running.client.get(`/v1/docs/${documents[0]}`)).status).toBe(200);
    },
  );

  it.skipIf(skip)('[D6-30] sign every slot in one sitting, one after the other', async () => {
    const { linkId, url } = await create({ signeeDetails: [slot('Tenant'), slot('Payer')] });
    const { signingUrl, headers, emailAddress } = await enter(url);
    const first = await waitUntilSignable(signingUrl, headers);
    expect(first.slot).toEqual({ number: 1, count: 2, label: 'Tenant' });
    const second = await sign(signingUrl, headers);
    expect(second.body).toMatchObject({ canSign: true, slot: { number: 2, count: 2, label: 'Payer' } });
    expect(await documentsOf(linkId)).toEqual([]);
    const last = await sign(signingUrl, headers);
    expect(last).toMatchObject({ status: 200, body: { canSign: false, reason: 'already_signed' } });
    expect((await sign(signingUrl, headers)).status).toBe(403);
    await waitFor('the completed document', async () =>
      (await documentsOf(linkId)).length === 1 ? true : null,
    );
    const document = await running.client.get<{ signeeDetails: { fullName: string }[] }>(
      `/v1/docs/${first.documentId}`,
    );
    expect(document.body.signeeDetails.map(({ fullName }) => fullName)).toEqual([
      'Ada Łovelace',
      'Ada Łovelace',
    ]);
    const mail = await waitFor('the completed message', async () => {
      const { body } = await running.client.get<object[]>(`/outbox/messages?to=${emailAddress}`);
      return body.length > 1 ? body : null;
    });
    // The code, and one message that it is completed.
    expect(mail).toHaveLength(2);
  });

  it.skipIf(skip)('have no document before their code is right, and leave nothing behind', async () => {
    const { linkId, url } = await create();
    const emailAddress = `${randomUUID()}@example.com`;
    const { signingUrl } = (await begin(url, { emailAddress })).body;
    const { code, cookie } = await requestCode(signingUrl, emailAddress);
    const wrong = code === '000000' ? '000001' : '000000';
    const checked = await running.client.anonymous.post(
      `${signingUrl}/code/check`,
      { code: wrong },
      { cookie },
    );
    expect(checked).toMatchObject({ status: 400, body: { errorCode: 'code_invalid' } });
    const { body } = await running.client.anonymous.get<View>(`${signingUrl}/session`);
    expect(body).toMatchObject({ reason: 'verification_required', canSign: false });
    for (const path of ['document.pdf', 'sealed.pdf'])
      expect((await running.client.anonymous.get(`${signingUrl}/${path}`)).status).toBe(403);
    expect((await countsOf(linkId)).started).toBe(0);
    const trail = await running.service.database.read.audit.listFor({
      kind: 'document',
      id: body.documentId,
    });
    expect(trail).toEqual([]);
    const start = now;
    try {
      now = new Date(start.getTime() + HOUR_MS);
      await running.service.database.transact(({ jobs }) => jobs.enqueue({ name: 'remove-expired' }));
      await waitFor('the removal', async () =>
        (await running.service.database.read.documents.find(body.documentId)) === null ? true : null,
      );
    } finally {
      now = start;
    }
    expect((await running.client.anonymous.get(`${signingUrl}/session`)).status).toBe(404);
  });

  // The owner's values once prepared the document: the visitor was reminded by a link without a code, and signed.
  it.skipIf(skip)(
    '[D6-29] have no document that its owner can begin, change or see before their code',
    async () => {
      const { linkId, url } = await create();
      const { signingUrl } = (await begin(url, { emailAddress: `${randomUUID()}@example.com` })).body;
      const { documentId } = (await running.client.anonymous.get<View>(`${signingUrl}/session`)).body;
      const { client } = running;
      const path = `/v1/docs/${documentId}`;
      const answers = [
        await client.post(`${path}/field-values`, { fields: [] }),
        await client.get(path),
        await client.get(`${path}/recipient-links`),
        await client.put(`${path}/revoke`, {}),
        await client.post(`${path}/duplicate`, {}),
      ];
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 404, body: { errorCode: 'document_not_found' } });
      expect(await countsOf(linkId)).toMatchObject({ started: 0, completed: 0 });
    },
  );

  it.skipIf(skip)('say who they are, and can be reached', async () => {
    const { url } = await create();
    const wrong = [
      [{ fullName: '', emailAddress: 'a@example.com' }, 'fullName'],
      [{ fullName: 'Ada' }, 'emailAddress'],
      [{ fullName: 'Ada', emailAddress: 'nobody' }, 'emailAddress'],
      [{ fullName: 'Ada', phoneNumber: 'x' }, 'phoneNumber'],
      [{ fullName: '\u{1F600}', emailAddress: 'a@example.com' }, 'fullName'],
    ] as const;
    for (const [details, path] of wrong) {
      expect(await begin(url, details)).toMatchObject({ status: 400, body: { details: [{ path }] } });
    }
    // It began with a blank, since no member was named.
    expect(await begin(url, { fullName: 'Ada' })).toMatchObject({
      body: { errorCode: 'contact_required', message: expect.stringMatching(/^emailAddress .*is required/) },
    });
    const unknown = await begin(`${running.baseUrl}/sign/unknown`, { emailAddress: 'a@example.com' });
    expect(unknown).toMatchObject({ status: 404, body: { errorCode: 'link_not_found' } });
  });

  // Three visits with the contact of another person kept them out for an hour, and another spelling exceeded the limit.
  it.skipIf(skip)(
    'of one contact replace the oldest of their visits, however it is spelled, at all links of the account',
    async () => {
      const urls = [(await create()).url, (await create()).url];
      const local = randomUUID().slice(0, 8);
      const phone = '+46709999999';
      const spellings = [
        { emailAddress: `${local}@example.com`, phoneNumber: phone },
        { emailAddress: `other.${local}@example.com`, phoneNumber: '+46 70 999 99 99' },
        { emailAddress: `third.${local}@example.com`, phoneNumber: '+46-70-999 99 99' },
        { emailAddress: `fourth.${local}@example.com`, phoneNumber: phone },
      ];
      const begun: string[] = [];
      for (const [index, contact] of spellings.entries()) {
        // The oldest is known by its time.
        now = new Date(now.getTime() + 1000);
        const { status, body } = await begin(urls[index % 2] ?? '', contact);
        expect(status).toBe(201);
        begun.push(body.signingUrl);
      }
      const statusOf = async (url: string) => (await running.client.anonymous.get(`${url}/session`)).status;
      const statuses: number[] = [];
      for (const url of begun) statuses.push(await statusOf(url));
      expect(statuses).toEqual([404, 200, 200, 200]);
    },
  );

  // Strangers who knew the address, and asked for codes too, ended the visit of its owner.
  it.skipIf(skip)('are ended by no other visit of the contact once they asked for a code', async () => {
    const { url } = await create();
    const emailAddress = `${randomUUID()}@example.com`;
    const first = (await begin(url, { emailAddress })).body.signingUrl;
    const { code, cookie } = await requestCode(first, emailAddress);
    for (const _ of [1, 2, 3]) {
      now = new Date(now.getTime() + 1000);
      const { status, body } = await begin(url, { emailAddress });
      expect(status).toBe(201);
      await requestCode(body.signingUrl, emailAddress);
    }
    for (const _ of [1, 2, 3, 4]) expect((await begin(url, { emailAddress })).status).toBe(201);
    const checked = await running.client.anonymous.post(`${first}/code/check`, { code }, { cookie });
    expect(checked.status).toBe(200);
    for (const _ of [1, 2, 3, 4]) expect((await begin(url, { emailAddress })).status).toBe(201);
    const opened = await running.client.anonymous.get(`${first}/session`, { cookie });
    expect(opened.status).toBe(200);
  });

  it.skipIf(skip)('are refused for a while at a full link, unless one asked for no code', async () => {
    const { url } = await create();
    const [first, second, third] = ['first', 'second', 'third'].map(
      (name) => `${name}.${randomUUID()}@example.com`,
    );
    const oldest = (await begin(url, { emailAddress: first })).body.signingUrl;
    await requestCode(oldest, first ?? '');
    await copyVisits(running.service.database, oldest, 998);
    const replaced = (await begin(url, { emailAddress: second })).body.signingUrl;
    const kept = (await begin(url, { emailAddress: third })).body.signingUrl;
    const visits = await Promise.all(
      [oldest, replaced, kept].map((visit) => running.client.anonymous.get(`${visit}/session`)),
    );
    expect(visits.map(({ status }) => status)).toEqual([200, 404, 200]);
    await requestCode(kept, third ?? '');
    const refused = await begin(url, { emailAddress: `${randomUUID()}@example.com` });
    expect(refused).toMatchObject({ status: 429, body: { errorCode: 'visit_limit_reached' } });
    expect(refused.headers.get('retry-after')).toBe('600');
  });

  it.skipIf(skip)(
    '[3-30] go on with documents that they began before the link was disabled, and begin no others',
    async () => {
      const { linkId, url } = await create();
      const { signingUrl, headers } = await enter(url);
      const waiting = `${randomUUID()}@example.com`;
      const late = (await begin(url, { emailAddress: waiting })).body.signingUrl;
      await waitUntilSignable(signingUrl, headers);
      await disable(linkId);
      const refused = { status: 409, body: { errorCode: 'public_link_disabled' } };
      expect((await running.client.anonymous.get<View>(`${url}/session`)).body.reason).toBe('disabled');
      expect(await begin(url, { emailAddress: 'a@example.com' })).toMatchObject(refused);
      const { code, cookie } = await requestCode(late, waiting);
      expect(await running.client.anonymous.post(`${late}/code/check`, { code }, { cookie })).toMatchObject(
        refused,
      );
      expect((await sign(signingUrl, headers)).status).toBe(200);
      await waitFor('the completed document', async () =>
        (await documentsOf(linkId)).length === 1 ? true : null,
      );
    },
  );

  it.skipIf(skip)('sign documents that colleagues see as the link is shared', async () => {
    const { linkId, url } = await create();
    const { signingUrl, headers } = await enter(url);
    const { documentId } = await waitUntilSignable(signingUrl, headers);
    const sharing = async () =>
      (await running.client.get<{ sharingSetting: string }>(`/v1/docs/${documentId}`)).body.sharingSetting;
    expect(await sharing()).toBe('private');
    const body = { name: 'Lease', signeeDetails: [slot()], sharingSetting: 'shared' };
    await running.client.put(`/v1/links/${linkId}`, body);
    expect(await sharing()).toBe('shared');
  });

  it.skipIf(skip).each(['svc-access-document', 'svc-access-documentaction'])(
    '[2.10-50] [D3-08] see the file before they say who they are if it has %s, and no other file',
    async (attribute) => {
      const refused = { status: 403, body: { errorCode: 'verification_required' } };
      const closed = await create();
      expect(await running.client.anonymous.get(`${closed.url}/document.pdf`)).toMatchObject(refused);
      const { PDFDocument } = await import('pdf-lib');
      const pdf = await PDFDocument.create();
      pdf.getForm().createTextField(`view|${attribute}`).addToPage(pdf.addPage(), { x: 10, y: 10 });
      const folder = makeTemporaryDir();
      try {
        const path = join(folder.path, 'open.pdf');
        await writeFile(path, await pdf.save());
        const uploaded = await running.client.upload<{ fileId: string }>(path);
        const { url, linkId } = await create({ fileId: uploaded.body.fileId });
        const { body } = await running.client.anonymous.get(`${url}/session`);
        expect(body).toMatchObject({ isFileShown: true });
        const shown = await running.client.anonymous.get(`${url}/document.pdf`);
        expect(shown.status).toBe(200);
        expect(shown.bytes.subarray(0, 5).toString()).toBe('%PDF-');
        await disable(linkId);
        expect((await running.client.anonymous.get(`${url}/document.pdf`)).status).toBe(409);
      } finally {
        folder.remove();
      }
    },
  );
});
