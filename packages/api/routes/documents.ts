import { MAX_NAME_LENGTH } from '@countersign/base/text';
import {
  BUSY,
  DOCUMENT_GROUPS,
  DOCUMENT_STATUSES,
  documentRequest,
  type HistoryEntry,
  MESSAGE_CHANNELS,
} from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { MAX_EXTERNAL_ID_LENGTH, MAX_LABEL_LENGTH } from '@countersign/signing/limits';
import { z } from 'zod';
import { chooseErrorLanguage } from '../request/client.ts';
import { revisionTag } from '../request/conditions.ts';
import { defineRoute } from '../route.ts';
import {
  documentBody,
  listedDocument,
  presentDocument,
  presentDocumentSummary,
  presentListedDocument,
  presentSentDocument,
  SENDING_ERRORS,
  sentDocument,
} from '../schemas/document.ts';
import { LARGE_BODY_LIMIT, pageAnswer, pageQuery, presentPage, timestamp } from '../schemas/parts.ts';
import { draftBody, presentDraft } from '../schemas/saved.ts';

/** A record of names would have no members in the description. */
const countOfEach = Object.fromEntries(DOCUMENT_GROUPS.map((name) => [name, z.int()]));

const countDocuments = defineRoute({
  method: 'GET',
  path: '/v1/docs/group-counts',
  source: 'ours',
  scope: 'read',
  summary: 'How many of the listed documents are in each group, and how many drafts there are',
  status: 200,
  conditional: true,
  schemas: {
    answer: z.object({
      groups: z.object(countOfEach),
      drafts: z.int().meta({ description: 'Drafts that can still be sent.' }),
    }),
  },
  errors: [],
  async handler({ deps, caller }) {
    const { groups, drafts } = await deps.signing.documents.countGroups(caller);
    return { groups, drafts };
  },
});

const createDocument = defineRoute({
  method: 'POST',
  path: '/v1/docs',
  source: 'specification',
  scope: 'write',
  summary: 'Send a document for signing',
  status: 201,
  idempotent: true,
  bodyLimit: LARGE_BODY_LIMIT,
  schemas: {
    body: documentRequest,
    answer: sentDocument,
  },
  errors: SENDING_ERRORS,
  async handler({ deps, caller, body }) {
    const created = await deps.signing.documents.create(caller, body);
    return presentSentDocument(created, deps.settings.documentUrl);
  },
});

const deleteDocument = defineRoute({
  method: 'DELETE',
  path: '/v1/docs/:documentId',
  source: 'specification',
  scope: 'write',
  summary: 'Delete a completed or revoked document, and its file if no other document uses it',
  status: 204,
  schemas: { params: z.object({ documentId: uuid }) },
  errors: ['document_not_found', 'not_yours', 'document_not_deletable'],
  async handler({ deps, caller, params, reply }) {
    await deps.signing.documents.delete(caller, params.documentId);
    return reply.send();
  },
});

const duplicateDocument = defineRoute({
  method: 'POST',
  path: '/v1/docs/:documentId/duplicate',
  source: 'specification',
  scope: 'write',
  summary: 'Make a draft of a document',
  status: 201,
  idempotent: true,
  schemas: { params: z.object({ documentId: uuid }), answer: draftBody },
  errors: [...BUSY, 'document_not_found', 'not_yours'],
  async handler({ deps, caller, params, request, reply }) {
    const view = await deps.signing.drafts.duplicateDocument(caller, params.documentId);
    reply.header('etag', revisionTag(view.draft.revision));
    return presentDraft(view, chooseErrorLanguage(request));
  },
});

const getDocument = defineRoute({
  method: 'GET',
  path: '/v1/docs/:documentId',
  source: 'specification',
  scope: 'read',
  summary: 'Show a document and how far its signing is',
  status: 200,
  conditional: true,
  schemas: { params: z.object({ documentId: uuid }), answer: documentBody },
  errors: ['document_not_found', 'not_yours'],
  async handler({ deps, caller, params }) {
    return presentDocument(
      await deps.signing.documents.get(caller, params.documentId),
      deps.settings.documentUrl,
      deps.clock.now(),
    );
  },
});

