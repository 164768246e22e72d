import { BUSY, FILE_FAULTS } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { namedValues, presentNamedValues } from '../../schemas/form-field.ts';
import { uuid } from '../../schemas/text.ts';

export const listFieldValues = defineRoute({
  method: 'GET',
  path: '/v1/docs/:documentId/field-values',
  source: 'specification',
  scope: 'read',
  summary: 'List the values of the form of a completed document',
  status: 200,
  schemas: { params: z.object({ documentId: uuid }), answer: namedValues },
  errors: [...FILE_FAULTS, ...BUSY, 'document_not_found', 'not_yours', 'document_not_completed'],
  async handler({ deps, caller, params }) {
    return presentNamedValues(await deps.signing.documents.listFieldValues(caller, params.documentId));
  },
});
