import { z } from 'zod';
import { sendPdf } from '../../answer/send-pdf.ts';
import { RANGE_ALLOWANCE } from '../../rate-limits/allowances.ts';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const getDocumentFile = defineRoute({
  method: 'GET',
  path: '/v1/docs/:documentId/file',
  source: 'ours',
  scope: 'read',
  summary: 'The PDF as it is now, in ranges: sealed once it is completed',
  status: 200,
  mediaType: 'application/pdf',
  head: true,
  allowance: RANGE_ALLOWANCE,
  schemas: { params: z.object({ documentId: uuid }) },
  errors: [
    'document_not_found',
    'not_yours',
    'file_not_found',
    'download_not_found',
    'range_not_satisfiable',
    'storage_unavailable',
  ],
  async handler({ deps, caller, params, request, reply }) {
    const { blobId } = await deps.signing.documents.readFile(caller, params.documentId);
    return sendPdf(deps.blobs, { blobId, caching: 'revalidated' }, request, reply);
  },
});
