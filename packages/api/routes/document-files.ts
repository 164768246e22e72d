import { BUSY, FILE_FAULTS, RECORD_FILE_NAME } from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { DOWNLOAD_LIFETIME_MS } from '../downloads.ts';
import { RANGE_ALLOWANCE } from '../rate-limits.ts';
import { defineRoute } from '../route.ts';
import { timestamp } from '../schemas/parts.ts';
import { attachmentDisposition, locateDownload, sendPdf } from '../send-file.ts';

const getDocumentFile = defineRoute({
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

const getEvidence = defineRoute({
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

const getSignedFileUrl = defineRoute({
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

const getSignedFile = defineRoute({
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

const downloadFile = defineRoute({
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

export const documentFileRoutes = {
  getSignedFile,
  getSignedFileUrl,
  getDocumentFile,
  getEvidence,
  downloadFile,
};
