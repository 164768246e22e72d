import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, type PDFForm, PDFName, type PDFPage, PDFString } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { documentBody, readInvitation } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, type TestService } from './start-service.ts';

interface Field {
  readonly name: string;
  readonly fieldId: string;
  readonly type: string;
  readonly readOnly: boolean;
  readonly editable: boolean;
  readonly value: readonly string[];
  readonly defaultValues: readonly string[];
  readonly attributes: readonly { readonly name: string; readonly kind: string }[];
  readonly warnings: readonly object[];
}

const TRIGGERS = [
  'svc-orgnumber-verification[1]',
  'svc-orgnumber-verification-boardmember[2]',
  'svc-orgnumber-verification-kyc[3]',
  'svc-scan-id[1]',
  'svc-scan-id-basic[2]',
  'svc-scan-id-passport[3]',
  'svc-scan-id-passport-basic[4]',
  'svc-sms-verification',
  'svc-email-verification',
  'svc-upload-attachment[1]',
];

const FILLED = [
  'svc-date-now',
  'svc-uploaded-attachmentname[1]',
  'svc-verified-orgnumber[1]',
  'svc-verified-orgnumber-companyname[1]',
  'svc-verified-orgnumber-addressline1[1]',
  'svc-verified-orgnumber-zipCode[1]',
  'svc-verified-orgnumber-city[1]',
  'svc-scanned-id-mrz-firstname[1]',
  'svc-scanned-id-mrz-lastname[1]',
  'svc-scanned-id-mrz-personalnumber[1]',
  'svc-scanned-id-mrz-documentid[1]',
  'svc-scanned-id-mrz-nationality[1]',
  'svc-scanned-id-mrz-nationalitycode[1]',
  'svc-scanned-id-mrz-birthdate[1]',
  'svc-scanned-id-mrz-expirydate[1]',
  'svc-scanned-id-mrz-issuedate[1]',
  'svc-scanned-id-mrz-issuingstatecode[1]',
  'svc-scanned-id-mrz-issuingstatename[1]',
  'svc-scanned-id-mrz-placeofbirth[1]',
  'svc-scanned-id-mrz-placeofissue[1]',
];

const STYLES = ['svc-format-mobile', 'svc-format-email', 'svc-style-transparent'];

type Draw = (form: PDFForm, page: PDFPage, pdf: PDFDocument) => void;

/** One text field under another, from the top of the page. */
const textFields =
  (...names: readonly string[]): Draw =>
  (form, page) => {
    for (const [index, name] of names.entries()) {
      form.createTextField(name).addToPage(page, { x: 50, y: 790 - index * 35, width: 300, height: 20 });
    }
  };

/** A field of each type. */
const everyType: Draw = (form, page) => {
  const at = (index: number) => ({ x: 50, y: 780 - index * 50, width: 200, height: 30 });
  form.createTextField('text').addToPage(page, at(0));
  form.createCheckBox('check').addToPage(page, at(1));
  const radio = form.createRadioGroup('radio');
  radio.addOptionToPage('one', page, at(2));
  radio.addOptionToPage('two', page, at(3));
  const combo = form.createDropdown('combo');
  combo.setOptions(['a', 'b']);
  combo.addToPage(page, at(4));
  const list = form.createOptionList('list');
  list.setOptions(['x', 'y']);
  list.addToPage(page, at(5));
};

