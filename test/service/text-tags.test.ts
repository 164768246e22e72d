import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormField } from '@countersign/forms';
import { openPdf } from '@countersign/pdf';
import { readText } from '@countersign/pdf/text';
import { PDFDocument, rgb } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { ask, sendAssisted } from './assistant/ask.ts';
import { documentBody, readInvitation } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, type TestService } from './start-service.ts';

type Body = Record<string, unknown> & {
  readonly documentId: string;
  readonly warnings?: readonly object[];
  readonly details: readonly { readonly path: string }[];
  readonly problems: readonly { readonly path: string; readonly errorCode: string }[];
};

const LINES = [
  'Tenant: {{signature:1}}',
  'Name: {{text:1:Full name}} {{text:1:Full name}}',
  'Signed on {{date:2}} {{check:2:Terms}}',
  'Landlord: {{signature:2}}',
  'And again: {{signature:2}}',
  'Odd: {{signatur:1}} {{text:9:Nobody}} {{signature:1:Name}}',
];

describe('text tags', () => {
  const folder = makeTemporaryDir();
  let running: TestService;
  beforeAll(async () => {
    running = await shareService(anyDatabase);
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  async function upload(lines: readonly string[], hidden = ''): Promise<string> {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([595, 842]);
    for (const [index, line] of lines.entries())
      page.drawText(line, { x: 50, y: 760 - index * 90, size: 12 });
    if (hidden !== '') page.drawText(hidden, { x: 50, y: 60, size: 12, color: rgb(1, 1, 1) });
    const path = join(folder.path, `${randomUUID()}.pdf`);
    writeFileSync(path, await pdf.save());
    return (await running.client.upload<{ fileId: string }>(path)).body.fileId;
  }

  const person = (fullName: string, changes: object = {}) => ({
    ...{ fullName, emailAddress: `${randomUUID()}@example.com` },
    ...changes,
  });
  const seenText = (bytes: Uint8Array) =>
    [...readText(openPdf(bytes))].flatMap(({ passages }) => passages.map(({ text }) => text)).join('\n');

  it('[D10-19] become boxes and fields of the person in that place, and are covered', async () => {
    const people = [person('Ada'), person('Bo')];
    const fileId = await upload(LINES);
    const body = documentBody(fileId, { signeeDetails: people, textTags: true });
    const sent = await running.client.post<Body>('/v1/docs', body);
    expect(sent).toMatchObject({ status: 201 });
    expect(sent.body.warnings).toEqual(
      ['{{signatur:1}}', '{{text:9:Nobody}}', '{{signature:1:Name}}'].map((text) => ({
        ...{ code: 'unknown_text_tag', path: 'textTags' },
        params: { page: 0, text },
      })),
    );
    const link = await readInvitation(running.client, people[0]?.emailAddress ?? '');
    const { body: view } = await running.client.anonymous.get<{
      boxes: readonly object[];
      fields: readonly (FormField & { owner?: { fullName: string } })[];
    }>(`${link}/session`);
    expect(view.boxes[0]).toMatchObject({ page: 0, x: 94.028, y: 73.384 });
    expect(view.fields.map(({ name, type, owner }) => [name, type, owner?.fullName])).toEqual([
      ['Full name', 'textField', 'Ada'],
      ['Full name#2', 'textField', 'Ada'],
      ['Date|svc-date-now', 'textField', 'Bo'],
      ['Terms', 'checkbox', 'Bo'],
    ]);
    const prepared = await running.client.anonymous.get(`${link}/document.pdf`);
    const text = seenText(prepared.bytes);
    expect(text).toContain('Tenant:');
    expect(text.match(/\{\{.*?\}\}/g)).toEqual([
      '{{signatur:1}}',
      '{{text:9:Nobody}}',
      '{{signature:1:Name}}',
    ]);

    // A duplicate finds the tags again, instead of a second field beside each.
    const { body: copy } = await running.client.post<Body>(`/v1/docs/${sent.body.documentId}/duplicate`, {});
    expect(copy).toMatchObject({ textTags: true, problems: [] });
    for (const signee of copy.signeeDetails as readonly object[])
      for (const member of ['signatureBox', 'furtherBoxes', 'formFields'])
        expect(signee).not.toHaveProperty(member);
  });

  it('[D10-19] that people do not see are warnings, and a signee without a box is refused', async () => {
    const fileId = await upload(['Tenant: {{signature:1}}'], '{{signature:2}}');
    const signeeDetails = [person('Ada'), person('Bo')];
    const refused = await running.client.post<Body>(
      '/v1/docs',
      documentBody(fileId, { signeeDetails, textTags: true }),
    );
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 'signature_box_required' } });
    expect(refused.body.details.map(({ path }) => path)).toEqual(['signeeDetails.1.signatureBox']);
    const placed = [person('Ada'), person('Bo', { signaturePlacement: 'new_page' })];
    const sent = await running.client.post<Body>(
      '/v1/docs',
      documentBody(fileId, { signeeDetails: placed, textTags: true }),
    );
    expect(sent.body.warnings).toMatchObject([
      { code: 'text_tag_not_visible', params: { page: 0, text: '{{signature:2}}' } },
    ]);
  });

  it('[D10-19] stay text unless the request asks for them, also in drafts, and previews cover them', async () => {
    const fileId = await upload(['Tenant: {{signature:1}} {{text:1:City}}']);
    const without = await running.client.post<Body>(
      '/v1/docs',
      documentBody(fileId, { signeeDetails: [person('Ada')] }),
    );
    expect(without).toMatchObject({ status: 400, body: { errorCode: 'signature_box_required' } });
    const draft = { fileId, name: 'Draft', signeeDetails: [person('Ada')], textTags: true };
    const { body } = await running.client.post<Body & { draftId: string }>('/v1/docs/drafts', draft);
    expect(body).toMatchObject({ textTags: true, problems: [], signeeDetails: draft.signeeDetails });
    const preview = await running.client.get(`/v1/docs/drafts/${body.draftId}/file`);
    expect(seenText(preview.bytes)).not.toContain('{{');
    const fields = (await PDFDocument.load(preview.bytes)).getForm().getFields();
    expect(fields.map((field) => field.getName())).toEqual(['City']);
  });

  it('[D10-19] [D11-09] are quoted by the assistant as little as people see them', async () => {
    const fileId = await upload([
      'Lease agreement {{signature:1}}',
      'The monthly rent is EUR 1,250.00 and is payable in advance. {{text:1:Secret rent}}',
    ]);
    const { link, browser } = await sendAssisted(running.client, fileId, { textTags: true }, {});
    const { status, body } = await ask(browser, link, 'What is the rent?');
    expect(status).toBe(200);
    expect(body.quotes.map(({ text }) => text).join(' ')).toContain('1,250.00');
    expect(JSON.stringify(body)).not.toMatch(/\{\{|Secret/);
  });

  it('[D10-19] are taken by templates, whose documents have them for the people in their places', async () => {
    const fileId = await upload(['{{signature:1}}', '{{text:1:City}}']);
    const template = { fileId, name: 'T', signeeDetails: [{ fullName: 'Tenant' }], textTags: true };
    const { body } = await running.client.post<{ templateId: string }>('/v1/templates', template);
    const fields = [{ name: 'City', value: 'Lund' }];
    const sent = await running.client.post<Body>('/v1/docs', {
      ...{ templateId: body.templateId, signeeDetails: [person('Ada')], fields },
    });
    expect(sent).toMatchObject({ status: 201 });
    const listed = await running.client.get<readonly FormField[]>(`/v1/docs/${sent.body.documentId}/fields`);
    expect(listed.body).toMatchObject([{ name: 'City', value: ['Lund'], signeeId: expect.any(String) }]);
  });
});
