import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPdf, readAttachment } from '@countersign/pdf';
import { stampBoxes } from '@countersign/seal';
import type { PDFDocument } from 'mupdf';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildManyPages } from '../../fixtures/build/large.ts';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { complaintsOfQpdf } from '../../packages/pdf/testing/check-with-qpdf.ts';
import { findRed, withMupdf } from '../../packages/pdf/testing/draw-by-mupdf.ts';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { type ApiClient, createBrowser } from './api-client.ts';
import { documentBody, readInvitation, uploadFixture, waitFor, waitForStatus } from './journey-steps.ts';
import { type SharedService, shareService } from './share-service.ts';
import { databaseKinds } from './start-service.ts';

interface Box {
  readonly id: string;
  readonly type: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly label?: string;
  readonly signatureStatus?: string;
}

interface View {
  readonly signee: { readonly signeeId: string; readonly signatureStatus: string };
  readonly boxes: readonly Box[];
  readonly otherBoxes: readonly Box[];
}

interface Failure {
  readonly errorCode: string;
  readonly message: string;
  readonly details: readonly { readonly path: string }[];
}

const inkOf = async (color: string, width: number, height: number) => {
  const area = `width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${area}><rect ${area} fill="${color}"/></svg>`;
  return { kind: 'drawn', png: (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64') };
};

const RED = await inkOf('#f00', 100, 50);
const TYPED = { kind: 'typed', typedName: 'Ada Lovelace' };

describe.each(shareOf(databaseKinds))('initials on the $title database', ({ kind, skip }) => {
  let running: SharedService;
  let client: ApiClient;
  beforeAll(async () => {
    if (skip) return;
    running = await shareService(kind);
    client = running.client;
  });
  afterAll(() => running?.close());

  /** Sends to two people, the second without initials; answers their links. */
  async function send(furtherBoxes: readonly object[], file = 'plain/two-pages.pdf') {
    const addresses = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`] as const;
    const signeeDetails = [
      {
        ...{ fullName: 'Ada Lovelace', emailAddress: addresses[0], furtherBoxes },
        signatureBox: { page: 0, x: 60, y: 400 },
      },
      { fullName: 'Bo Ek', emailAddress: addresses[1], signatureBox: { page: 0, x: 300, y: 400 } },
    ];
    const body = documentBody(await uploadFixture(client, file), { signeeDetails });
    const { documentId } = (await client.post<{ documentId: string }>('/v1/docs', body)).body;
    const links = [await readInvitation(client, addresses[0]), await readInvitation(client, addresses[1])];
    return { documentId, links: links as [string, string] };
  }
  const open = (link: string) => createBrowser(running.baseUrl).get<View>(`${link}/session`);
  const sign = <T = View>(link: string, ink: object) =>
    client.anonymous.post<T>(`${link}/signature`, { consent: true, ...ink });
  const refusal = async (link: string, ink: object) => {
    const { status, body } = await sign<Failure>(link, ink);
    return [status, body.errorCode, body.details.map(({ path }) => path)];
  };

  const BOXES = [
    { kind: 'initials', page: 'all', x: 500, y: 780 },
    { kind: 'signature', page: 1, x: 60, y: 60, scale: 0.5 },
    { kind: 'initials', page: 1, x: 400, y: 60, scale: 1.5 },
  ];

  it.skipIf(skip)('[D10-11] are shown to their signee in reading order, and closed to others', async () => {
    const { links } = await send(BOXES);
    const own = (await open(links[0])).body;
    const id = own.signee.signeeId;
    const places = own.boxes.map(({ type, page, x, y, width, height }) => [type, page, x, y, width, height]);
    expect(places).toEqual([
      ['signature', 0, 60, 400, 219, 58],
      ['initials', 0, 500, 780, 72, 36],
      ['signature', 1, 60, 60, 109.5, 29],
      ['initials', 1, 400, 60, 108, 54],
      ['initials', 1, 500, 780, 72, 36],
    ]);
    expect(new Set(own.boxes.map((box) => box.id))).toEqual(new Set([id]));
    expect(own.otherBoxes).toMatchObject([{ type: 'signature', label: 'Bo Ek' }]);
    const others = (await open(links[1])).body;
    expect(others.boxes).toHaveLength(1);
    expect(others.otherBoxes).toEqual(
      own.boxes.map((box) => ({ ...box, label: 'Ada Lovelace', signatureStatus: 'awaiting_signature' })),
    );
  });

  it.skipIf(skip)(
    '[D10-11] are required of a signee with boxes of initials, and taken of no other',
    async () => {
      const { links } = await send(BOXES);
      const initials = { kind: 'typed', typedName: 'AL' };
      expect(await refusal(links[0], { ink: TYPED })).toEqual([400, 'initials_required', ['initials']]);
      expect(await refusal(links[0], { initials })).toEqual([400, 'invalid_request', ['ink']]);
      expect(await refusal(links[1], { ink: TYPED, initials })).toEqual([
        400,
        'initials_not_asked',
        ['initials'],
      ]);
      expect((await open(links[0])).body.signee.signatureStatus).toBe('awaiting_signature');
      expect((await sign(links[0], { ink: TYPED, initials })).status).toBe(200);
      expect((await sign(links[1], { ink: TYPED })).status).toBe(200);
    },
  );

  it.skipIf(skip)('[D10-11] are refused like ink, by their own path', async () => {
    const { links } = await send(BOXES);
    const refused = (initials: object) => refusal(links[0], { ink: TYPED, initials });
    const text = Buffer.from('AL').toString('base64');
    expect(await refused({ kind: 'drawn', png: text })).toEqual([
      400,
      'image_not_readable',
      ['initials.png'],
    ]);
    const { body } = await sign<Failure>(links[0], { ink: TYPED, initials: { kind: 'picture', png: text } });
    expect(body.message).toContain('The image of the initials has to be a PNG or a JPEG.');
    const large = Buffer.alloc(1024 * 1024 + 1).toString('base64');
    expect(await refused({ kind: 'drawn', png: large })).toEqual([400, 'invalid_request', ['initials.png']]);
    expect(await refused({ kind: 'typed', typedName: 'A\u{13000}' })).toEqual([
      400,
      'text_not_drawable',
      ['initials.typedName'],
    ]);
    expect(await refused({ kind: 'typed', typedName: 'A'.repeat(256) })).toEqual([
      400,
      'invalid_request',
      ['initials.typedName'],
    ]);
  });

  it.skipIf(skip)('[D10-12] are in the sealed file, and counted in its evidence', async () => {
    const { documentId, links } = await send(BOXES);
    const [ink, initials] = [await inkOf('#00f', 300, 100), await inkOf('#f00', 100, 100)];
    await sign(links[0], { ink, initials });
    await sign(links[1], { ink: TYPED });
    await waitForStatus(client, documentId, 'completed');
    const { bytes } = await client.anonymous.get(`${links[0]}/sealed.pdf`);
    // Initials fill the height of their box, from its left edge.
    const [left, top, right, bottom] = findRed(bytes, 0) ?? [];
    expect([left, top, right, bottom].map((side) => Math.round(side ?? 0))).toEqual([501, 781, 535, 815]);
    const record = JSON.parse(
      Buffer.from(readAttachment(openPdf(bytes), 'evidence.json', 1 << 20) ?? []).toString(),
    );
    const signed = record.trail.entries
      .filter(({ type }: { type: string }) => type === 'document.signed')
      .map(({ details }: { details: string }) => JSON.parse(details));
    expect(signed).toMatchObject([{ ink: 'drawn', initials: 'drawn' }, { ink: 'typed' }]);
    expect(signed[1]).not.toHaveProperty('initials');
    expect(record.signees.map(({ marks }: { marks: object }) => marks)).toEqual([
      {
        signatures: [
          { page: 0, count: 1 },
          { page: 1, count: 1 },
        ],
        initials: [
          { page: 0, count: 1 },
          { page: 1, count: 2 },
        ],
      },
      { signatures: [{ page: 0, count: 1 }], initials: [] },
    ]);
  });

  /** Sends 50 pages to one person, who signs them all; answers the sealed file. */
  async function sealFifty(furtherBoxes: readonly object[]) {
    const emailAddress = `${randomUUID()}@example.com`;
    const { body: file } = await client.upload<{ fileId: string }>(buildManyPages(50));
    const signee = { fullName: 'Ada Lovelace', emailAddress, furtherBoxes };
    const body = documentBody(file.fileId, {
      signeeDetails: [{ ...signee, signatureBox: { page: 0, x: 60, y: 400 } }],
    });
    const { documentId } = (await client.post<{ documentId: string }>('/v1/docs', body)).body;
    const link = await readInvitation(client, emailAddress);
    const initials = furtherBoxes.length > 0 ? { initials: RED } : {};
    expect((await sign(link, { ink: await inkOf('#00f', 300, 100), ...initials })).status).toBe(200);
    await waitForStatus(client, documentId, 'completed');
    return { documentId, link, sealed: (await client.anonymous.get(`${link}/sealed.pdf`)).bytes };
  }

  it.skipIf(skip)('[D10-11] are written once for 50 pages, in the one pass that seals them', async () => {
    const plain = await sealFifty([]);
    const initialled = await sealFifty([{ kind: 'initials', page: 'all', x: 500, y: 780 }]);
    const [before, after] = [countStreams(plain.sealed), countStreams(initialled.sealed)];
    // One image of the initials for the pages and one for the evidence, and one form for the 49 pages that have nothing
    // else.
    expect(after).toEqual({ images: before.images + 2, forms: before.forms + 1 });
    const revisionsIn = (pdf: Buffer) => pdf.toString('latin1').split('%%EOF').length;
    expect(revisionsIn(initialled.sealed)).toBe(revisionsIn(plain.sealed));
    expect(findRed(initialled.sealed, 49)).toBeDefined();
    expect(complaintsOfQpdf(initialled.sealed)).toBe('');
    // A page names the form in its resources and its content.
    expect(initialled.sealed.length - plain.sealed.length).toBeLessThan(50 * 700);
  });

  it.skipIf(skip)('[D10-11] are found to be changed if one is moved or added after sealing', async () => {
    const { sealed } = await sealFifty([{ kind: 'initials', page: 'all', x: 500, y: 780 }]);
    const folder = makeTemporaryDir();
    const stateOf = async (pdf: Uint8Array) => {
      const path = join(folder.path, `${randomUUID()}.pdf`);
      writeFileSync(path, pdf);
      const { body } = await client.anonymous.upload<{ state: string }>(path, { to: '/verify' });
      return body.state;
    };
    expect(await stateOf(sealed)).toBe('intact');
    const moved = withMupdf(sealed, (document) => {
      for (const form of listStreams(document, 'Form')) form.put('Matrix', [1, 0, 0, 1, -200, 0]);
      return new Uint8Array(document.saveToBuffer('incremental').asUint8Array());
    });
    expect(findRed(moved, 49)?.[0]).toBeLessThan(400);
    expect(await stateOf(moved)).toBe('changed');
    const file = openPdf(sealed);
    const box = { type: 'initials', page: 49, x: 100, y: 100, width: 72, height: 36 } as const;
    await stampBoxes(file, [{ box, image: Buffer.from(RED.png, 'base64'), lines: [] }]);
    const added = file.save().toBytes();
    file.close();
    expect(findRed(added, 49)?.[0]).toBeLessThan(200);
    expect(await stateOf(added)).toBe('changed');
    folder.remove();
  });

  it.skipIf(skip)('[D10-11] are removed with the content of their document', async () => {
    const { documentId } = await sealFifty([{ kind: 'initials', page: 'all', x: 500, y: 780 }]);
    const { signees } = (await running.service.database.read.documents.find(documentId)) ?? {};
    const signature = signees?.[0]?.signature;
    const blobId =
      signature?.method === 'digital_ink' && signature.initials?.kind === 'drawn'
        ? signature.initials.blobId
        : '';
    expect(await running.deps.blobs.size(blobId)).toBeGreaterThan(0);
    expect((await client.delete(`/v1/docs/${documentId}`)).status).toBe(204);
    const isGone = () =>
      running.deps.blobs.size(blobId).then(
        () => null,
        () => true,
      );
    await waitFor('the removal of the initials', isGone);
  });
});

function listStreams(document: PDFDocument, subtype: string) {
  return Array.from({ length: document.countObjects() - 1 }, (_, index) =>
    document.newIndirect(index + 1),
  ).filter(
    (object) =>
      object.isStream() && object.get('Subtype').isName() && object.get('Subtype').asName() === subtype,
  );
}

/** By MuPDF. */
function countStreams(pdf: Uint8Array) {
  return withMupdf(pdf, (document) => ({
    images: listStreams(document, 'Image').length,
    forms: listStreams(document, 'Form').length,
  }));
}
