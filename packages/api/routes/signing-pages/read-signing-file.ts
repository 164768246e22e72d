import { sendPdf } from '../../answer/send-pdf.ts';
import { defineRoute } from '../../route.ts';
import { linkParams, visitorOf } from './signing-link.ts';

export const readSigningFile = defineRoute({
  method: 'GET',
  path: '/sign/:token/document.pdf',
  source: 'ours',
  scope: 'public',
  summary: 'The document a signee is asked to sign',
  status: 200,
  hidden: true,
  head: true,
  // Pages read large documents in many ranges.
  allowance: 5,
  schemas: { params: linkParams },
  errors: [
    'link_not_found',
    'verification_required',
    'document_not_signable',
    'not_your_turn',
    'download_not_found',
    'range_not_satisfiable',
    'storage_unavailable',
  ],
  async handler(input) {
    const { deps, params, request, reply } = input;
    const { blobId } = await deps.signing.signingPages.readFile(params.token, visitorOf(input));
    return sendPdf(deps.blobs, { blobId }, request, reply);
  },
});
