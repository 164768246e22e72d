import { DOCUMENT_STATUSES } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';
import { timestamp } from '../../schemas/text.ts';

export const listDocuments = defineRoute({
  method: 'GET',
  path: '/v1/docs',
  source: 'specification',
  scope: 'read',
  summary: "List the user's own documents and those shared in the account, newest first",
  status: 200,
  schemas: {
    query: pageQuery,
    answer: pageAnswer.extend({
      documents: z.array(
        z.object({
          documentId: z.string(),
          name: z.string(),
          createdAt: timestamp,
          status: z.enum(DOCUMENT_STATUSES),
          userId: z.string(),
        }),
      ),
    }),
  },
  errors: [],
  async handler({ deps, caller, query }) {
    const page = await deps.signing.documents.list(caller, query);
    return {
      ...presentPage(query, page),
      documents: page.items.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() })),
    };
  },
});
