import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';
import { presentPublicLinkRecord, publicLinkRecord } from '../../schemas/public-link.ts';

export const listPublicLinks = defineRoute({
  method: 'GET',
  path: '/v1/links',
  source: 'specification',
  scope: 'read',
  summary: "List the user's own public links and those shared in the account, newest first",
  status: 200,
  conditional: true,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ links: z.array(publicLinkRecord) }) },
  errors: [],
  async handler({ deps, caller, query }) {
    const found = await deps.signing.publicLinks.list(caller, query);
    return { ...presentPage(query, found), links: found.items.map(presentPublicLinkRecord) };
  },
});
