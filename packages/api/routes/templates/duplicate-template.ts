import { z } from 'zod';
import { chooseErrorLanguage } from '../../request/choose-language.ts';
import { revisionTag } from '../../request/if-match.ts';
import { defineRoute } from '../../route.ts';
import { presentTemplate, templateBody } from '../../schemas/template.ts';
import { uuid } from '../../schemas/text.ts';

export const duplicateTemplate = defineRoute({
  method: 'POST',
  path: '/v1/templates/:templateId/duplicate',
  source: 'specification',
  scope: 'write',
  summary: 'Copy a template',
  status: 201,
  idempotent: true,
  schemas: { params: z.object({ templateId: uuid }), answer: templateBody },
  errors: ['template_not_found', 'file_not_found', 'not_yours', 'capability_missing'],
  async handler({ deps, caller, params, request, reply }) {
    const view = await deps.signing.templates.duplicate(caller, params.templateId);
    reply.header('etag', revisionTag(view.template.revision));
    return presentTemplate(view, chooseErrorLanguage(request));
  },
});
