import { z } from 'zod';
import { sendPdf } from '../../answer/send-pdf.ts';
import { RANGE_ALLOWANCE } from '../../rate-limits/allowances.ts';
import { defineRoute } from '../../route.ts';
import { linkParams, orPublicLink, visitorOf } from './signing-link.ts';

export const readSigningFile = defineRoute({
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
    // So that caches and requests for ranges do not mix two files.
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
