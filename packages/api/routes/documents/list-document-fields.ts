import { BUSY, FILE_FAULTS } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { formField, presentFormField } from '../../schemas/form-field.ts';
import { uuid } from '../../schemas/text.ts';

export const listDocumentFields = defineRoute({
  method: 'GET',
  path: '/v1/docs/:documentId/fields',
  source: 'specification',
  scope: 'read',
  summary: 'List the form fields of a document with their values, in reading order',
  status: 200,
  schemas: { params: z.object({ documentId: uuid }), answer: z.array(formField) },
  errors: [...FILE_FAULTS, ...BUSY, 'document_not_found', 'not_yours', 'file_not_found'],
  async handler({ deps, caller, params }) {
    const fields = await deps.signing.documents.listFields(caller, params.documentId);
    return fields.map(presentFormField);
  },
});
