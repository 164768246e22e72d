import { DOCUMENT_STATUSES } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { timestamp } from '../../schemas/text.ts';

/** Documents in one answer: at most 50 [4.4-42], by default 10 [D5-29]. */
const MAX_PAGE_SIZE = 50;
/** The largest number that a 32-bit SQL integer holds. */
const MAX_OFFSET = 2_147_483_647;
const DEFAULT_PAGE_SIZE = 10;

export const listDocuments = defineRoute({
  method: 'GET',
  path: '/v1/docs',
  source: 'specification',
  scope: 'read',
  summary: "List the user's own documents and those shared in the account, newest first",
  status: 200,
  schemas: {
    query: z.object({
      limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
      offset: z.coerce.number().int().min(0).max(MAX_OFFSET).default(0),
    }),
    answer: z.object({
      limit: z.int(),
      offset: z.int(),
      nextOffset: z.int().nullable(),
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
  async handler({ deps, caller, query: { limit, offset } }) {
    const { documents, nextOffset } = await deps.signing.documents.list(caller, { limit, offset });
    return {
      limit,
      offset,
      nextOffset,
      documents: documents.map((document) => ({ ...document, createdAt: document.createdAt.toISOString() })),
    };
  },
});
