import { z } from 'zod';
import { sendPdf } from '../../answer/send-pdf.ts';
import { RANGE_ALLOWANCE } from '../../rate-limits/allowances.ts';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const getPublicLinkSourceFile = defineRoute({
  method: 'GET',
  path: '/v1/links/:linkId/source-file',
  source: 'ours',
  scope: 'read',
  summary: 'The PDF of a public link, without values and boxes, also by ranges',
  status: 200,
  mediaType: 'application/pdf',
  head: true,
  allowance: RANGE_ALLOWANCE,
  schemas: { params: z.object({ linkId: uuid }) },
  errors: [
    'public_link_not_found',
    'not_yours',
    'download_not_found',
    'range_not_satisfiable',
    'storage_unavailable',
  ],
  async handler({ deps, caller, params, request, reply }) {
    const { blobId } = await deps.signing.publicLinks.readSourceFile(caller, params.linkId);
    return sendPdf(deps.blobs, { blobId, caching: 'revalidated' }, request, reply);
  },
});
