import { z } from 'zod';
import { readIfMatch } from '../../request/if-match.ts';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const deleteTemplate = defineRoute({
  method: 'DELETE',
  path: '/v1/templates/:templateId',
  source: 'specification',
  scope: 'write',
  summary: 'Remove a template for good; documents made from it stay',
  status: 204,
  schemas: { params: z.object({ templateId: uuid }) },
  errors: ['template_not_found', 'not_yours', 'precondition_failed'],
  async handler({ deps, caller, params, request, reply }) {
    await deps.signing.templates.delete(caller, params.templateId, readIfMatch(request));
    return reply.send();
  },
});
