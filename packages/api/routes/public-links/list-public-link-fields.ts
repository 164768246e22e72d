import { BUSY, FILE_FAULTS } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { formField, presentFormField } from '../../schemas/form-field.ts';
import { uuid } from '../../schemas/text.ts';

export const listPublicLinkFields = defineRoute({
  method: 'GET',
  path: '/v1/links/:linkId/fields',
  source: 'specification',
  scope: 'read',
  summary: 'List the form fields of the file of a public link, in reading order',
  status: 200,
  schemas: { params: z.object({ linkId: uuid }), answer: z.array(formField) },
  errors: [...FILE_FAULTS, ...BUSY, 'public_link_not_found', 'not_yours'],
  async handler({ deps, caller, params }) {
    const fields = await deps.signing.publicLinks.readFields(caller, params.linkId);
    return fields.map(presentFormField);
  },
});
