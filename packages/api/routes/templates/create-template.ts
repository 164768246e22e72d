import { templateConfiguration } from '@countersign/signing';
import { chooseErrorLanguage } from '../../request/choose-language.ts';
import { revisionTag } from '../../request/if-match.ts';
import { defineRoute } from '../../route.ts';
import { LARGE_BODY_LIMIT } from '../../schemas/body-limits.ts';
import { presentTemplate, TEMPLATE_FAULTS, templateBody, templateInput } from '../../schemas/template.ts';
import { errorLanguage } from '../../schemas/text.ts';

export const createTemplate = defineRoute({
  method: 'POST',
  path: '/v1/templates',
  source: 'specification',
  scope: 'write',
  summary: 'Save a template to make documents from',
  status: 201,
  idempotent: true,
  bodyLimit: LARGE_BODY_LIMIT,
  schemas: { body: templateInput.extend({ errorLanguage }), answer: templateBody },
  errors: TEMPLATE_FAULTS,
  async handler({ deps, caller, body, request, reply }) {
    const view = await deps.signing.templates.create(caller, templateConfiguration.parse(body));
    reply.header('etag', revisionTag(view.template.revision));
    return presentTemplate(view, chooseErrorLanguage(request));
  },
});
