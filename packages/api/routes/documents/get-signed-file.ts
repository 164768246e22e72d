import { z } from 'zod';
import { locateDownload } from '../../downloads/locate-download.ts';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const getSignedFile = defineRoute({
  method: 'GET',
  path: '/v1/docs/:documentId/signed-file',
  source: 'specification',
  scope: 'read',
  summary: 'Redirect to the sealed PDF; the address works for 10 minutes and needs no token',
  status: 302,
  schemas: { params: z.object({ documentId: uuid }) },
  errors: ['document_not_found', 'document_not_completed', 'not_yours'],
  async handler({ deps, caller, params, reply }) {
    const file = await deps.signing.documents.getSignedFile(caller, params.documentId);
    return reply.redirect(await locateDownload(deps, file), 302);
  },
});
