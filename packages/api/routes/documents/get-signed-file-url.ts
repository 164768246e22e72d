import { z } from 'zod';
import { DOWNLOAD_LIFETIME_MS } from '../../downloads/create-downloads.ts';
import { locateDownload } from '../../downloads/locate-download.ts';
import { defineRoute } from '../../route.ts';
import { timestamp, uuid } from '../../schemas/text.ts';

export const getSignedFileUrl = defineRoute({
  method: 'GET',
  path: '/v1/docs/:documentId/signed-file-url',
  source: 'ours',
  scope: 'read',
  summary: 'The address that signed-file redirects to, for pages that cannot read a redirect',
  status: 200,
  schemas: {
    params: z.object({ documentId: uuid }),
    answer: z.object({ downloadUrl: z.string(), expiresAt: timestamp }),
  },
  errors: ['document_not_found', 'document_not_completed', 'not_yours'],
  async handler({ deps, caller, params }) {
    const file = await deps.signing.documents.getSignedFile(caller, params.documentId);
    const expiresAt = new Date(deps.clock.now().getTime() + DOWNLOAD_LIFETIME_MS);
    return { downloadUrl: await locateDownload(deps, file), expiresAt: expiresAt.toISOString() };
  },
});
