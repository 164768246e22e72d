import { documentRequest } from '@countersign/signing';
import { defineRoute } from '../../route.ts';
import { LARGE_BODY_LIMIT } from '../../schemas/body-limits.ts';
import { presentSentDocument, SENDING_ERRORS, sentDocument } from '../../schemas/sent-document.ts';
import { errorLanguage } from '../../schemas/text.ts';

export const createDocument = defineRoute({
  method: 'POST',
  path: '/v1/docs',
  source: 'specification',
  scope: 'write',
  summary: 'Send a document for signing',
  status: 201,
  idempotent: true,
  bodyLimit: LARGE_BODY_LIMIT,
  schemas: {
    body: documentRequest.extend({ errorLanguage }),
    answer: sentDocument,
  },
  errors: SENDING_ERRORS,
  async handler({ deps, caller, body }) {
    const { errorLanguage: _, ...configuration } = body;
    const created = await deps.signing.documents.create(caller, configuration);
    return presentSentDocument(created, deps.settings.documentUrl);
  },
});
