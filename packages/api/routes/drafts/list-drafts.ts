import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { draftSummary, presentDraftSummary } from '../../schemas/draft.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';
import { uuid } from '../../schemas/text.ts';

export const listDrafts = defineRoute({
  method: 'GET',
  path: '/v1/docs/drafts',
  source: 'specification',
  scope: 'read',
  summary: "List the user's own drafts and those shared in the account, newest first",
  status: 200,
  conditional: true,
  schemas: {
    query: pageQuery.extend({
      userId: uuid.optional().meta({ deprecated: true, description: 'Lists the drafts of one owner only.' }),
    }),
    answer: pageAnswer.extend({ drafts: z.array(draftSummary) }),
  },
  errors: [],
  async handler({ deps, caller, query }) {
    const { userId: ownerId, ...page } = query;
    const found = await deps.signing.drafts.list(caller, { ...page, ownerId });
    return { ...presentPage(query, found), drafts: found.items.map(presentDraftSummary) };
  },
});
