import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { documentSummary, presentDocumentSummary } from '../../schemas/document-summary.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';

export const listDocuments = defineRoute({
  method: 'GET',
  path: '/v1/docs',
  source: 'specification',
  scope: 'read',
  summary: "List the user's own documents and those shared in the account, newest first",
  status: 200,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ documents: z.array(documentSummary) }) },
  errors: [],
  async handler({ deps, caller, query }) {
    const page = await deps.signing.documents.list(caller, query);
    return { ...presentPage(query, page), documents: page.items.map(presentDocumentSummary) };
  },
});
