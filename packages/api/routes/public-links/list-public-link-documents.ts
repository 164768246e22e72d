import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { documentSummary, presentDocumentSummary } from '../../schemas/document-summary.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';
import { uuid } from '../../schemas/text.ts';

export const listPublicLinkDocuments = defineRoute({
  method: 'GET',
  path: '/v1/links/:linkId/documents',
  source: 'specification',
  scope: 'read',
  summary: 'List the completed documents made from a public link, newest first',
  status: 200,
  conditional: true,
  schemas: {
    params: z.object({ linkId: uuid }),
    query: pageQuery,
    answer: pageAnswer.extend({ documents: z.array(documentSummary) }),
  },
  errors: ['public_link_not_found', 'not_yours'],
  async handler({ deps, caller, params, query }) {
    const found = await deps.signing.publicLinks.listDocuments(caller, params.linkId, query);
    return { ...presentPage(query, found), documents: found.items.map(presentDocumentSummary) };
  },
});