describe('forms through the API', () => {
  const folder = makeTemporaryDir();
  let running: TestService;
  beforeAll(async () => {
    running = await shareService(anyDatabase);
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  async function upload(draw: Draw): Promise<string> {
    const pdf = await PDFDocument.create();
    draw(pdf.getForm(), pdf.addPage([595, 842]), pdf);
    const path = join(folder.path, `${randomUUID()}.pdf`);
    writeFileSync(path, await pdf.save());
    return (await running.client.upload<{ fileId: string }>(path)).body.fileId;
  }

  const fieldsOf = (fileId: string) => running.client.get<readonly Field[]>(`/v1/files/${fileId}/fields`);

  async function findFields(draw: Draw): Promise<ReadonlyMap<string, Field>> {
    const { body } = await fieldsOf(await upload(draw));
    return new Map(body.map((field) => [field.name, field]));
  }

  /** Sends a document and resolves with the fields as its signee finds them. */
  async function fieldsOfSignee(fileId: string, changes: object): Promise<ReadonlyMap<string, Field>> {
    const emailAddress = `${randomUUID()}@example.com`;
    const signeeDetails = [{ fullName: 'Ada', emailAddress, signaturePlacement: 'new_page' }];
    const sent = await running.client.post('/v1/docs', documentBody(fileId, { signeeDetails, ...changes }));
    expect(sent).toMatchObject({ status: 201 });
    const link = await readInvitation(running.client, emailAddress);
    const { body } = await running.client.anonymous.get<{ fields: readonly Field[] }>(`${link}/session`);
    return new Map(body.fields.map((field) => [field.name, field]));
  }

  const post = (fileId: string, fields: readonly object[]) =>
    running.client.post('/v1/docs', documentBody(fileId, { fields }));

  it('[4.3-17] [D2-06] [2.10-51] the fields of a file are a bare array, there directly after the upload', async () => {
    const { status, body } = await fieldsOf(await upload(textFields('a', 'b')));
    expect(status).toBe(200);
    expect(body.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it.each(['signed/signed.pdf', 'signed/unsigned-field.pdf'])(
    '[2.1-07] [2.1-08] [D2-09] signature fields of %s are removed and not listed',
    async (name) => {
      const { status, body } = await running.client.upload<{ fileId: string; warnings: readonly object[] }>(
        fixturePath(name),
      );
      expect(status).toBe(201);
      expect(JSON.stringify(body.warnings)).toContain('signature');
      const { client } = running;
      const sent = await client.post<{ documentId: string }>('/v1/docs', documentBody(body.fileId));
      expect(sent).toMatchObject({ status: 201 });
      expect((await fieldsOf(body.fileId)).body.map(({ type }) => type)).not.toContain('signature');
    },
  );

  it('[D2-07] fields are listed by page, then from top to bottom, then from left to right', async () => {
    const fields = await findFields((form, page, pdf) => {
      const second = pdf.addPage([595, 842]);
      const size = { width: 80, height: 20 };
      form.createTextField('last').addToPage(second, { x: 10, y: 800, ...size });
      form.createTextField('below').addToPage(page, { x: 10, y: 100, ...size });
      form.createTextField('right').addToPage(page, { x: 200, y: 700, ...size });
      form.createTextField('left').addToPage(page, { x: 10, y: 700, ...size });
    });
    expect([...fields.keys()]).toEqual(['left', 'right', 'below', 'last']);
  });

  it('[2.5-02] a fieldId is no key of a value', async () => {
    const fileId = await upload(textFields('a'));
    const [field] = (await fieldsOf(fileId)).body;
    expect(field?.fieldId).not.toBe('a');
    expect(await post(fileId, [{ name: field?.fieldId, value: 'x' }])).toMatchObject({
      status: 400,
      body: { errorCode: 'unknown_field', details: [{ path: 'fields.0' }] },
    });
  });

  it('[2.5-09] defaultValues has the default of a field', async () => {
    const fields = await findFields((form, page) => {
      const field = form.createTextField('a');
      field.addToPage(page, { x: 50, y: 700, width: 200, height: 20 });
      field.acroField.dict.set(PDFName.of('DV'), PDFString.of('as it was'));
    });
    expect(fields.get('a')).toMatchObject({ defaultValues: ['as it was'], value: [] });
  });

  it('[D2-05] each warning of a field has a code and a message', async () => {
    const fields = await findFields(textFields('a|svc-scanned-id-mrz-lastname[1]'));
    const [warning] = fields.get('a|svc-scanned-id-mrz-lastname[1]')?.warnings ?? [];
    expect(warning).toEqual({ code: 'receiver_without_trigger', message: expect.stringMatching(/\w+ \w+/) });
  });

  it.each([
    ['[2.10-06]', 'trigger', TRIGGERS],
    ['[2.10-07]', 'auto-populated', FILLED],
    ['[2.10-08]', 'formatting', STYLES],
  ])('%s tells attributes of the kind %s', async (_rule, kind, attributes) => {
    const names = attributes.map((attribute) => `f|${attribute}`);
    const fields = await findFields(textFields(...names));
    const kinds = names.map((name) => fields.get(name)?.attributes.map((attribute) => attribute.kind));
    expect(kinds).toEqual(attributes.map(() => [kind]));
  });

  it('[2.5-07] [2.5-08] [D2-18] triggers and what the service fills cannot be prefilled, and the refusal names the field', async () => {
    const names = [...TRIGGERS, ...FILLED].map((attribute) => `f|${attribute}`);
    const fileId = await upload(textFields(...names, 'plain'));
    const fields = new Map((await fieldsOf(fileId)).body.map((field) => [field.name, field]));
    expect(fields.get('plain')).toMatchObject({ editable: true });
    for (const name of names) {
      expect(fields.get(name)).toMatchObject({ editable: false });
      const answer = await post(fileId, [
        { name: 'plain', value: 'x' },
        { name, value: 'y' },
      ]);
      expect(answer).toMatchObject({
        status: 400,
        body: { errorCode: 'field_not_editable', details: [{ path: 'fields.1' }] },
      });
      expect((answer.body as { message: string }).message).toContain(name);
    }
  });

  it('[2.5-05] [2.5-06] [4.4-15] a field that the PDF protects takes a prefilled value, and the signee cannot change it', async () => {
    const fileId = await upload((form, page) => {
      const field = form.createTextField('fixed');
      field.addToPage(page, { x: 50, y: 700, width: 200, height: 20 });
      field.enableReadOnly();
    });
    expect((await fieldsOf(fileId)).body).toMatchObject([{ readOnly: true, editable: true }]);
    const fields = await fieldsOfSignee(fileId, { fields: [{ name: 'fixed', value: 'by the sender' }] });
    expect(fields.get('fixed')).toMatchObject({ value: ['by the sender'], readOnly: true });
  });

  it.each([
    ['[4.4-16] keepOriginal, also if not given,', undefined, { open: false, filled: false, fixed: true }],
    ['keepOriginal', 'keepOriginal', { open: false, filled: false, fixed: true }],
    ['[4.4-17] filled', 'filled', { open: false, filled: true, fixed: true }],
    ['[4.4-18] all', 'all', { open: true, filled: true, fixed: true }],
  ])('%s decides which fields signees can change', async (_what, fieldsReadonlyMode, expected) => {
    const fileId = await upload((form, page, pdf) => {
      textFields('open', 'filled', 'fixed')(form, page, pdf);
      form.getTextField('fixed').enableReadOnly();
    });
    const fields = await fieldsOfSignee(fileId, {
      fields: [{ name: 'filled', value: 'x' }],
      fieldsReadonlyMode,
    });
    const readOnly = Object.fromEntries([...fields].map(([name, field]) => [name, field.readOnly]));
    expect(readOnly).toEqual(expected);
  });

  it('[D2-15] [D2-16] a value is one text, for a field of any type, or several in an array', async () => {
    const fileId = await upload(everyType);
    const texts = { text: 'hello', check: 'Yes', radio: 'two', combo: 'b', list: 'y' };
    const { body } = await fieldsOf(fileId);
    const on = body.find(({ name }) => name === 'check') as Field & { options: { value: string }[] };
    const given = { ...texts, check: on.options[0]?.value ?? 'Yes' };
    const single = Object.entries(given).map(([name, value]) => ({ name, value }));
    const lists = single.map(({ name, value }) => ({ name, value: [value] }));
    const expected = Object.fromEntries(single.map(({ name, value }) => [name, [value]]));
    for (const fields of [single, lists]) {
      const found = await fieldsOfSignee(fileId, { fields });
      expect(Object.fromEntries([...found].map(([name, { value }]) => [name, value]))).toEqual(expected);
    }
  });

  it('[D2-27] a value with a character that no font has is refused', async () => {
    const answer = await post(await upload(textFields('a')), [{ name: 'a', value: 'x\u{13000}' }]);
    expect(answer).toMatchObject({
      status: 400,
      body: { errorCode: 'text_not_drawable', details: [{ path: 'fields.0' }] },
    });
  });
});
