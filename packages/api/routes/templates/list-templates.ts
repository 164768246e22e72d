import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';
import { presentTemplateSummary, templateSummary } from '../../schemas/template.ts';

export const listTemplates = defineRoute({
  method: 'GET',
  path: '/v1/templates',
  source: 'specification',
  scope: 'read',
  summary: "List the user's own templates and those shared in the account, newest first",
  status: 200,
  conditional: true,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ templates: z.array(templateSummary) }) },
  errors: [],
  async handler({ deps, caller, query }) {
    const { limit, offset } = query;
    const found = await deps.signing.templates.list(caller, { limit, offset });
    return { ...presentPage(query, found), templates: found.items.map(presentTemplateSummary) };
  },
});
