import { z } from 'zod';
import { sendPdf } from '../../answer/send-pdf.ts';
import { RANGE_ALLOWANCE } from '../../rate-limits/allowances.ts';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const getDraftSourceFile = defineRoute({
  method: 'GET',
  path: '/v1/docs/drafts/:draftId/source-file',
  source: 'ours',
  scope: 'read',
  summary: 'The PDF of a draft as it was uploaded, without values and boxes, also by ranges',
  status: 200,
  mediaType: 'application/pdf',
  head: true,
  allowance: RANGE_ALLOWANCE,
  schemas: {
    params: z.object({ draftId: uuid }),
    // So that caches and requests for ranges do not mix two files.
    query: z.object({ version: z.string().optional() }),
  },
  errors: [
    'draft_not_found',
    'not_yours',
    'draft_has_no_file',
    'template_not_found',
    'file_not_found',
    'download_not_found',
    'range_not_satisfiable',
    'storage_unavailable',
  ],
  async handler({ deps, caller, params, request, reply }) {
    const { blobId } = await deps.signing.drafts.readSourceFile(caller, params.draftId);
    return sendPdf(deps.blobs, { blobId, caching: 'revalidated' }, request, reply);
  },
});
