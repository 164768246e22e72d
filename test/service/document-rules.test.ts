import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { authorize } from './api-client.ts';
import {
  documentBody,
  readInvitation,
  signByHand,
  uploadFixture,
  waitFor,
  waitForStatus,
} from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, type TestService } from './start-service.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const STATUSES = ['created', 'processing', 'error', 'awaiting_signatures', 'completed', 'revoked', 'deleted'];

interface Box {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface DocumentAnswer {
  readonly documentId: string;
  readonly status: string;
  readonly userId: string;
  readonly sharingSetting?: string;
  readonly signeeDetails: readonly {
    readonly signeeId: string;
    readonly signingOrder: number;
    readonly signedAt: string | null;
    readonly signatureStatus: string;
    readonly signaturePlacement: string;
    readonly signatureType: string;
    readonly phoneNumber: string | null;
  }[];
}

describe('documents through the API', () => {
  const folder = makeTemporaryDir();
  let running: TestService;
  let fileId: string;
  beforeAll(async () => {
    running = await shareService(anyDatabase);
    fileId = await uploadFixture(running.client, 'plain/a4.pdf');
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  const post = <T = { documentId: string }>(changes: object) =>
    running.client.post<T>('/v1/docs', documentBody(fileId, { ...changes }));
  const get = (documentId: string) => running.client.get<DocumentAnswer>(`/v1/docs/${documentId}`);
  const boxesOf = async (link: string) =>
    (await running.client.anonymous.get<{ boxes: readonly Box[] }>(`${link}/session`)).body.boxes;

  /** Sends a document to one signee and resolves with its id and the link. */
  async function send(signee: object, changes: object = {}) {
    const emailAddress = `${randomUUID()}@example.com`;
    const signeeDetails = [{ fullName: 'Ada Łovelace', emailAddress, ...signee }];
    const answer = await post({ signeeDetails, ...changes });
    expect(answer).toMatchObject({ status: 201 });
    const link = await readInvitation(running.client, emailAddress);
    return { documentId: answer.body.documentId, link, emailAddress };
  }

  describe('boxes', () => {
    const at = (signatureBox: object) => send({ signaturePlacement: 'existing', signatureBox });

    it('[2-05] [2.4-21] [D1-04] [D1-05] are points, keep their corner when they are scaled, on pages counted from 0', async () => {
      const plain = await at({ page: 0, x: 100, y: 200 });
      expect(await boxesOf(plain.link)).toMatchObject([{ page: 0, x: 100, y: 200, width: 219, height: 58 }]);
      const half = await at({ page: 0, x: 100, y: 200, scale: 0.5 });
      const scaled = { page: 0, x: 100, y: 200, width: 109.5, height: 29 };
      expect(await boxesOf(half.link)).toMatchObject([scaled]);
    });

    it('[2.4-23] may have a scale of 1.5 and not more', async () => {
      const { link } = await at({ page: 0, x: 0, y: 0, scale: 1.5 });
      expect(await boxesOf(link)).toMatchObject([{ width: 328.5, height: 87 }]);
      const signatureBox = { page: 0, x: 0, y: 0, scale: 1.51 };
      const emailAddress = 'ada@example.com';
      expect(await post({ signeeDetails: [{ fullName: 'Ada', emailAddress, signatureBox }] })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'signeeDetails.0.signatureBox.scale' }] },
      });
    });

    it('[2.4-36] are the same with and without formFieldId', async () => {
      const [without] = await boxesOf((await at({ page: 0, x: 10, y: 20 })).link);
      const [withId] = await boxesOf((await at({ page: 0, x: 10, y: 20, formFieldId: 'f' })).link);
      expect({ ...withId, id: null }).toEqual({ ...without, id: null });
    });

    it('[2.1-09] come from the request, not from signature fields that the PDF had', async () => {
      const signed = await uploadFixture(running.client, 'signed/unsigned-field.pdf');
      const { link } = await send({ signaturePlacement: 'new_page' }, { fileId: signed });
      const [box, ...others] = await boxesOf(link);
      expect(others).toEqual([]);
      expect(box?.page).toBe(1);
    });

    it('[D1-16] [D1-17] on a new page are in signing order, each with the name under it', async () => {
      const names = ['Third Ōno', 'First Ada', 'Second Bo'];
      const signeeDetails = names.map((fullName, index) => ({
        fullName,
        emailAddress: `${randomUUID()}@example.com`,
        signaturePlacement: 'new_page',
        signingOrder: [3, 1, 2][index],
      }));
      const { body } = await post({ signeeDetails, enableSigningOrder: true });
      const link = await readInvitation(running.client, signeeDetails[1]?.emailAddress ?? '');
      const view = await running.client.anonymous.get<{ boxes: Box[]; otherBoxes: (Box & { id: string })[] }>(
        `${link}/session`,
      );
      const { signeeDetails: stored } = (await get(body.documentId)).body;
      const boxes = [...view.body.boxes, ...view.body.otherBoxes] as (Box & { id: string })[];
      const reading = boxes.toSorted((one, other) => one.y - other.y || one.x - other.x).map(({ id }) => id);
      const inOrder = stored.toSorted((one, other) => one.signingOrder - other.signingOrder);
      expect(reading).toEqual(inOrder.map(({ signeeId }) => signeeId));
      const pdf = await running.client.anonymous.get(`${link}/document.pdf`);
      const loading = getDocument({ data: Uint8Array.from(pdf.bytes), verbosity: 0 });
      const { items } = await (await (await loading.promise).getPage(2)).getTextContent();
      await loading.destroy();
      for (const [index, { signeeId }] of stored.entries()) {
        const box = boxes.find(({ id }) => id === signeeId);
        const item = items.find((one) => 'str' in one && one.str === names[index]);
        const baseline = item !== undefined && 'transform' in item ? 841.89 - item.transform[5] : 0;
        expect(baseline).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0));
        expect(baseline).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0) + 30);
      }
    });
  });

  it('[2-01] [4.3-03] [4.3-04] [4.3-15] files have a UUID and need a token with the scope write', async () => {
    expect(fileId).toMatch(UUID);
    const path = fixturePath('plain/a4.pdf');
    expect(await running.client.anonymous.upload(path)).toMatchObject({ status: 401 });
    const reader = await authorize(running.baseUrl, running.apiKey, 'read');
    expect(await reader.upload(path)).toMatchObject({ status: 403, body: { errorCode: 'scope_missing' } });
    expect(await running.client.delete('/v1/files/not-a-uuid')).toMatchObject({
      status: 400,
      body: { errorCode: 'invalid_request', details: [{ path: 'fileId' }] },
    });
  });

  it('[D3-38] [D3-39] merging renames fields of one name and gives groups of several files numbers of their own', async () => {
    const fileIds = await Promise.all(['a', 'b'].map(() => uploadFields(['Name', 'Scan|svc-scan-id[1]'])));
    const { body } = await running.client.post<{ fileId: string }>('/v1/files/merge', { fileIds, name: 'M' });
    const fields = await running.client.get<
      { name: string; attributes: { name: string; index?: number }[] }[]
    >(`/v1/files/${body.fileId}/fields`);
    const names = fields.body.map(({ name }) => name.split('|')[0]);
    expect(names).toEqual(['Name', 'Scan', 'Name#2', expect.stringContaining('Scan')]);
    const groups = fields.body.flatMap(({ attributes }) => attributes).map(({ index }) => index);
    expect(groups).toEqual([1, 2]);
  });

  async function uploadFields(names: readonly string[]): Promise<string> {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([595, 842]);
    for (const [index, name] of names.entries()) {
      const field = pdf.getForm().createTextField(name);
      field.addToPage(page, { x: 50, y: 780 - index * 40, width: 300, height: 24 });
    }
    const path = join(folder.path, `${randomUUID()}.pdf`);
    writeFileSync(path, await pdf.save());
    return (await running.client.upload<{ fileId: string }>(path)).body.fileId;
  }

  it('[4.4-38] [4.4-39] [4.4-40] [3-01] [2-04] the answer of POST /docs has the document’s id, name, time, owner, status and address', async () => {
    for (const changes of [{}, { aiAssistant: { enabled: false } }]) {
      const { status, body } = await post<{ documentId: string; createdAt: string }>(changes);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        documentId: expect.stringMatching(UUID),
        name: 'Contract',
        createdAt: expect.stringMatching(ISO_DATE),
        userId: expect.stringMatching(UUID),
        status: 'created',
        documentUrl: expect.stringContaining(body.documentId),
      });
    }
  });

  // With `enabled: true` it is refused, as the service has no assistant.
  it.each([[{}], [{ aiAssistant: {} }], [{ aiAssistant: { language: 'fi', textToSpeech: true } }]])(
    '[2.2-09] [4.4-25] a document has no assistant unless that is enabled: %j',
    async (changes) => {
      const { status, body } = await post<{ documentId: string; status: string }>(changes);
      expect([status, body.status]).toEqual([201, 'created']);
      const shown = await running.client.get<object>(`/v1/docs/${body.documentId}`);
      expect(shown.status).toBe(200);
      expect(shown.body).not.toHaveProperty('aiAssistant');
    },
  );

  it('[2-02] [2.3-05] [2.3-06] [2.3-08] [2.4-10] [D5-18] signees have a UUID, the defaults, and the phone number as given', async () => {
    const signeeDetails = [
      {
        fullName: 'Ada',
        emailAddress: 'ada@example.com',
        phoneNumber: '+46 70 123 45 67',
        signatureType: 'digital_ink',
        signatureBox: { page: 0, x: 10, y: 10 },
        signingOrder: 7,
      },
      { fullName: 'Bo', emailAddress: 'bo@example.com', signatureBox: { page: 0, x: 10, y: 110 } },
    ];
    const { body } = await post({ signeeDetails });
    const document = (await get(body.documentId)).body;
    expect(document.documentId).toMatch(UUID);
    expect(document.signeeDetails).toMatchObject([
      { phoneNumber: '+46 70 123 45 67', signatureType: 'digital_ink', signaturePlacement: 'existing' },
      { phoneNumber: null, signatureType: 'digital_ink', signaturePlacement: 'existing' },
    ]);
    expect(document.signeeDetails.map(({ signingOrder }) => signingOrder)).toEqual([1, 1]);
    for (const { signeeId } of document.signeeDetails) expect(signeeId).toMatch(UUID);
  });

  it('[2.2-07] [2.2-19] [2.2-20] [2.3-11] [3-02] [3-16] [D5-07] goes from created over awaiting_signatures to completed, and the list says so', async () => {
    const { documentId, link } = await send({ signaturePlacement: 'new_page' });
    const open = await get(documentId);
    expect(open.body).toMatchObject({
      status: 'awaiting_signatures',
      signeeDetails: [{ signatureStatus: 'awaiting_signature', signedAt: null }],
    });
    await signByHand(running.client.anonymous, link, []);
    const signed = (await get(documentId)).body.signeeDetails[0];
    expect(signed).toMatchObject({ signatureStatus: 'signed', signedAt: expect.stringMatching(ISO_DATE) });
    await waitFor('completion', async () => {
      const [{ body }, file] = await Promise.all([
        get(documentId),
        running.client.get(`/v1/docs/${documentId}/signed-file`),
      ]);
      expect(STATUSES).toContain(body.status);
      // Asked before the file: a completed document has one.
      if (body.status !== 'completed') return null;
      return file.status === 302 ||
        (await running.client.get(`/v1/docs/${documentId}/signed-file`)).status === 302
        ? true
        : null;
    });
    const { body: list } = await running.client.get<{ documents: readonly object[] }>('/v1/docs?limit=50');
    expect(list.documents).toContainEqual({
      documentId,
      name: 'Contract',
      createdAt: expect.stringMatching(ISO_DATE),
      status: 'completed',
      userId: open.body.userId,
    });
  });

  it('[4.4-24] personalMessage is in the invitation', async () => {
    const personalMessage = 'Please sign before Friday.';
    const { emailAddress } = await send({ signaturePlacement: 'new_page' }, { personalMessage });
    const letters = await running.client.get<{ text: string }[]>(`/outbox/messages?to=${emailAddress}`);
    expect(letters.body[0]?.text).toContain(personalMessage);
  });

  it('[D4-04] messages are English for a language that is not known', async () => {
    const english = await post<{ message: string }>({ name: '' });
    const unknown = await running.client.post('/v1/docs', documentBody(fileId, { name: '' }), {
      'accept-language': 'tlh',
    });
    expect(unknown.body).toEqual(english.body);
  });

  it('[D5-03] a signee whose invitation is off counts as invited: the document awaits signatures', async () => {
    const signeeDetails = [
      {
        fullName: 'Ada',
        emailAddress: `${randomUUID()}@example.com`,
        signaturePlacement: 'new_page',
        disableInvitationMessage: true,
      },
    ];
    const { body } = await post({ signeeDetails });
    expect(await waitForStatus(running.client, body.documentId, 'awaiting_signatures')).toBeTruthy();
  });

  it('a stranger finds neither shared nor private documents', async () => {
    const shared = await post({ sharingSetting: 'shared' });
    const own = await post({ sharingSetting: 'private' });
    const stranger = await running.addAccount();
    const { body } = await stranger.get<{ documents: readonly object[] }>('/v1/docs');
    expect(body.documents).toEqual([]);
    for (const { documentId } of [shared.body, own.body]) {
      expect(await stranger.get(`/v1/docs/${documentId}`)).toMatchObject({ status: 404 });
    }
  });
});
