import { BUSY, FILE_FAULTS, fieldValues, VALUE_FAULTS } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { LARGE_BODY_LIMIT } from '../../schemas/body-limits.ts';
import { namedValues, presentNamedValues } from '../../schemas/form-field.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';

export const setFieldValues = defineRoute({
  method: 'POST',
  path: '/v1/docs/:documentId/field-values',
  source: 'specification',
  scope: 'write',
  summary: 'Set values of the form of a document that nobody has signed',
  status: 200,
  idempotent: true,
  bodyLimit: LARGE_BODY_LIMIT,
  schemas: {
    params: z.object({ documentId: uuid }),
    body: z.object({ fields: fieldValues, errorLanguage }),
    answer: namedValues,
  },
  errors: [
    ...FILE_FAULTS,
    ...VALUE_FAULTS,
    ...BUSY,
    'document_not_found',
    'not_yours',
    'document_not_editable',
    'file_not_found',
  ],
  async handler({ deps, caller, params, body }) {
    const values = await deps.signing.documents.setFieldValues(caller, params.documentId, body.fields);
    return presentNamedValues(values);
  },
});
