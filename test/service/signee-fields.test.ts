import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormField } from '@countersign/forms';
import { openPdf, readAttachment } from '@countersign/pdf';
import type { SigningDeps, SigningView } from '@countersign/signing';
import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import type { Answer } from './api-client.ts';
import { documentBody, readInvitation, waitForStatus } from './journey-steps.ts';
import { anyDatabase, startService, type TestService } from './start-service.ts';

const DATE = 'Date|svc-date-now';
const NAME = 'Name|svc-input-fullname';
const MAIL = 'Mail|svc-format-email';
const MOBILE = 'Mobile|svc-format-mobile';
const CODE = 'Code|svc-sms-verification';
const SCAN = 'Scan|svc-scan-id[1]';
const LASTNAME = 'Last name|svc-scanned-id-mrz-lastname[1]';

/** 23:30 in London is the next day in Stockholm. */
const NOW = new Date('2026-11-22T23:30:00Z');

interface ErrorBody {
  readonly errorCode: string;
  readonly message: string;
  readonly details: readonly { readonly path: string; readonly message: string }[];
}

type Options = { readonly required?: readonly string[]; readonly maxLength?: number };

describe('fields as a signee finds and gives them', () => {
  const folder = makeTemporaryDir();
  let running: TestService;
  let deps: SigningDeps;

  beforeAll(async () => {
    const decorate = (wired: SigningDeps) => {
      deps = { ...wired, clock: { now: () => NOW } };
      return deps;
    };
    running = await startService(anyDatabase, { TIME_ZONE: 'Europe/Stockholm' }, { decorate });
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  async function uploadForm(names: readonly string[], { required = [], maxLength }: Options = {}) {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([595, 842]);
    for (const [index, name] of names.entries()) {
      const field = pdf.getForm().createTextField(name);
      const place = { x: 50 + Math.floor(index / 20) * 10, y: 780 - (index % 20) * 38 };
      field.addToPage(page, { ...place, width: 200, height: 24 });
      if (required.includes(name)) field.enableRequired();
      if (maxLength !== undefined) field.setMaxLength(maxLength);
    }
    const path = join(folder.path, `${randomUUID()}.pdf`);
    writeFileSync(path, await pdf.save());
    return (await running.client.upload<{ fileId: string }>(path)).body.fileId;
  }

  async function send(
    names: readonly string[],
    options: Options = {},
    { others = [], ...changes }: { readonly others?: readonly object[] } & Record<string, unknown> = {},
  ) {
    const emailAddress = `ada.${randomUUID()}@example.com`;
    const signeeDetails = [
      { fullName: 'Ada Łovelace', emailAddress, phoneNumber: '+46701234567', signaturePlacement: 'new_page' },
      ...others,
    ];
    const body = documentBody(await uploadForm(names, options), { signeeDetails, ...changes });
    const created = await running.client.post<{ documentId: string; warnings?: readonly object[] }>(
      '/v1/docs',
      body,
    );
    const link = await readInvitation(running.client, emailAddress);
    return { ...created.body, link, emailAddress };
  }

  const openLink = async (link: string) =>
    (await running.client.anonymous.get<SigningView>(`${link}/session`)).body;

  const sign = (link: string, values: readonly object[], errorLanguage = 'en'): Promise<Answer<ErrorBody>> =>
    running.client.anonymous.post(`${link}/signature`, {
      ink: { kind: 'typed', typedName: 'Ada Łovelace' },
      values,
      consent: true,
      errorLanguage,
    });

  async function readSealed(link: string, documentId: string): Promise<{ text: string; record: string }> {
    await waitForStatus(running.client, documentId, 'completed');
    const { bytes } = await running.client.anonymous.get(`${link}/sealed.pdf`);
    const loading = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
    const { items } = await (await (await loading.promise).getPage(1)).getTextContent();
    await loading.destroy();
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
    const record = Buffer.from(readAttachment(openPdf(bytes), 'evidence.json', 1 << 20) ?? []).toString();
    return { text, record };
  }

  it('[2.10-22] svc-date-now is the date of signing in the account’s time zone, shown and sealed', async () => {
    const { link, documentId } = await send([DATE]);
    expect((await openLink(link)).fields).toMatchObject([{ value: ['2026-11-23'], readOnly: true }]);
    const typed = await sign(link, [{ name: DATE, value: '1999-12-31' }]);
    expect(typed).toMatchObject({ status: 400, body: { errorCode: 'field_not_editable' } });
    expect(await sign(link, [])).toMatchObject({ status: 200 });
    expect((await readSealed(link, documentId)).text).toContain('2026-11-23');
  });

  // Waiting pages ask again and again, and got 12 MB each time for a form with 15,000 fields.
  it('a form goes to the page once: a page that waits for others gets none of it, and nothing if nothing changed', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `Field ${index}`);
    const others = [{ fullName: 'Bo Ek', emailAddress: 'bo@example.com', signaturePlacement: 'new_page' }];
    const { link } = await send(names, {}, { others });
    const poll = (etag = '') =>
      running.client.anonymous.get<SigningView>(`${link}/session`, { 'if-none-match': etag });
    const opened = await poll();
    expect(opened.body.fields).toHaveLength(names.length);
    expect(opened.bytes.length).toBeGreaterThan(20_000);
    const again = await poll(opened.headers.get('etag') ?? '');
    expect([again.status, again.bytes.length]).toEqual([304, 0]);

    const signed = await sign(link, []);
    expect(signed.body).toMatchObject({ reason: 'already_signed', fields: [], boxes: [] });
    const waiting = await poll(opened.headers.get('etag') ?? '');
    for (const { bytes } of [signed, waiting]) expect(bytes.length).toBeLessThan(2000);
    const unchanged = await poll(waiting.headers.get('etag') ?? '');
    expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0]);
  });

  it('svc-date-now is read-only for signees and cannot be prefilled', async () => {
    const fileId = await uploadForm([DATE]);
    const fields = await running.client.get<readonly FormField[]>(`/v1/files/${fileId}/fields`);
    expect(fields.body).toMatchObject([{ readOnly: true, editable: false }]);
    const body = documentBody(fileId, { fields: [{ name: DATE, value: '1999-12-31' }] });
    expect(await running.client.post('/v1/docs', body)).toMatchObject({
      status: 400,
      body: { errorCode: 'field_not_editable', details: [{ path: 'fields.0' }] },
    });
  });

  it('[2.10-24] svc-input-fullname has the signee’s name, which is sealed unless it is changed', async () => {
    const kept = await send([NAME], { required: [NAME] });
    expect((await openLink(kept.link)).fields).toMatchObject([{ value: ['Ada Łovelace'], readOnly: false }]);
    expect(await sign(kept.link, [])).toMatchObject({ status: 200 });
    expect((await readSealed(kept.link, kept.documentId)).text).toContain('Ada Łovelace');

    const changed = await send([NAME]);
    await sign(changed.link, [{ name: NAME, value: 'Augusta Ada King' }]);
    const { text } = await readSealed(changed.link, changed.documentId);
    expect(text).toContain('Augusta Ada King');
    expect(text).not.toContain('Ada Łovelace');
  });

  it('fields for an address or a mobile number offer the contact on file and fill in nothing', async () => {
    const { link, emailAddress } = await send([MAIL, MOBILE]);
    const view = await openLink(link);
    expect(view.offers).toEqual([
      { field: MAIL, value: emailAddress },
      { field: MOBILE, value: '+46701234567' },
    ]);
    expect(view.fields.map(({ value }) => value)).toEqual([[], []]);
  });

  const BROKEN = [
    ['[2.10-18]', MAIL, 'nobody', 'anna@räksmörgås.se'],
    ['[2.10-17]', MOBILE, '08-123 456 78', '070-123 45 67'],
  ] as const;

  it.each(BROKEN)('%s %s holds for prefilled values', async (_rule, name, broken, right) => {
    const fileId = await uploadForm([name]);
    const messages = new Set<string>();
    for (const errorLanguage of ['en', 'sv', 'es']) {
      const body = { ...documentBody(fileId, { fields: [{ name, value: broken }] }), errorLanguage };
      const answer = await running.client.post<ErrorBody>('/v1/docs', body);
      expect(answer).toMatchObject({
        status: 400,
        body: { errorCode: 'value_format_invalid', details: [{ path: 'fields.0' }] },
      });
      expect(answer.body.message).toContain(name);
      messages.add(answer.body.message);
    }
    expect(messages.size).toBe(3);
    const body = documentBody(fileId, { fields: [{ name, value: right }] });
    expect(await running.client.post('/v1/docs', body)).toMatchObject({ status: 201 });
  });

  it.each(BROKEN)(
    '%s %s holds for a signature, whatever the page did',
    async (_rule, name, broken, right) => {
      const { link } = await send([name]);
      expect(await sign(link, [{ name, value: broken }], 'sv')).toMatchObject({
        status: 400,
        body: { errorCode: 'value_format_invalid', details: [{ path: 'values.0.value' }] },
      });
      expect(await sign(link, [{ name, value: right }])).toMatchObject({ status: 200 });
    },
  );

  it('the lengths and required fields of the PDF hold for a signature', async () => {
    const { link } = await send(['Short', 'Must'], { required: ['Must'], maxLength: 3 });
    expect(
      await sign(link, [
        { name: 'Short', value: 'abcd' },
        { name: 'Must', value: 'x' },
      ]),
    ).toMatchObject({
      status: 400,
      body: { errorCode: 'value_too_long' },
    });
    expect(await sign(link, [{ name: 'Must', value: '   ' }])).toMatchObject({
      status: 400,
      body: { errorCode: 'required_field_empty' },
    });
    expect(await sign(link, [{ name: 'Must', value: 'abc' }])).toMatchObject({ status: 200 });
  });

  it.each([
    [CODE, undefined],
    // No provider scans here.
    [SCAN, [{ code: 'trigger_not_available', path: 'fileId', params: { field: SCAN } }]],
  ])(
    '[D3-22] a required %s blocks signing, and the sender is warned if it cannot be done',
    async (name, expected) => {
      const { link, warnings } = await send([name], { required: [name] });
      expect(warnings).toEqual(expected);
      expect((await openLink(link)).openTriggers).toEqual([name]);
      const messages = new Set<string>();
      for (const language of ['en', 'sv', 'es']) {
        const answer = await sign(link, [], language);
        expect(answer).toMatchObject({ status: 400, body: { errorCode: 'trigger_not_completed' } });
        messages.add(answer.body.message);
      }
      expect(messages.size).toBe(3);
    },
  );

  it.each([CODE, SCAN])('an optional %s does not block', async (name) => {
    const { link, warnings } = await send([name]);
    expect(warnings).toBeUndefined();
    expect((await openLink(link)).openTriggers).toEqual([]);
    expect(await sign(link, [])).toMatchObject({ status: 200 });
  });

  it('what a scan fills in cannot be typed before it; after it, it may be corrected, which the evidence marks', async () => {
    const { link, documentId } = await send([LASTNAME, SCAN], { required: [SCAN] });
    expect((await openLink(link)).fields[0]).toMatchObject({ editable: false, readOnly: true });
    expect(await sign(link, [{ name: LASTNAME, value: 'King' }])).toMatchObject({
      body: { errorCode: 'field_not_editable' },
    });
    // Scanning is not available yet, so the test stores its result.
    await deps.database.transact(async ({ documents }) => {
      const document = await documents.lock(documentId);
      if (document === null) throw new Error('no document');
      const operatedTriggers = [
        { field: SCAN, operatedAt: NOW, values: [{ name: LASTNAME, value: 'LOVELACE' }] },
      ];
      const signees = document.signees.map((signee) => ({ ...signee, operatedTriggers }));
      await documents.update({ ...document, signees });
    });
    const view = await openLink(link);
    expect(view.openTriggers).toEqual([]);
    expect(view.fields[0]).toMatchObject({ value: ['LOVELACE'], readOnly: false });
    expect(await sign(link, [{ name: LASTNAME, value: 'King' }])).toMatchObject({ status: 200 });
    const { text, record } = await readSealed(link, documentId);
    expect(text).toContain('King');
    expect(JSON.parse(record).signees).toMatchObject([{ correctedFields: ['Last name'] }]);
  });
});
