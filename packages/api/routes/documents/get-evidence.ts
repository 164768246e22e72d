import { BUSY, FILE_FAULTS, RECORD_FILE_NAME } from '@countersign/signing';
import { z } from 'zod';
import { attachmentDisposition } from '../../answer/content-disposition.ts';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const getEvidence = defineRoute({
  method: 'GET',
  path: '/v1/docs/:documentId/evidence',
  source: 'ours',
  scope: 'read',
  summary: 'The evidence in the sealed file: evidence.json',
  status: 200,
  mediaType: 'application/json',
  schemas: { params: z.object({ documentId: uuid }) },
  errors: [
    ...FILE_FAULTS,
    ...BUSY,
    'document_not_found',
    'document_not_completed',
    'not_yours',
    'download_not_found',
    'storage_unavailable',
  ],
  async handler({ deps, caller, params, reply }) {
    const record = await deps.signing.documents.readEvidence(caller, params.documentId);
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', attachmentDisposition(RECORD_FILE_NAME))
      .send(Buffer.from(record));
  },
});
