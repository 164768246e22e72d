import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { documentBody, presentDocument } from '../../schemas/document.ts';
import { requireUuid } from '../find-by-id.ts';

export const getDocument = defineRoute({
  method: 'GET',
  path: '/v1/docs/:documentId',
  source: 'specification',
  scope: 'read',
  summary: 'Show a document and how far its signing is',
  status: 200,
  schemas: { params: z.object({ documentId: z.string() }), answer: documentBody },
  errors: ['document_not_found', 'not_yours'],
  async handler({ deps, caller, params }) {
    const documentId = requireUuid(params.documentId, 'document_not_found');
    return presentDocument(await deps.signing.documents.get(caller, documentId), deps.settings.documentUrl);
  },
});
