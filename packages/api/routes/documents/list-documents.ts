import { DOCUMENT_GROUPS, DOCUMENT_STATUSES, MAX_NAME_LENGTH } from '@countersign/signing';
import { MAX_EXTERNAL_ID_LENGTH } from '@countersign/signing/limits';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import {
  listedDocument,
  presentDocumentSummary,
  presentListedDocument,
} from '../../schemas/document-summary.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';

const LISTED_STATUSES = DOCUMENT_STATUSES.filter((status) => status !== 'deleted');

/** Not in the specification: docs/api/documents.md, "List". */
const filters = {
  search: z.string().max(MAX_NAME_LENGTH).optional().meta({
    description: 'Words in the name, in names and contact details of signees, metadata or search fields.',
  }),
  status: z.enum(LISTED_STATUSES).optional(),
  createdAfter: z.iso.datetime({ offset: true }).optional(),
  createdBefore: z.iso.datetime({ offset: true }).optional(),
  externalId: z.string().max(MAX_EXTERNAL_ID_LENGTH).optional(),
  group: z.enum(DOCUMENT_GROUPS).optional().meta({ description: 'By what the caller has to do.' }),
  include: z.literal('progress').optional(),
};

export const listDocuments = defineRoute({
  method: 'GET',
  path: '/v1/docs',
  source: 'specification',
  scope: 'read',
  summary: "List the user's own documents and those shared in the account, newest first",
  status: 200,
  conditional: true,
  schemas: {
    query: pageQuery.extend(filters),
    answer: pageAnswer.extend({ documents: z.array(listedDocument) }),
  },
  errors: [],
  async handler({ deps, caller, query }) {
    const { createdAfter, createdBefore, include, ...rest } = query;
    const present = include === 'progress' ? presentListedDocument : presentDocumentSummary;
    const page = await deps.signing.documents.list(caller, {
      ...rest,
      createdAfter: createdAfter === undefined ? undefined : new Date(createdAfter),
      createdBefore: createdBefore === undefined ? undefined : new Date(createdBefore),
    });
    return { ...presentPage(query, page), documents: page.items.map((document) => present(document)) };
  },
});
