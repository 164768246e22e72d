import { z } from 'zod';
import { sendPdf } from '../../answer/send-pdf.ts';
import { defineRoute } from '../../route.ts';

export const readSigningFile = defineRoute({
  method: 'GET',
  path: '/sign/:token/document.pdf',
  source: 'ours',
  scope: 'public',
  summary: 'The document a signee is asked to sign',
  status: 200,
  hidden: true,
  schemas: { params: z.object({ token: z.string() }) },
  errors: [
    'link_not_found',
    'document_not_signable',
    'not_your_turn',
    'download_not_found',
    'storage_unavailable',
  ],
  async handler({ deps, params, reply }) {
    const { blobId } = await deps.signing.signingPages.readFile(params.token);
    return sendPdf(deps.blobs, { blobId }, reply);
  },
});
