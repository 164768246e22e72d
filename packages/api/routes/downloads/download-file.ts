import { z } from 'zod';
import { sendPdf } from '../../answer/send-pdf.ts';
import { defineRoute } from '../../route.ts';

export const downloadFile = defineRoute({
  method: 'GET',
  path: '/downloads/:token',
  source: 'ours',
  scope: 'public',
  summary: 'The file behind an address that was issued at most 10 minutes ago',
  status: 200,
  hidden: true,
  head: true,
  schemas: { params: z.object({ token: z.string() }) },
  errors: ['download_not_found', 'range_not_satisfiable', 'storage_unavailable'],
  async handler({ deps, params, request, reply }) {
    return sendPdf(deps.blobs, deps.downloads.open(params.token), request, reply);
  },
});
