import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormField } from '@countersign/forms';
import { PDFDocument, rgb } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { documentBody, readInvitation, waitFor } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, type TestService } from './start-service.ts';

type Body = Record<string, unknown> & {
  readonly documentId: string;
  readonly errorCode: string;
  readonly details: readonly { readonly path: string; readonly message: string }[];
  readonly problems: readonly { readonly path: string; readonly errorCode: string }[];
};

interface Matches {
  readonly matches: readonly { readonly page: number; readonly x: number; readonly y: number }[];
  readonly nextPage: number | null;
}

/** Helvetica of 12 points rises 8.616 above its baseline; text of these pages is at y = 800 of 842. */
const TOP = 33.384;
const anchor = (text: string, more: object = {}) => ({ anchor: { text, ...more } });
const SIZE = { width: 100, height: 20 };

describe('text anchors', () => {
  const folder = makeTemporaryDir();
  let running: TestService;
  let fileId: string;
  beforeAll(async () => {
    running = await shareService(anyDatabase);
    fileId = await upload();
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  async function upload(pages = 2): Promise<string> {
    const pdf = await PDFDocument.create();
    for (let number = 1; number <= pages; number += 1) {
      const page = pdf.addPage([595, 842]);
      page.drawText('Signature:', { x: 60, y: 800, size: 12 });
      page.drawText(`Page ${number}`, { x: 300, y: 800, size: 12 });
      page.drawText('secret spot', { x: 60, y: 500, size: 12, color: rgb(1, 1, 1) });
    }
    const path = join(folder.path, `${randomUUID()}.pdf`);
    writeFileSync(path, await pdf.save());
    return (await running.client.upload<{ fileId: string }>(path)).body.fileId;
  }

  const person = (changes: object = {}) => ({
    fullName: 'Ada',
    emailAddress: `${randomUUID()}@example.com`,
    ...changes,
  });
  const post = (signeeDetails: readonly object[], changes: object = {}) =>
    running.client.post<Body>('/v1/docs', documentBody(fileId, { signeeDetails, ...changes }));
  const session = async (link: string) =>
    (await running.client.anonymous.get<{ boxes: object[]; fields: readonly FormField[] }>(`${link}/session`))
      .body;

  it('[D10-18] stand for the positions of boxes and fields: the top left corner of the text, moved', async () => {
    const signee = person({
      signatureBox: anchor('Signature:', { occurrence: 2, dx: 5.5, dy: -2.25 }),
      furtherBoxes: [{ kind: 'initials', ...anchor('Page 1', { dx: 80 }) }],
      formFields: [
        { name: 'City', ...SIZE, ...anchor('Page 2', { dy: 40 }) },
        {
          ...{ name: 'Choice', type: 'radioButton' },
          buttons: ['a', 'b'].map((value, index) => ({
            ...SIZE,
            value,
            ...anchor('Signature:', { dy: 40 + index * 30 }),
          })),
        },
      ],
    });
    const { documentId } = (await post([signee])).body;
    const view = await session(await readInvitation(running.client, signee.emailAddress));
    expect(view.boxes).toMatchObject([
      { type: 'initials', page: 0, x: 380, y: TOP },
      { type: 'signature', page: 1, x: 65.5, y: TOP - 2.25 },
    ]);
    const { body: copy } = await running.client.post<Body>(`/v1/docs/${documentId}/duplicate`, {});
    expect(copy.signeeDetails).toMatchObject([
      {
        furtherBoxes: [{ kind: 'initials', page: 0, x: 380, y: TOP }],
        formFields: [{ page: 1, x: 300 }, {}],
      },
    ]);
    expect(
      view.fields.map(({ name, widgets }) => [name, widgets.map(({ page, x, y }) => [page, x, y])]),
    ).toEqual([
      [
        'Choice',
        [
          [0, 60, TOP + 40],
          [0, 60, TOP + 70],
        ],
      ],
      ['City', [[1, 300, TOP + 40]]],
    ]);
  });

  it('[D10-21] lists where a text is in the files of drafts, templates and links, as anchors find it', async () => {
    const long = await upload(102);
    const configuration = {
      fileId: long,
      name: 'Lease',
      signeeDetails: [person({ signaturePlacement: 'new_page' })],
    };
    const { draftId } = (await running.client.post<{ draftId: string }>('/v1/docs/drafts', configuration))
      .body;
    const { templateId } = (await running.client.post<{ templateId: string }>('/v1/templates', configuration))
      .body;
    const slots = { ...configuration, signeeDetails: [{ signaturePlacement: 'new_page' }] };
    const { linkId } = (await running.client.post<{ linkId: string }>('/v1/links', slots)).body;
    const places = [`/v1/docs/drafts/${draftId}`, `/v1/templates/${templateId}`, `/v1/links/${linkId}`];
    const search = (place: string, query: string, client = running.client) =>
      client.get<Matches & Body>(`${place}/text-matches?${query}`);
    for (const place of places) {
      const first = (await search(place, 'text=Signature:')).body;
      expect(first.matches.map(({ page, x, y }) => [page, x, y])).toEqual(
        Array.from({ length: 100 }, (_, page) => [page, 60, TOP]),
      );
      expect(first.nextPage).toBe(100);
      const rest = (await search(place, `text=Signature:&fromPage=${first.nextPage}`)).body;
      expect([rest.matches.map(({ page }) => page), rest.nextPage]).toEqual([[100, 101], null]);
      expect((await search(place, 'text=Page%20%20101&fromPage=100')).body.matches).toHaveLength(1);
    }
    const [draft = ''] = places;
    // What nobody sees is no match, and 200 are enough.
    expect((await search(draft, 'text=secret%20spot')).body).toEqual({ matches: [], nextPage: 100 });
    expect((await search(draft, 'text=e')).body).toMatchObject({ nextPage: null, matches: { length: 200 } });
    expect((await search(draft, 'text=x&fromPage=102')).body).toEqual({ matches: [], nextPage: null });
    for (const wrong of ['', 'text=', 'text=x&fromPage=-1', 'text=x&fromPage=one'])
      expect(await search(draft, wrong)).toMatchObject({
        status: 400,
        body: { errorCode: 'invalid_request' },
      });
    const strangers = await running.addAccount();
    for (const place of places) expect((await search(place, 'text=x', strangers)).status).toBe(404);
  });

  it.each([
    ['is not in the file', 'Sgnature:', {}],
    ['is in another case', 'signature:', {}],
    ['has fewer occurrences', 'Signature:', { occurrence: 3 }],
    ['is not visible', 'secret spot', {}],
  ])('[D10-18] are refused with the text, if it %s', async (_, text, more) => {
    const answer = await post([person({ signatureBox: anchor(text, more) })], { errorLanguage: 'es' });
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'anchor_not_found' } });
    expect(answer.body.details).toEqual([
      { path: 'signeeDetails.0.signatureBox.anchor', message: expect.stringContaining(`«${text}»`) },
    ]);
  });

  it('[D10-18] exclude page, x and y, and are checked against the page', async () => {
    const both = await post([person({ signatureBox: { ...anchor('Page 1'), page: 0 } })]);
    expect(both).toMatchObject({
      status: 400,
      body: { details: [{ path: 'signeeDetails.0.signatureBox.page' }] },
    });
    const outside = await post([person({ signatureBox: anchor('Page 1', { dx: 200 }) })]);
    expect(outside).toMatchObject({ status: 400, body: { errorCode: 'box_outside_page' } });
  });

  it('[D10-17] [D10-18] of drafts are given back as they were put, with what would not be found as problems', async () => {
    const signeeDetails = [
      person({
        signatureBox: anchor('Signature:', { dx: 4 }),
        formFields: [
          { name: 'Lost', ...SIZE, ...anchor('Nowhere') },
          { name: 'City', ...SIZE, ...anchor('Page 1') },
        ],
      }),
    ];
    const created = await running.client.post<Body & { draftId: string }>('/v1/docs/drafts', {
      fileId,
      name: 'Draft',
      signeeDetails,
    });
    expect(created.body.problems).toMatchObject([
      { path: 'signeeDetails.0.formFields.0.anchor', errorCode: 'anchor_not_found' },
    ]);
    const path = `/v1/docs/drafts/${created.body.draftId}`;
    const { body: draft } = await running.client.get<Body>(path);
    expect(draft.signeeDetails).toEqual(signeeDetails);
    expect(await running.client.put(path, draft)).toMatchObject({ status: 200 });
    const preview = await running.client.get(`${path}/file`);
    const drawn = await PDFDocument.load(preview.bytes);
    expect(
      drawn
        .getForm()
        .getFields()
        .map((field) => field.getName()),
    ).toEqual(['City']);
    expect(await running.client.post(`${path}/send`, {})).toMatchObject({
      status: 400,
      body: { errorCode: 'anchor_not_found' },
    });
    const copy = await running.client.post<Body>(`${path}/duplicate`, {});
    expect(copy.body.signeeDetails).toEqual(signeeDetails);
  });

  it('[D10-17] of roles hold for the documents of a template, whose fields belong to the signee in its place', async () => {
    const signeeDetails = ['Tenant', 'Owner'].map((fullName, index) => ({
      fullName,
      signatureBox: anchor('Signature:', { dx: 100 * index, dy: 100 }),
      formFields: [{ name: `${fullName} city`, ...SIZE, ...anchor('Page 1', { dy: 40 * (index + 1) }) }],
    }));
    const fields = signeeDetails.map(({ fullName }) => ({ name: `${fullName} city`, value: 'Lund' }));
    const lost = [{ ...signeeDetails[0], signatureBox: anchor('Nowhere') }];
    expect(
      await running.client.post('/v1/templates', { fileId, name: 'T', signeeDetails: lost }),
    ).toMatchObject({
      ...{ status: 400, body: { errorCode: 'anchor_not_found' } },
    });
    const template = { fileId, name: 'Template', signeeDetails, fields };
    const { body } = await running.client.post<Body & { templateId: string }>('/v1/templates', template);
    const { templateId } = body;
    expect((await running.client.get<Body>(`/v1/templates/${templateId}`)).body).toMatchObject({
      signeeDetails,
    });

    const people = [person(), person({ fullName: 'Bo', signatureBox: { page: 1, x: 10, y: 10 } })];
    const sent = await running.client.post<Body & { documentId: string }>('/v1/docs', {
      templateId,
      signeeDetails: people,
    });
    expect(sent).toMatchObject({ status: 201 });
    const view = await session(await readInvitation(running.client, people[1]?.emailAddress ?? ''));
    expect(view.boxes).toMatchObject([{ page: 1, x: 10, y: 10 }]);
    expect(view.fields).toMatchObject([
      { name: 'Tenant city', value: ['Lund'], owner: { fullName: 'Ada' }, readOnly: true },
      { name: 'Owner city', value: ['Lund'], owner: { fullName: 'Bo' }, readOnly: false },
    ]);
    const copy = await running.client.post<Body>(`/v1/docs/${sent.body.documentId}/duplicate`, {});
    expect(copy.body.signeeDetails).toMatchObject([
      {
        signatureBox: { page: 0, x: 60, y: TOP + 100 },
        formFields: [{ name: 'Tenant city', page: 0, x: 300, y: TOP + 40 }],
      },
      { formFields: [{ name: 'Owner city' }] },
    ]);
    expect(copy.body.problems).toEqual([]);
    // The value for a field of the role without a signee goes with it.
    const alone = await running.client.post<Body>('/v1/docs', { templateId, signeeDetails: [person()] });
    expect(alone).toMatchObject({ status: 201, body: { warnings: [{ code: 'role_without_signee' }] } });
  });

  it('[D10-17] of slots hold for the visitors of a public link, each of whose slots has its own fields', async () => {
    const signeeDetails = [1, 2].map((slot) => ({
      signatureBox: anchor('Signature:', { dy: slot * 100 }),
      formFields: [{ name: `Field ${slot}`, ...SIZE, ...anchor('Page 1', { dy: slot * 40 }) }],
    }));
    const created = await running.client.post<Body & { url: string; linkId: string }>('/v1/links', {
      fileId,
      name: 'Link',
      signeeDetails,
    });
    expect(created).toMatchObject({ status: 201 });
    const { url, linkId } = created.body;
    expect((await running.client.get<Body>(`/v1/links/${linkId}`)).body.signeeDetails).toEqual(signeeDetails);
    const visitor = person();
    const begun = await running.client.anonymous.post<{ signingUrl: string }>(
      `${new URL(url).pathname}/session`,
      visitor,
    );
    const link = new URL(begun.body.signingUrl).pathname;
    const asked = await running.client.anonymous.post(`${link}/code`, {});
    const cookie = asked.headers.get('set-cookie')?.split(';')[0] ?? '';
    const messages = await running.client.get<{ text: string }[]>(
      `/outbox/messages?to=${encodeURIComponent(visitor.emailAddress)}`,
    );
    const code = /\b\d{6}\b/.exec(messages.body[0]?.text ?? '')?.[0];
    await running.client.anonymous.post(`${link}/code/check`, { code }, { cookie });
    const view = await waitFor('a prepared document', async () => {
      const { body } = await running.client.anonymous.get<Awaited<ReturnType<typeof session>>>(
        `${link}/session`,
        { cookie },
      );
      return body.fields.length > 0 ? body : null;
    });
    expect(view.boxes).toMatchObject([{ page: 0, x: 60, y: TOP + 100 }]);
    expect(view.fields.map(({ name, readOnly }) => [name, readOnly])).toEqual([
      ['Field 1', false],
      ['Field 2', true],
    ]);
  });

  it('[D10-18] are found on the last of many pages, in tasks that a request can wait for', async () => {
    fileId = await upload(250);
    const signee = person({
      signatureBox: anchor('Page 250'),
      furtherBoxes: [{ kind: 'initials', ...anchor('Signature:', { occurrence: 249 }) }],
    });
    const { documentId } = (await post([signee])).body;
    const { body: copy } = await running.client.post<Body>(`/v1/docs/${documentId}/duplicate`, {});
    expect(copy.signeeDetails).toMatchObject([
      { signatureBox: { page: 249, x: 300 }, furtherBoxes: [{ page: 248, x: 60 }] },
    ]);
  });
});
