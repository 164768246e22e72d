import { BOX_FAULTS, BUSY, documentConfiguration, FILE_FAULTS, VALUE_FAULTS } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { presentDocumentUrl } from '../../schemas/document.ts';
import { errorLanguage, timestamp } from '../../schemas/text.ts';
import { presentWarnings, warnings } from '../../schemas/warning.ts';

/** Bytes. Fifty signees with boxes, and some thousands of values for form fields. */
const DOCUMENT_BODY_LIMIT = 1024 * 1024;

export const createDocument = defineRoute({
  method: 'POST',
  path: '/v1/docs',
  source: 'specification',
  scope: 'write',
  summary: 'Send a document for signing',
  status: 201,
  idempotent: true,
  bodyLimit: DOCUMENT_BODY_LIMIT,
  schemas: {
    body: documentConfiguration.extend({ errorLanguage }),
    answer: z.object({
      documentId: z.string(),
      name: z.string(),
      createdAt: timestamp,
      userId: z.string(),
      status: z.enum(['created', 'processing']),
      documentUrl: z.string().nullable(),
      warnings,
    }),
  },
  errors: [
    ...FILE_FAULTS,
    ...BOX_FAULTS,
    ...VALUE_FAULTS,
    ...BUSY,
    'file_not_found',
    'template_not_found',
    'not_yours',
    'contact_required',
    'signature_box_required',
    'capability_missing',
  ],
  async handler({ deps, caller, body }) {
    const { errorLanguage: _, ...configuration } = body;
    const { document, warnings: found } = await deps.signing.documents.create(caller, configuration);
    return {
      documentId: document.documentId,
      name: document.name,
      createdAt: document.createdAt.toISOString(),
      userId: document.userId,
      status: 'created' as const,
      documentUrl: presentDocumentUrl(document, deps.settings.documentUrl),
      ...presentWarnings(found),
    };
  },
});
