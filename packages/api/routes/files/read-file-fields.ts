import { BUSY, FILE_FAULTS } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { formField, presentFormField } from '../../schemas/form-field.ts';
import { uuid } from '../../schemas/text.ts';

export const readFileFields = defineRoute({
  method: 'GET',
  path: '/v1/files/:fileId/fields',
  source: 'specification',
  scope: 'read',
  summary: 'List the form fields of a file, in reading order',
  status: 200,
  schemas: { params: z.object({ fileId: uuid }), answer: z.array(formField) },
  errors: [...FILE_FAULTS, ...BUSY, 'file_not_found', 'not_yours'],
  async handler({ deps, caller, params }) {
    const fields = await deps.signing.files.readFields(caller, params.fileId);
    return fields.map(presentFormField);
  },
});
