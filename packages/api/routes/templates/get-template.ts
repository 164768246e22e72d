import { z } from 'zod';
import { chooseErrorLanguage } from '../../request/choose-language.ts';
import { revisionTag } from '../../request/if-match.ts';
import { defineRoute } from '../../route.ts';
import { presentTemplate, templateBody } from '../../schemas/template.ts';
import { uuid } from '../../schemas/text.ts';

export const getTemplate = defineRoute({
  method: 'GET',
  path: '/v1/templates/:templateId',
  source: 'specification',
  scope: 'read',
  summary: 'Show a template and what keeps it from being used',
  status: 200,
  schemas: { params: z.object({ templateId: uuid }), answer: templateBody },
  errors: ['template_not_found', 'not_yours'],
  async handler({ deps, caller, params, request, reply }) {
    const view = await deps.signing.templates.get(caller, params.templateId);
    reply.header('etag', revisionTag(view.template.revision));
    return presentTemplate(view, chooseErrorLanguage(request));
  },
});
