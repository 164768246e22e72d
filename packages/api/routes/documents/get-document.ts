import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { documentBody, presentDocument } from '../../schemas/document.ts';
import { uuid } from '../../schemas/text.ts';

export const getDocument = defineRoute({
  method: 'GET',
  path: '/v1/docs/:documentId',
  source: 'specification',
  scope: 'read',
  summary: 'Show a document and how far its signing is',
  status: 200,
  conditional: true,
  schemas: { params: z.object({ documentId: uuid }), answer: documentBody },
  errors: ['document_not_found', 'not_yours'],
  async handler({ deps, caller, params }) {
    return presentDocument(
      await deps.signing.documents.get(caller, params.documentId),
      deps.settings.documentUrl,
      deps.clock.now(),
    );
  },
});
