import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTextPages } from '../../fixtures/build/large.ts';
import { readWords } from '../../packages/pdf/testing/draw-by-mupdf.ts';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import type { ApiClient } from './api-client.ts';
import { uploadFixture } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

interface Failure {
  readonly errorCode: string;
  readonly message: string;
  readonly details: readonly { readonly path: string; readonly message: string }[];
}

interface Created {
  readonly documentId: string;
  readonly warnings?: readonly { readonly code: string; readonly path: string }[];
}

const SIGNATURE = { kind: 'signature', page: 0, x: 60, y: 60, scale: 0.5 };
/** Points; the text of the file has numbered lines. */
const TEXT_MARGIN = 72;

const INITIALS = { kind: 'initials', page: 'all', x: 500, y: 780 };

describe.each(shareOf(databaseKinds))('further boxes on the $title database', ({ kind, skip }) => {
  let running: TestService;
  let client: ApiClient;
  /** Has two pages of A4. */
  let fileId: string;
  beforeAll(async () => {
    if (skip) return;
    running = await shareService(kind);
    client = running.client;
    fileId = await uploadFixture(client, 'plain/two-pages.pdf');
  });
  afterAll(() => running?.close());

  const signee = (furtherBoxes: readonly object[], changes: object = {}) => ({
    fullName: 'Ada Lovelace',
    emailAddress: `${randomUUID()}@example.com`,
    signaturePlacement: 'new_page',
    furtherBoxes,
    ...changes,
  });
  const bodyOf = (...signeeDetails: object[]) => ({ fileId, name: 'Contract', signeeDetails });
  const send = <T = Created>(...signeeDetails: object[]) =>
    client.post<T>('/v1/docs', bodyOf(...signeeDetails));
  const refused = async (...signeeDetails: object[]) => {
    const { status, body } = await send<Failure>(...signeeDetails);
    return [status, body.errorCode, body.details.map(({ path }) => path)];
  };
  const at = (box: number, member = '', one = 0) =>
    `signeeDetails.${one}.furtherBoxes.${box}${member === '' ? '' : `.${member}`}`;

  it.skipIf(skip)(
    '[D10-10] are signatures and initials on a page or on all, of half to one and a half the size',
    async () => {
      const answer = await send(
        signee([SIGNATURE, INITIALS, { kind: 'initials', page: 1, x: 0, y: 0, scale: 1.5 }]),
      );
      expect([answer.status, answer.body.warnings]).toEqual([201, undefined]);
    },
  );

  it.skipIf(skip)('[D10-10] are refused like a signature box, with the path of the member', async () => {
    expect(await refused(signee([{ ...SIGNATURE, page: 2 }]))).toEqual([400, 'page_out_of_range', [at(0)]]);
    // A signature of half the size has 109.5 points, initials have 72.
    expect(await refused(signee([SIGNATURE, { ...SIGNATURE, x: 487 }]))).toEqual([
      400,
      'box_outside_page',
      [at(1)],
    ]);
    expect((await send(signee([{ ...SIGNATURE, x: 486 }]))).status).toBe(201);
    expect(await refused(signee([{ ...INITIALS, x: 524 }]))).toEqual([400, 'box_outside_page', [at(0)]]);
    expect((await send(signee([{ ...INITIALS, x: 523, y: 805.8 }]))).status).toBe(201);
    expect(
      await refused(
        signee([
          { page: 0, x: 1, y: 1 },
          { kind: 'seal', page: -1, x: -1, y: '1', scale: 0.2 },
          { kind: 'initials', page: 'last', x: 1, y: 1, scale: 1.6 },
        ]),
      ),
    ).toEqual([
      400,
      'invalid_request',
      [
        at(0, 'kind'),
        ...['page', 'x', 'y', 'scale', 'kind'].map((member) => at(1, member)),
        ...['page', 'scale'].map((member) => at(2, member)),
      ],
    ]);
    expect(await refused(signee([{ kind: 'initials' }]))).toEqual([
      400,
      'invalid_request',
      ['page', 'x', 'y'].map((member) => at(0, member)),
    ]);
  });

  it.skipIf(skip)('[D10-10] says in three languages which pages a box may have', async () => {
    const body = bodyOf(signee([{ ...INITIALS, page: 'last' }]));
    const messageIn = async (errorLanguage: string) =>
      (await client.post<Failure>('/v1/docs', { ...body, errorLanguage })).body.message;
    expect([await messageIn('en'), await messageIn('sv'), await messageIn('es')]).toEqual([
      'signeeDetails[0].furtherBoxes[0].page must be a whole number from 0 to 1000000 or “all”.',
      'signeeDetails[0].furtherBoxes[0].page måste vara ett heltal från 0 till 1000000 eller ”all”.',
      'signeeDetails[0].furtherBoxes[0].page debe ser un número entero de 0 a 1000000 o «all».',
    ]);
  });

  it.skipIf(skip)('[D10-10] are warned of where they overlap', async () => {
    const { body } = await send(
      signee([SIGNATURE, { ...INITIALS, x: 100, y: 70 }], {
        ...{ signaturePlacement: 'existing', signatureBox: { page: 1, x: 90, y: 60 } },
      }),
    );
    expect(body.warnings).toEqual([
      {
        code: 'boxes_overlap',
        path: 'signeeDetails.0.signatureBox',
        params: { page: 1, box: 'signeeDetails.0.signatureBox', other: at(1) },
      },
      { code: 'boxes_overlap', path: at(0), params: { page: 0, box: at(0), other: at(1) } },
    ]);
  });

  it.skipIf(skip)('[D10-10] are at most 100 in a document, and 2,000 on its pages', async () => {
    const many = (count: number, box: object = SIGNATURE) => Array.from({ length: count }, () => box);
    expect((await send(signee(many(60)), signee(many(40)))).status).toBe(201);
    expect(await refused(signee(many(60)), signee(many(41)))).toEqual([
      400,
      'too_many_boxes',
      [at(40, '', 1)],
    ]);
    expect(await refused(signee(many(101)))).toEqual([
      400,
      'invalid_request',
      ['signeeDetails.0.furtherBoxes'],
    ]);
    const { body: long } = await client.upload<{ fileId: string }>(buildTextPages(1000));
    const everywhere = (count: number) =>
      client.post<Failure>('/v1/docs', {
        ...bodyOf(signee([...many(count, { ...INITIALS, y: 700 }), SIGNATURE].slice(0, count))),
        fileId: long.fileId,
      });
    expect((await everywhere(2)).status).toBe(201);
    const answer = await everywhere(3);
    expect([answer.status, answer.body.errorCode, answer.body.details[0]?.path]).toEqual([
      ...[400, 'too_many_boxes', at(2)],
    ]);
    expect(answer.body.message).toContain('2,000');
  });

  it.skipIf(skip)('[D10-13] are signatures alone for methods without initials', async () => {
    const problemsOf = async (signatureType: string) => {
      const { body } = await client.post<{
        problems: { errorCode: string; path: string; message: string }[];
      }>('/v1/docs/drafts', bodyOf(signee([SIGNATURE, INITIALS], { signatureType })));
      const found = body.problems.find(({ errorCode }) => errorCode === 'initials_not_supported');
      return found && [found.path, found.message];
    };
    for (const signatureType of ['bankid_identification', 'face_liveness'])
      expect(await problemsOf(signatureType)).toEqual([
        at(1, 'kind'),
        expect.stringContaining(
          `signeeDetails[0].furtherBoxes[1].kind: a signature of the type “${signatureType}”`,
        ),
      ]);
    for (const signatureType of ['digital_ink', 'digital_ink_id_scan', 'not_set'])
      expect(await problemsOf(signatureType)).toBeUndefined();
  });

  it.skipIf(skip)('[D10-17] are given back by drafts, and by those that duplicates make', async () => {
    const signeeDetails = [signee([SIGNATURE, INITIALS, { kind: 'initials' }]), signee([])];
    const created = await client.post<{ draftId: string }>('/v1/docs/drafts', bodyOf(...signeeDetails));
    const path = `/v1/docs/drafts/${created.body.draftId}`;
    const got = (await client.get<object>(path)).body;
    expect(got).toMatchObject({ signeeDetails });
    expect((await client.put(path, got)).body).toMatchObject({ signeeDetails });
    const copy = await client.post(`${path}/duplicate`, {});
    expect(copy.body).toMatchObject({ signeeDetails });
    const complete = signee([SIGNATURE, INITIALS]);
    const sent = await send(complete);
    const draft = await client.post(`/v1/docs/${sent.body.documentId}/duplicate`, {});
    expect(draft.body).toMatchObject({
      signeeDetails: [{ furtherBoxes: [SIGNATURE, { ...INITIALS, scale: 1 }] }],
      problems: [],
    });
  });

  it.skipIf(skip)('[D10-17] are outlined in previews, each under the name of its signee', async () => {
    const { body } = await client.post<{ draftId: string }>(
      '/v1/docs/drafts',
      bodyOf(signee([SIGNATURE, { ...INITIALS, scale: 1.5, x: 400, y: 700 }])),
    );
    const { bytes } = await client.get(`/v1/docs/drafts/${body.draftId}/file`);
    const labelsOn = (page: number) =>
      readWords(bytes, page).filter(({ text, left }) => /^[2-9]\.$/.test(text) && left !== TEXT_MARGIN);
    expect([labelsOn(0), labelsOn(1)]).toMatchObject([[{ text: '2.' }, { text: '3.' }], [{ text: '4.' }]]);
  });

  it.skipIf(skip)('[D10-17] of a role are those of its signee, who may have others', async () => {
    const role = { fullName: 'Tenant', signaturePlacement: 'new_page', furtherBoxes: [SIGNATURE, INITIALS] };
    const { body: template } = await client.post<{ templateId: string }>('/v1/templates', bodyOf(role));
    const got = await client.get(`/v1/templates/${template.templateId}`);
    expect(got.body).toMatchObject({ signeeDetails: [role] });
    const boxesOf = async (changes: object) => {
      const contact = { emailAddress: `${randomUUID()}@example.com`, ...changes };
      const body = { templateId: template.templateId, signeeDetails: [contact] };
      const { documentId } = (await client.post<Created>('/v1/docs', body)).body;
      const draft = await client.post<{ signeeDetails: { furtherBoxes?: object[] }[] }>(
        ...([`/v1/docs/${documentId}/duplicate`, {}] as const),
      );
      return draft.body.signeeDetails[0]?.furtherBoxes;
    };
    expect(await boxesOf({})).toEqual([SIGNATURE, { ...INITIALS, scale: 1 }]);
    const others = [{ ...SIGNATURE, page: 1 }];
    expect(await boxesOf({ furtherBoxes: others })).toEqual(others);
    expect(await boxesOf({ furtherBoxes: [] })).toBeUndefined();
  });

  it.skipIf(skip)(
    '[D10-17] of a slot are given back by its link, and refused like those of a document',
    async () => {
      const slot = { signaturePlacement: 'new_page', furtherBoxes: [SIGNATURE, INITIALS] };
      const { status, body } = await client.post<{ linkId: string }>('/v1/links', bodyOf(slot));
      expect(status).toBe(201);
      expect((await client.get(`/v1/links/${body.linkId}`)).body).toMatchObject({ signeeDetails: [slot] });
      const outside = { ...slot, furtherBoxes: [{ ...SIGNATURE, page: 2 }] };
      expect((await client.post<Failure>('/v1/links', bodyOf(outside))).body).toMatchObject({
        errorCode: 'page_out_of_range',
        details: [{ path: at(0) }],
      });
    },
  );
});
