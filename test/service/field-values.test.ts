import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { documentBody, readInvitation, waitForStatus } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, type TestService } from './start-service.ts';

interface Field {
  readonly name: string;
  readonly value: readonly string[];
  readonly readOnly: boolean;
}

interface SessionView {
  readonly fileVersion: string;
  readonly errorCode?: string;
  readonly fields: readonly Field[];
}

const TYPED = { ink: { kind: 'typed', typedName: 'Ada Łovelace' }, consent: true };

describe('form values of a document', () => {
  const folder = makeTemporaryDir();
  let running: TestService;
  beforeAll(async () => {
    running = await shareService(anyDatabase);
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  async function uploadForm(): Promise<string> {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([595, 842]);
    for (const [index, name] of ['City', 'Street', 'Country'].entries()) {
      const field = pdf.getForm().createTextField(name);
      field.addToPage(page, { x: 50, y: 780 - index * 40, width: 300, height: 24 });
    }
    pdf.getForm().getTextField('Country').setText('Sweden');
    const path = join(folder.path, `${randomUUID()}.pdf`);
    writeFileSync(path, await pdf.save());
    return (await running.client.upload<{ fileId: string }>(path)).body.fileId;
  }

  async function send(count = 1, changes: object = {}) {
    const addresses = Array.from({ length: count }, () => `ada.${randomUUID()}@example.com`);
    const signeeDetails = addresses.map((emailAddress) => ({
      fullName: 'Ada Łovelace',
      emailAddress,
      signaturePlacement: 'new_page',
    }));
    const body = documentBody(await uploadForm(), { signeeDetails, ...changes });
    const { documentId } = (await running.client.post<{ documentId: string }>('/v1/docs', body)).body;
    const links = await Promise.all(addresses.map((to) => readInvitation(running.client, to)));
    return { documentId, links };
  }

  const set = (documentId: string, fields: readonly object[], more: object = {}) =>
    running.client.post(`/v1/docs/${documentId}/field-values`, { fields, ...more });
  const getValues = (documentId: string) => running.client.get(`/v1/docs/${documentId}/field-values`);
  const readFields = async (documentId: string) =>
    (await running.client.get<readonly Field[]>(`/v1/docs/${documentId}/fields`)).body;
  const sign = (link: string, values: readonly object[] = []) =>
    running.client.anonymous.post(`${link}/signature`, { ...TYPED, values });

  async function readSealedText(link: string, documentId: string): Promise<string> {
    await waitForStatus(running.client, documentId, 'completed');
    const { bytes } = await running.client.anonymous.get(`${link}/sealed.pdf`);
    const loading = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
    const { items } = await (await (await loading.promise).getPage(1)).getTextContent();
    await loading.destroy();
    return items.map((item) => ('str' in item ? item.str : '')).join(' ');
  }

  it('[4.4-66] [D2-24] [D2-25] are set while nobody has signed; signees see them and the sealed file has them', async () => {
    const { documentId, links } = await send(1, { fields: [{ name: 'City', value: 'Lund' }] });
    const [link = ''] = links;
    const answer = await set(documentId, [{ name: 'Street', value: 'Storgatan 1' }], { errorLanguage: 'sv' });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual([
      { name: 'City', value: ['Lund'] },
      { name: 'Street', value: ['Storgatan 1'] },
      { name: 'Country', value: ['Sweden'] },
    ]);
    const { body } = await running.client.anonymous.get<SessionView>(`${link}/session`);
    expect(body.fields.map(({ value }) => value)).toEqual([['Lund'], ['Storgatan 1'], ['Sweden']]);
    expect(await sign(link)).toMatchObject({ status: 200 });
    const text = await readSealedText(link, documentId);
    expect(text).toContain('Storgatan 1');
    expect(text).toContain('Lund');
  });

  it('replace earlier ones, however often they are set and whoever sets them at the same time', async () => {
    const { documentId } = await send();
    await set(documentId, [{ name: 'City', value: 'Malmö' }]);
    const answers = await Promise.all([
      set(documentId, [{ name: 'Street', value: 'A' }]),
      set(documentId, [{ name: 'City', value: 'Växjö' }]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const fields = await readFields(documentId);
    expect(fields.map(({ value }) => value)).toEqual([['Växjö'], ['A'], ['Sweden']]);
  });

  it('[4.4-64] [2.5-11] the fields of a document have the shape of those of its file', async () => {
    const { documentId, links } = await send(2, { fields: [{ name: 'City', value: 'Lund' }] });
    const { body: document } = await running.client.get<{ fileId: string }>(`/v1/docs/${documentId}`);
    const { body: ofFile } = await running.client.get<readonly Field[]>(
      `/v1/files/${document.fileId}/fields`,
    );
    const fields = await readFields(documentId);
    expect(fields.map(Object.keys)).toEqual(ofFile.map(Object.keys));
    expect(fields[0]).toMatchObject({ name: 'City', value: ['Lund'] });
    await sign(links[0] ?? '', [{ name: 'Street', value: 'Ny' }]);
    expect((await readFields(documentId))[1]).toMatchObject({ value: ['Ny'], readOnly: true });
  });

  it('[1-12] [2.5-12] [2.5-13] [4.4-65] [3-18] are read back once the document is completed', async () => {
    const { documentId, links } = await send();
    expect(await getValues(documentId)).toMatchObject({
      status: 403,
      body: { errorCode: 'document_not_completed' },
    });
    await sign(links[0] ?? '', [{ name: 'City', value: 'Umeå' }]);
    await waitForStatus(running.client, documentId, 'completed');
    const { status, body } = await getValues(documentId);
    expect(status).toBe(200);
    expect(body).toEqual([
      { name: 'City', value: ['Umeå'] },
      { name: 'Country', value: ['Sweden'] },
    ]);
  });

  it('[3-19] [3-20] are refused once anybody has signed, and when the document is completed', async () => {
    const { documentId, links } = await send(2);
    await sign(links[0] ?? '');
    const refusal = { status: 403, body: { errorCode: 'document_not_editable' } };
    expect(await set(documentId, [{ name: 'City', value: 'x' }])).toMatchObject(refusal);
    await sign(links[1] ?? '');
    await waitForStatus(running.client, documentId, 'completed');
    expect(await set(documentId, [{ name: 'City', value: 'x' }])).toMatchObject(refusal);
    expect(await getValues(documentId)).toMatchObject({ body: [{ name: 'Country', value: ['Sweden'] }] });
  });

  it.each([
    ['an unknown field', [{ name: 'Nobody', value: 'x' }], 'unknown_field', 'fields.0'],
    ['an empty value', [{ name: 'City', value: '' }], 'empty_value', 'fields.0'],
    [
      'a name that is given twice',
      [
        { name: 'City', value: 'a' },
        { name: 'City', value: 'b' },
      ],
      'invalid_request',
      'fields.1.name',
    ],
    ['no list', 'x', 'invalid_request', 'fields'],
  ])('refuses %s and names the member', async (_, fields, errorCode, path) => {
    const { documentId } = await send();
    const answer = await running.client.post(`/v1/docs/${documentId}/field-values`, { fields });
    expect(answer).toMatchObject({ status: 400, body: { errorCode, details: [{ path }] } });
    expect(await readFields(documentId)).toMatchObject([{ value: [] }, { value: [] }, { value: ['Sweden'] }]);
  });

  it('make a new PDF, which a page that was opened before neither mixes with its own nor signs', async () => {
    const { documentId, links } = await send();
    const [link = ''] = links;
    const { anonymous } = running.client;
    const getPage = async () => (await anonymous.get<SessionView>(`${link}/session`)).body;
    const getFile = (version: string) =>
      anonymous.get<SessionView>(`${link}/document.pdf?version=${version}`, { range: 'bytes=0-99' });
    const signShown = ({ fileVersion }: SessionView) =>
      anonymous.post<SessionView>(`${link}/signature`, { ...TYPED, values: [], fileVersion });
    const opened = await getPage();
    const { status, headers } = await getFile(opened.fileVersion);
    expect(status).toBe(206);

    await set(documentId, [{ name: 'City', value: 'Lund' }]);
    const refused = { status: 409, body: { errorCode: 'document_changed' } };
    expect(await getFile(opened.fileVersion)).toMatchObject(refused);
    expect(await signShown(opened)).toMatchObject(refused);
    const since = { range: 'bytes=0-99', 'if-range': headers.get('etag') ?? '' };
    expect((await anonymous.get(`${link}/document.pdf`, since)).status).toBe(200);

    const reloaded = await getPage();
    expect(reloaded.fileVersion).not.toBe(opened.fileVersion);
    expect((await getFile(reloaded.fileVersion)).status).toBe(206);
    expect(await signShown(reloaded)).toMatchObject({ status: 200 });
  });

  it('of a signing page that was opened before are not signed with unseen ones: one of both requests is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const { documentId, links } = await send();
      const [signed, given] = await Promise.all([
        sign(links[0] ?? ''),
        set(documentId, [{ name: 'City', value: 'Lund' }]),
      ]);
      const outcome = `${signed.status} ${given.status}`;
      expect(['200 403', '409 200', '200 200']).toContain(outcome);
      if (signed.status !== 200) continue;
      await waitForStatus(running.client, documentId, 'completed');
      const { body } = await getValues(documentId);
      const city = (body as readonly Field[]).find(({ name }) => name === 'City');
      // Both succeed only one after the other: the values first.
      expect(city?.value).toEqual(given.status === 200 ? ['Lund'] : undefined);
    }
  });
});
