import { sendPdf } from '../../answer/send-pdf.ts';
import { defineRoute } from '../../route.ts';
import { linkParams, visitorOf } from './signing-link.ts';

export const readSealedFile = defineRoute({
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
