import { BUSY, FILE_FAULTS } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { formField, presentFormField } from '../../schemas/form-field.ts';
import { uuid } from '../../schemas/text.ts';

export const listTemplateFields = defineRoute({
  method: 'GET',
  path: '/v1/templates/:templateId/fields',
  source: 'specification',
  scope: 'read',
  summary: "List the form fields of a template's file, in reading order",
  status: 200,
  schemas: { params: z.object({ templateId: uuid }), answer: z.array(formField) },
  errors: [...FILE_FAULTS, ...BUSY, 'template_not_found', 'file_not_found', 'not_yours'],
  async handler({ deps, caller, params }) {
    const fields = await deps.signing.templates.listFields(caller, params.templateId);
    return fields.map(presentFormField);
  },
});
