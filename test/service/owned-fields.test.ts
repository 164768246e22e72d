import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormField } from '@countersign/forms';
import { openPdf, readPdfaClaim } from '@countersign/pdf';
import { complaintsOfQpdf } from '@countersign/pdf/testing';
import { PDFDict, PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { hasPrograms, runToSuccess } from '../../packages/pdf/testing/outside-programs.ts';
import type { Answer } from './api-client.ts';
import { documentBody, readInvitation, waitForStatus } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, type TestService } from './start-service.ts';

interface ErrorBody {
  readonly errorCode: string;
  readonly details: readonly { readonly path: string; readonly message: string }[];
}

interface Sent extends ErrorBody {
  readonly documentId: string;
  readonly warnings?: readonly object[];
}

type Field = FormField & {
  readonly signeeId?: string;
  readonly dateFormat?: string;
  readonly owner?: { readonly signeeId: string; readonly fullName: string };
};

const at = (y: number, changes: object = {}) => ({ page: 0, x: 60, y, width: 200, height: 24, ...changes });

describe('form fields of one signee', () => {
  const folder = makeTemporaryDir();
  let running: TestService;
  beforeAll(async () => {
    running = await shareService(anyDatabase);
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  /** A page with text fields of the file; `change` is the last to touch it. */
  async function upload(names: readonly string[] = [], change: (pdf: PDFDocument) => void = () => undefined) {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([595, 842]);
    page.drawText('Contract', { x: 60, y: 800 });
    for (const [index, name] of names.entries())
      pdf
        .getForm()
        .createTextField(name)
        .addToPage(page, { x: 60, y: 400 - index * 40, width: 200, height: 24 });
    change(pdf);
    const path = join(folder.path, `${randomUUID()}.pdf`);
    writeFileSync(path, await pdf.save());
    return (await running.client.upload<{ fileId: string }>(path)).body.fileId;
  }

  const person = (fullName: string, formFields?: readonly object[]) => ({
    ...{ fullName, emailAddress: `${randomUUID()}@example.com`, signaturePlacement: 'new_page' },
    ...(formFields && { formFields }),
  });

  const post = (fileId: string, people: readonly object[], changes: object = {}) =>
    running.client.post<Sent>('/v1/docs', documentBody(fileId, { signeeDetails: people, ...changes }));

  async function send(people: readonly ReturnType<typeof person>[], changes: object = {}, fileId?: string) {
    const answer = await post(fileId ?? (await upload()), people, changes);
    expect(answer).toMatchObject({ status: 201 });
    const links = await Promise.all(people.map((one) => readInvitation(running.client, one.emailAddress)));
    return { ...answer.body, ada: links[0] ?? '', bo: links[1] ?? '' };
  }

  const fieldsOf = async (documentId: string) =>
    (await running.client.get<readonly Field[]>(`/v1/docs/${documentId}/fields`)).body;
  const shown = async (link: string) =>
    (await running.client.anonymous.get<{ fields: readonly Field[] }>(`${link}/session`)).body.fields;
  const sign = (link: string, values: Readonly<Record<string, string | readonly string[]>> = {}) =>
    running.client.anonymous.post<ErrorBody>(`${link}/signature`, {
      ink: { kind: 'typed', typedName: 'Ada' },
      values: Object.entries(values).map(([name, value]) => ({ name, value })),
      consent: true,
    });
  const details = ({ body }: Answer<ErrorBody>) => body.details.map(({ path }) => path);

  async function complete(
    link: string,
    documentId: string,
  ): Promise<{ bytes: Buffer; path: string; text: string }> {
    await waitForStatus(running.client, documentId, 'completed');
    const { bytes } = await running.client.anonymous.get(`${link}/sealed.pdf`);
    const path = join(folder.path, `${randomUUID()}.pdf`);
    writeFileSync(path, bytes);
    const loading = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
    const page = await (await loading.promise).getPage(1);
    const { items } = await page.getTextContent();
    const widgets = (await page.getAnnotations()).filter(
      ({ fieldType }) => fieldType !== undefined && fieldType !== 'Sig',
    );
    expect(widgets).toEqual([]);
    await loading.destroy();
    return { bytes, path, text: items.map((item) => ('str' in item ? item.str : '')).join(' ') };
  }

  it('[D10-01] are named fields of the file; unknown names and two owners are refused', async () => {
    const fileId = await upload(['City', 'Street']);
    const { documentId, bo } = await send([person('Ada'), person('Bo', [{ name: 'City' }])], {}, fileId);
    const fields = await fieldsOf(documentId);
    const owner = (await shown(bo))[0]?.owner;
    expect(owner).toMatchObject({ fullName: 'Bo' });
    expect(fields.map(({ signeeId }) => signeeId)).toEqual([owner?.signeeId, undefined]);

    const unknown = await post(fileId, [person('Ada', [{ name: 'Citty' }])]);
    expect(unknown).toMatchObject({ status: 400, body: { errorCode: 'unknown_field' } });
    expect(unknown.body.details).toMatchObject([
      { path: 'signeeDetails.0.formFields.0.name', message: expect.stringContaining('“City”') },
    ]);
    const twice = await post(fileId, [person('Ada', [{ name: 'City' }]), person('Bo', [{ name: 'City' }])]);
    expect(twice).toMatchObject({ status: 400, body: { errorCode: 'field_has_another_owner' } });
    expect(details(twice)).toEqual(['signeeDetails.1.formFields.0.name']);
  });

  it('[D10-02] [D10-03] are made in the PDF of every type, filled in, and content of the sealed file', async () => {
    const options = [{ label: 'Red', value: 'r' }, { label: 'Blue' }];
    const ofAda = [
      { ...at(60), name: 'Person.First', label: 'First name', required: true, maxLength: 20 },
      { ...at(100, { height: 60 }), name: 'Notes', multiline: true, fontSize: 9 },
      { ...at(180, { width: 20, height: 20 }), name: 'Terms', type: 'checkbox', required: true },
      { ...at(220), name: 'Color', type: 'combobox', options },
      { ...at(260, { height: 60 }), name: 'List', type: 'listbox', options },
    ];
    const buttons = [at(340, { width: 20, value: 'yes' }), at(380, { width: 20, value: 'no' })];
    const people = [person('Ada', ofAda), person('Bo', [{ name: 'Choice', type: 'radioButton', buttons }])];
    const fields = [{ name: 'Notes', value: 'prefilled' }];
    const { documentId, ada, bo } = await send(people, { fields });
    const listed = await fieldsOf(documentId);
    expect(listed.map(({ name, type, required, maxLength }) => [name, type, required, maxLength])).toEqual([
      ['Person.First', 'textField', true, 20],
      ['Notes', 'textField', false, null],
      ['Terms', 'checkbox', true, null],
      ['Color', 'combobox', false, null],
      ['List', 'listbox', false, null],
      ['Choice', 'radioButton', false, null],
    ]);
    expect(listed[0]?.boundingBox).toEqual({ page: 0, x: 60, y: 60, width: 200, height: 24 });
    expect(listed[2]?.options).toMatchObject([{ value: 'Yes' }]);
    expect(new Set(listed.map(({ signeeId }) => signeeId)).size).toBe(2);
    await running.client.post(`/v1/docs/${documentId}/field-values`, {
      fields: [{ name: 'Color', value: 'Blue' }],
    });

    const prepared = await running.client.anonymous.get(`${ada}/document.pdf`);
    const loading = getDocument({ data: Uint8Array.from(prepared.bytes), verbosity: 0 });
    const found = await (await (await loading.promise).getPage(1)).getAnnotations();
    expect(found.map(({ fieldName, fieldType }) => `${fieldType} ${fieldName}`)).toEqual([
      ...['Tx Person.First', 'Tx Notes', 'Btn Terms', 'Ch Color', 'Ch List', 'Btn Choice', 'Btn Choice'],
    ]);
    expect(found[0]).toMatchObject({ alternativeText: 'First name', required: true, maxLen: 20 });
    await loading.destroy();

    const missing = await sign(ada, { 'Person.First': 'Ada' });
    expect(missing).toMatchObject({ status: 400, body: { errorCode: 'required_field_empty' } });
    expect(missing.body.details).toHaveLength(1);
    expect(await sign(ada, { 'Person.First': 'Łucja', Terms: 'Yes', List: 'Red' })).toMatchObject({
      status: 200,
    });
    expect(await sign(bo, { Choice: 'no' })).toMatchObject({ status: 200 });
    const { path, text, bytes } = await complete(bo, documentId);
    for (const one of ['Łucja', 'prefilled', 'Blue', 'Red']) expect(text).toContain(one);
    const values = (await running.client.get(`/v1/docs/${documentId}/field-values`)).body;
    expect(values).toContainEqual({ name: 'Choice', value: ['no'] });
    expect(values).toContainEqual({ name: 'Terms', value: ['Yes'] });
    expect(complaintsOfQpdf(bytes)).toBe('');
    if (hasPrograms('pdftotext'))
      expect(runToSuccess('pdftotext', [path, '-']).toString()).toContain('Łucja');
    if (hasPrograms('mutool'))
      expect(runToSuccess('mutool', ['draw', '-F', 'text', path, '1']).toString()).toContain('Łucja');
  });

  it('[D10-20] of days take days in their format, from sender and signee, and have that of the signature', async () => {
    const dateFormat = 'DD.MM.YYYY';
    const fields = [
      { ...at(60), name: 'Move in', required: true, dateFormat },
      { ...at(100), name: 'Move out', dateFormat },
      { ...at(140), name: 'Signed|svc-date-now', dateFormat },
    ];
    const prefill = (value: string) => ({ fields: [{ name: 'Move out', value }] });
    const refused = await post(await upload(), [person('Ada', fields)], prefill('2027-02-03'));
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 'value_format_invalid' } });
    expect(refused.body.details).toMatchObject([
      { path: 'fields.0', message: expect.stringContaining('31.12.2026') },
    ]);
    const { documentId, ada } = await send([person('Ada', fields)], prefill('03.02.2027'));
    const values = (value: string) =>
      running.client.post<ErrorBody>(`/v1/docs/${documentId}/field-values`, prefill(value));
    expect(await values('30.02.2027')).toMatchObject({
      status: 400,
      body: { errorCode: 'value_format_invalid' },
    });
    expect(await values('28.02.2027')).toMatchObject({ status: 200 });
    expect((await fieldsOf(documentId)).map((field) => field.dateFormat)).toEqual(
      fields.map(() => dateFormat),
    );
    const open = await shown(ada);
    expect(open.map((field) => field.dateFormat)).toEqual(fields.map(() => dateFormat));
    expect(open[2]?.value[0]).toMatch(/^\d{2}\.\d{2}\.\d{4}$/);
    for (const wrong of ['2027-03-01', '1.3.2027', '31.04.2027'])
      expect(await sign(ada, { 'Move in': wrong })).toMatchObject({
        ...{ status: 400, body: { errorCode: 'value_format_invalid', details: [{ path: 'values.0' }] } },
      });
    expect(await sign(ada, { 'Move in': '01.03.2027', 'Move out': '' })).toMatchObject({ status: 200 });
    const { text } = await complete(ada, documentId);
    expect(text).toContain('01.03.2027');
    expect(text).not.toContain('28.02.2027');
    expect(text).toContain(open[2]?.value[0]);
  });

  it('[D10-03] have the label of their sender on the signing page, also for what is missing, and in the evidence', async () => {
    const field = { ...at(60), name: 'Rent 2', label: 'Rent (kr.)', required: true };
    const { ada, documentId } = await send([person('Ada', [field])]);
    expect(await shown(ada)).toMatchObject([{ name: 'Rent 2', label: 'Rent (kr.)' }]);
    const { body } = await sign(ada);
    expect(body).toMatchObject({ errorCode: 'required_field_empty' });
    expect(body.details[0]?.message).toContain('Rent (kr.)');
    await sign(ada, { 'Rent 2': '9,500' });
    await complete(ada, documentId);
    expect((await running.client.get(`/v1/docs/${documentId}/evidence`)).body).toMatchObject({
      signees: [{ filledIn: [{ label: 'Rent (kr.)', by: 'signee' }] }],
    });
  });

  it('[D10-22] are days in the format of the file, whose scripts are removed', async () => {
    const addScript = (name: string, script: string) => (pdf: PDFDocument) => {
      const JS = PDFString.of(script);
      const actions = pdf.context.obj({ F: { S: 'JavaScript', JS } });
      pdf.getForm().getTextField(name).acroField.dict.set(PDFName.of('AA'), actions);
    };
    const names = ['Born', 'Free', 'Signed|svc-date-now'];
    const fileId = await upload(names, (pdf) => {
      for (const name of names) addScript(name, 'AFDate_FormatEx("dd/mm/yyyy");')(pdf);
      addScript('Free', 'AFDate_FormatEx("d mmm yyyy");')(pdf);
    });
    const expected = ['DD/MM/YYYY', undefined, 'DD/MM/YYYY'];
    const { body } = await running.client.get<readonly Field[]>(`/v1/files/${fileId}/fields`);
    expect(body.map((field) => field.dateFormat)).toEqual(expected);

    const prefill = (value: string) => ({ fields: [{ name: 'Born', value }] });
    const refused = await post(fileId, [person('Ada')], prefill('2027-02-03'));
    expect(refused.body.details).toMatchObject([
      { path: 'fields.0', message: expect.stringContaining('31/12/2026') },
    ]);
    const { documentId, ada } = await send(
      [person('Ada', [{ name: 'Born' }])],
      prefill('03/02/2027'),
      fileId,
    );
    expect((await fieldsOf(documentId)).map((field) => field.dateFormat)).toEqual(expected);
    const open = await shown(ada);
    expect(open.map((field) => field.dateFormat)).toEqual(expected);
    expect(open[2]?.value[0]).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
    expect(await sign(ada, { Born: '2027-03-01' })).toMatchObject({
      ...{ status: 400, body: { errorCode: 'value_format_invalid', details: [{ path: 'values.0' }] } },
    });
    expect(await sign(ada, { Born: '01/03/2027', Free: '1 mars' })).toMatchObject({ status: 200 });
    const { text } = await complete(ada, documentId);
    for (const value of ['01/03/2027', '1 mars', open[2]?.value[0]]) expect(text).toContain(value);
  });

  it('[D10-03] with members of another type are refused, and the members named', async () => {
    const wrong = [
      { ...at(60), name: 'A', type: 'checkbox', maxLength: 3 },
      { name: 'B', type: 'radioButton', page: 0 },
      { ...at(60), name: 'C', type: 'combobox' },
    ];
    const answer = await post(await upload(), [person('Ada', wrong)], { errorLanguage: 'sv' });
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'invalid_request' } });
    const paths = ['0.maxLength', '1.page', '1.buttons', '2.options'];
    expect(details(answer)).toEqual(paths.map((path) => `signeeDetails.0.formFields.${path}`));
    expect(answer.body.details[0]?.message).toContain('passar inte ett fält av typen checkbox');
  });

  it('[D10-04] have attributes in their names, with the warnings and rules of other fields', async () => {
    const mail = 'Mail|svc-format-email';
    const fields = [
      { ...at(60), name: mail },
      { ...at(100), name: 'Day|svc-date-nwo' },
    ];
    const { ada, warnings } = await send([person('Ada', fields)]);
    expect(warnings).toEqual([
      {
        ...{ code: 'unknown_attribute', path: 'signeeDetails.0.formFields.1' },
        params: { field: 'Day|svc-date-nwo' },
      },
    ]);
    const refused = await sign(ada, { [mail]: 'nobody' });
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 'value_format_invalid' } });
    expect(await sign(ada, { [mail]: 'ada@example.com' })).toMatchObject({ status: 200 });
  });

  it('[D10-05] are refused with a name that is taken and outside of the page, and warned of over others', async () => {
    const fileId = await upload(['City', 'a.b']);
    const taken = await post(fileId, [
      person('Ada', [
        { ...at(60), name: 'City' },
        { ...at(60), name: 'a.b.c' },
        { ...at(60), name: 'city' },
      ]),
      person('Bo', [{ ...at(60), name: 'city' }]),
    ]);
    expect(taken).toMatchObject({ status: 400, body: { errorCode: 'field_name_taken' } });
    expect(details(taken)).toEqual(['signeeDetails.1.formFields.0.name']);
    const ofFile = await post(fileId, [
      person('Ada', [
        { ...at(60), name: 'City' },
        { ...at(60), name: 'a.b.c' },
      ]),
    ]);
    expect(details(ofFile)).toEqual([0, 1].map((index) => `signeeDetails.0.formFields.${index}.name`));
    const outside = await post(fileId, [
      person('Ada', [
        { ...at(830), name: 'Low' },
        { ...at(9, { page: 7 }), name: 'Far' },
      ]),
    ]);
    expect(outside).toMatchObject({ status: 400, body: { errorCode: 'box_outside_page' } });
    expect(outside.body.details[0]?.message).toContain('595 x 842');
    expect(details(outside)).toEqual([0, 1].map((index) => `signeeDetails.0.formFields.${index}`));

    const box = { page: 0, x: 60, y: 60 };
    const over = [
      { ...at(70), name: 'Over' },
      { ...at(75), name: 'Again' },
      { ...at(430), name: 'On City' },
    ];
    const ada = { ...person('Ada', over), signaturePlacement: 'existing', signatureBox: box };
    const { body } = await post(fileId, [ada]);
    expect(body.warnings).toEqual([
      {
        code: 'field_over_field',
        path: 'signeeDetails.0.formFields.1',
        params: { page: 0, field: 'Again', other: 'Over' },
      },
      {
        code: 'field_over_field',
        path: 'signeeDetails.0.formFields.2',
        params: { page: 0, field: 'On City', other: 'City' },
      },
      ...['Over', 'Again'].map((field) => ({
        ...{ code: 'box_over_field', path: 'signeeDetails.0.signatureBox' },
        params: { page: 0, box: 'signeeDetails.0.signatureBox', field },
      })),
    ]);
  });

  it('[D10-06] are open to their owner alone, and block no one else', async () => {
    const people = [
      person('Ada', [{ ...at(60), name: 'Hers', required: true }]),
      person('Bo', [{ ...at(100), name: 'His|svc-email-verification', required: true }]),
    ];
    const { documentId, ada, bo } = await send(people, {
      fields: [{ name: 'Hers', value: 'from the sender' }],
    });
    const [hers, his] = await shown(bo);
    expect(hers).toMatchObject({ readOnly: true, owner: { fullName: 'Ada' }, value: ['from the sender'] });
    expect(his).toMatchObject({ owner: { fullName: 'Bo' } });
    const refused = await sign(bo, { Hers: 'taken over' });
    expect(refused).toMatchObject({ status: 403, body: { errorCode: 'field_of_another_signee' } });
    expect(refused.body.details[0]?.message).toContain('Ada');
    const check = { kind: 'email_code', field: 'His|svc-email-verification', input: {} };
    expect(await running.client.anonymous.post(`${ada}/proofs`, check)).toMatchObject({
      ...{ status: 403, body: { errorCode: 'field_of_another_signee' } },
    });
    // The page sends all that it shows.
    expect(await sign(ada, { Hers: 'Ada’s own' })).toMatchObject({ status: 200 });
    expect(await sign(bo, { Hers: 'Ada’s own' })).toMatchObject({
      body: { errorCode: 'trigger_not_completed' },
    });
    expect((await fieldsOf(documentId))[0]).toMatchObject({ value: ['Ada’s own'], readOnly: true });
  });

  it('[D10-06] take no value of another signee, also at the same time as their owner’s', async () => {
    const people = [person('Ada', [{ ...at(60), name: 'Hers' }]), person('Bo')];
    const { documentId, ada, bo } = await send(people);
    const [his, hers] = await Promise.all([sign(bo, { Hers: 'B' }), sign(ada, { Hers: 'A' })]);
    expect([his.status, hers.status]).toEqual([403, 200]);
    expect((await fieldsOf(documentId))[0]).toMatchObject({ value: ['A'] });
  });

  it('[D10-07] leave the others to the first who fills them', async () => {
    const fileId = await upload(['Free']);
    const { ada, bo } = await send([person('Ada', [{ ...at(60), name: 'Hers' }]), person('Bo')], {}, fileId);
    expect((await shown(bo)).map(({ name, readOnly }) => [name, readOnly])).toEqual([
      ['Hers', true],
      ['Free', false],
    ]);
    expect(await sign(bo, { Free: 'first' })).toMatchObject({ status: 200 });
    expect((await shown(ada)).map(({ name, readOnly }) => [name, readOnly])).toEqual([
      ['Hers', false],
      ['Free', true],
    ]);
  });

  it('[D10-08] have date and name of their owner, unless the name was cleared', async () => {
    const both = (who: string, y: number) => [
      { ...at(y), name: `${who} date|svc-date-now` },
      { ...at(y + 40), name: `${who} name|svc-input-fullname` },
    ];
    const people = [person('Ada Ek', both('A', 60)), person('Bo Ek', both('B', 160))];
    const { documentId, ada, bo } = await send(people);
    expect(await sign(bo)).toMatchObject({ status: 200 });
    expect((await fieldsOf(documentId)).map(({ value }) => value.length)).toEqual([0, 0, 1, 1]);
    expect(await sign(ada, { 'A name|svc-input-fullname': '' })).toMatchObject({ status: 200 });
    await waitForStatus(running.client, documentId, 'completed');
    const { body } = await running.client.get<readonly { name: string; value: string[] }[]>(
      `/v1/docs/${documentId}/field-values`,
    );
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(body).toEqual([
      { name: 'A date|svc-date-now', value: [day] },
      { name: 'B date|svc-date-now', value: [day] },
      { name: 'B name|svc-input-fullname', value: ['Bo Ek'] },
    ]);
  });

  it('[D10-09] get structure in a tagged file, and the sealed file keeps its claim of PDF/A and its form', async () => {
    const fileId = await upload([], (pdf) => {
      const { catalog, context } = pdf;
      catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
      catalog.set(PDFName.of('StructTreeRoot'), context.register(context.obj({ Type: 'StructTreeRoot' })));
      const claim =
        '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description>';
      const packet = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${claim}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
      catalog.set(
        PDFName.of('Metadata'),
        context.register(context.stream(packet, { Type: 'Metadata', Subtype: 'XML' })),
      );
      const header = Buffer.alloc(128);
      header.write('RGB ', 16, 'latin1');
      header.write('acsp', 36, 'latin1');
      const DestOutputProfile = context.register(context.stream(header, { N: 3 }));
      catalog.set(
        PDFName.of('OutputIntents'),
        context.obj([{ Type: 'OutputIntent', S: 'GTS_PDFA1', DestOutputProfile }]),
      );
    });
    const { documentId, ada } = await send(
      [person('Ada', [{ ...at(60), name: 'Given', label: 'Given name' }])],
      {},
      fileId,
    );
    const { bytes } = await running.client.anonymous.get(`${ada}/document.pdf`);
    const prepared = await PDFDocument.load(bytes);
    const widget = prepared.getForm().getTextField('Given').acroField.getWidgets()[0]?.dict;
    expect(widget?.has(PDFName.of('StructParent'))).toBe(true);
    expect(prepared.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict).has(PDFName.of('ParentTree'))).toBe(
      true,
    );
    expect(await sign(ada, { Given: 'Ada' })).toMatchObject({ status: 200 });
    const sealed = await complete(ada, documentId);
    expect(sealed.text).toContain('Ada');
    expect(readPdfaClaim(openPdf(sealed.bytes))).toMatchObject({ part: 3 });
  });
});