const person = z.object({
  kind: z.enum(['user', 'signee']),
  id: z.string(),
  fullName: z.string().nullable(),
});

export const documentEvent = z.object({
  eventId: z.string(),
  type: z.string(),
  date: timestamp,
  actor: person.nullable().meta({ description: 'Null: the service.' }),
  signee: person.nullable().meta({ description: 'To whom it happened.' }),
  channels: z.array(z.enum(MESSAGE_CHANNELS)).optional(),
  reason: z.string().optional().meta({ description: 'Of a revocation, or of a message that failed.' }),
  members: z.array(z.string()).optional().meta({ description: 'Contact details that were corrected.' }),
  sha256: z.string().optional().meta({ description: 'Of the PDF that was stored.' }),
  recipients: z.array(person).optional().meta({ description: 'For whom links were made.' }),
  payment: z
    .object({ amount: z.string(), provider: z.string(), paymentId: z.string() })
    .optional()
    .meta({ description: 'That was made, that no signature uses, or that no bank confirmed.' }),
});

const listDocumentEvents = defineRoute({
  method: 'GET',
  path: '/v1/docs/:documentId/events',
  source: 'ours',
  scope: 'read',
  summary: 'What happened to a document, newest first',
  status: 200,
  conditional: true,
  schemas: {
    params: z.object({ documentId: uuid }),
    query: pageQuery,
    answer: pageAnswer.extend({ events: z.array(documentEvent) }),
  },
  errors: ['document_not_found', 'not_yours'],
  async handler({ deps, caller, params, query }) {
    const page = await deps.signing.documents.listEvents(caller, params.documentId, query);
    return { ...presentPage(query, page), events: page.items.map(presentEvent) };
  },
});

function presentEvent({
  entryId,
  type,
  date,
  actor,
  signee,
  recipients,
  details,
}: HistoryEntry): z.output<typeof documentEvent> {
  const { channel, channels, failure, reason, members, sha256, amount, provider, paymentId } = details;
  return documentEvent.parse({
    eventId: entryId,
    type,
    date: date.toISOString(),
    actor,
    signee,
    channels: channels ?? (channel === undefined ? undefined : [channel]),
    reason: reason ?? failure,
    members,
    sha256,
    recipients: recipients.length === 0 ? undefined : recipients,
    payment: paymentId === undefined ? undefined : { amount, provider, paymentId },
  });
}

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
  label: z.string().max(MAX_LABEL_LENGTH).optional().meta({ description: 'Compared without case.' }),
  group: z.enum(DOCUMENT_GROUPS).optional().meta({ description: 'By what the caller has to do.' }),
  include: z.literal('progress').optional(),
};

const listDocuments = defineRoute({
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

const resealDocument = defineRoute({
  method: 'POST',
  path: '/v1/docs/:documentId/reseal',
  source: 'ours',
  scope: 'write',
  summary: 'Try at once to seal a document whose sealing is delayed',
  status: 200,
  schemas: {
    params: z.object({ documentId: uuid }),
    body: z.object({}),
    answer: z.object({ documentId: z.string() }),
  },
  errors: ['document_not_found', 'not_yours', 'document_not_sealable'],
  async handler({ deps, caller, params: { documentId } }) {
    await deps.signing.documents.reseal(caller, documentId);
    return { documentId };
  },
});

const revokeDocument = defineRoute({
  method: 'PUT',
  path: '/v1/docs/:documentId/revoke',
  source: 'specification',
  scope: 'write',
  summary: 'Withdraw a document: its signing links end at once',
  status: 200,
  schemas: {
    params: z.object({ documentId: uuid }),
    body: z.object({}),
    answer: z.object({ documentId: z.string() }),
  },
  errors: ['document_not_found', 'not_yours', 'document_fully_signed'],
  async handler({ deps, caller, params: { documentId } }) {
    await deps.signing.documents.revoke(caller, documentId);
    return { documentId };
  },
});

export const documentRoutes = {
  createDocument,
  listDocuments,
  countDocuments,
  getDocument,
  deleteDocument,
  listDocumentEvents,
  revokeDocument,
  resealDocument,
  duplicateDocument,
};
