import { z } from 'zod';
import { sendPdf } from '../../answer/send-pdf.ts';
import { defineRoute } from '../../route.ts';

export const readSealedFile = defineRoute({
  method: 'GET',
  path: '/sign/:token/sealed.pdf',
  source: 'ours',
  scope: 'public',
  summary: 'The sealed PDF, for a signee, once everybody has signed',
  status: 200,
  hidden: true,
  head: true,
  schemas: { params: z.object({ token: z.string() }) },
  errors: [
    'link_not_found',
    'document_not_completed',
    'download_not_found',
    'range_not_satisfiable',
    'storage_unavailable',
  ],
  async handler({ deps, params, request, reply }) {
    return sendPdf(deps.blobs, await deps.signing.signingPages.readSealedFile(params.token), request, reply);
  },
});
