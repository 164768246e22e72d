import { templateConfiguration } from '@countersign/signing';
import { z } from 'zod';
import { chooseErrorLanguage } from '../../request/choose-language.ts';
import { readIfMatch, revisionTag } from '../../request/if-match.ts';
import { defineRoute } from '../../route.ts';
import { LARGE_BODY_LIMIT } from '../../schemas/body-limits.ts';
import { presentTemplate, TEMPLATE_FAULTS, templateBody, templateInput } from '../../schemas/template.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';

const replacement = templateConfiguration.partial({ fileId: true });

export const replaceTemplate = defineRoute({
  method: 'PUT',
  path: '/v1/templates/:templateId',
  source: 'specification',
  scope: 'write',
  summary: 'Replace a template, except its file',
  status: 200,
  bodyLimit: LARGE_BODY_LIMIT,
  schemas: {
    params: z.object({ templateId: uuid }),
    body: templateInput.partial({ fileId: true }).extend({ errorLanguage }),
    answer: templateBody,
  },
  errors: [...TEMPLATE_FAULTS, 'template_not_found', 'precondition_failed'],
  async handler({ deps, caller, params, body, request, reply }) {
    const view = await deps.signing.templates.replace(
      caller,
      params.templateId,
      replacement.parse(body),
      readIfMatch(request),
    );
    reply.header('etag', revisionTag(view.template.revision));
    return presentTemplate(view, chooseErrorLanguage(request));
  },
});
