import { BUSY, FILE_FAULTS, signingText } from '@countersign/signing';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { RANGE_ALLOWANCE } from '../rate-limits.ts';
import { defineRoute } from '../route.ts';
import { sendPdf } from '../send-file.ts';
import { linkParams, orPublicLink, visitorOf } from './signing-pages.ts';

const readSealedFile = defineRoute({
  method: 'GET',
  path: '/sign/:token/sealed.pdf',
  source: 'ours',
  scope: 'public',
  summary: 'The sealed PDF, for a signee, once everybody has signed',
  status: 200,
  hidden: true,
  head: true,
  schemas: { params: linkParams },
  errors: [
    'link_not_found',
    'verification_required',
    'document_not_completed',
    'download_not_found',
    'range_not_satisfiable',
    'storage_unavailable',
  ],
  async handler(input) {
    const { deps, params, request, reply } = input;
    const file = await deps.signing.signingPages.readSealedFile(params.token, visitorOf(input));
    return sendPdf(deps.blobs, file, request, reply);
  },
});

const readSigningFile = defineRoute({
  method: 'GET',
  path: '/sign/:token/document.pdf',
  source: 'ours',
  scope: 'public',
  summary: 'The document a signee is asked to sign',
  status: 200,
  hidden: true,
  head: true,
  allowance: RANGE_ALLOWANCE,
  schemas: {
    params: linkParams,
    // The version keeps caches and requests for ranges from mixing two files.
    query: z.object({ version: z.string().optional() }),
  },
  errors: [
    'link_not_found',
    'public_link_disabled',
    'verification_required',
    'document_not_signable',
    'not_your_turn',
    'document_changed',
    'download_not_found',
    'range_not_satisfiable',
    'storage_unavailable',
  ],
  async handler(input) {
    const { deps, params, query, request, reply } = input;
    const { version } = query;
    const { blobId } = await orPublicLink(
      () => deps.signing.signingPages.readFile(params.token, visitorOf(input), version),
      () => deps.signing.publicLinks.readFile(params.token),
    );
    const caching = version === undefined ? 'revalidated' : 'immutable';
    return sendPdf(deps.blobs, { blobId, caching }, request, reply);
  },
});

/** What keeps a signee from what the service reads of the document. */
const READING_FAULTS = [
  ...BUSY,
  'link_not_found',
  'verification_required',
  'document_not_signable',
  'not_your_turn',
  'document_changed',
  'storage_unavailable',
] as const;

/** What was read of a version never changes; it is for this browser alone. */
function keepVersion(reply: FastifyReply, version: string | undefined): void {
  if (version !== undefined) reply.header('cache-control', 'private, max-age=3600, immutable');
}

const readSigningText = defineRoute({
  method: 'GET',
  path: '/sign/:token/text',
  source: 'ours',
  scope: 'public',
  summary: 'The text of a page of that document, to be read without its picture',
  status: 200,
  hidden: true,
  schemas: {
    params: linkParams,
    query: z.object({
      /** Pages count from 0. */
      page: z.coerce.number().int().min(0),
      version: z.string().optional(),
    }),
    answer: signingText,
  },
  errors: [...FILE_FAULTS, ...READING_FAULTS, 'page_out_of_range'],
  async handler(input) {
    const { deps, params, query, reply } = input;
    const text = await deps.signing.signingPages.readText(params.token, query, visitorOf(input));
    keepVersion(reply, query.version);
    return text;
  },
});

/** Its size in points, and where its text is, so that the page opens with the size that it keeps. */
const PAGE_HEADER = 'countersign-page';

const readFirstPage = defineRoute({
  method: 'GET',
  path: '/sign/:token/first-page.webp',
  source: 'ours',
  scope: 'public',
  summary: 'A picture of its first page for slow lines, until pdf.js draws it',
  status: 200,
  hidden: true,
  schemas: { params: linkParams, query: z.object({ version: z.string().optional() }) },
  errors: READING_FAULTS,
  async handler(input) {
    const { deps, params, query, reply } = input;
    const { version } = query;
    const page = await deps.signing.signingPages.readFirstPage(params.token, visitorOf(input), version);
    keepVersion(reply, version);
    if (page === null) return reply.code(204).send();
    const { picture, ...facts } = page;
    return reply
      .header('content-type', 'image/webp')
      .header(PAGE_HEADER, JSON.stringify(facts))
      .send(Buffer.from(picture));
  },
});

export const signingFileRoutes = { readSigningFile, readSealedFile, readSigningText, readFirstPage };
