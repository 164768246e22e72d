import {
  BUSY,
  emailAddress,
  FILE_FAULTS,
  formField,
  linkConfiguration,
  MESSAGE_CHANNELS,
  phoneNumber,
} from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { MESSAGE_ALLOWANCE, RANGE_ALLOWANCE } from '../rate-limits.ts';
import { readIfMatch } from '../request/conditions.ts';
import { defineRoute } from '../route.ts';
import { documentSummary, presentDocumentSummary } from '../schemas/document.ts';
import { LARGE_BODY_LIMIT, pageAnswer, pageQuery, presentPage } from '../schemas/parts.ts';
import {
  LINK_FAULTS,
  presentPublicLink,
  presentPublicLinkRecord,
  publicLinkBody,
  publicLinkRecord,
  publicLinkTag,
} from '../schemas/saved.ts';
import { sendPdf } from '../send-file.ts';

const createPublicLink = defineRoute({
  method: 'POST',
  path: '/v1/links',
  source: 'specification',
  scope: 'write',
  summary: 'Create a public link: one address where many people sign, each a document of their own',
  status: 201,
  idempotent: true,
  bodyLimit: LARGE_BODY_LIMIT,
  takesAnswer: true,
  schemas: { body: linkConfiguration, answer: publicLinkBody },
  errors: [...LINK_FAULTS, 'file_not_found'],
  async handler({ deps, caller, body, reply }) {
    const view = await deps.signing.publicLinks.create(caller, body);
    reply.header('etag', publicLinkTag(view));
    return presentPublicLink(view);
  },
});

const deletePublicLink = defineRoute({
  method: 'DELETE',
  path: '/v1/links/:linkId',
  source: 'specification',
  scope: 'write',
  summary: 'Remove a disabled public link; documents made from it stay',
  status: 204,
  schemas: { params: z.object({ linkId: uuid }) },
  errors: ['public_link_not_found', 'not_yours', 'public_link_active', 'precondition_failed'],
  async handler({ deps, caller, params, request, reply }) {
    await deps.signing.publicLinks.delete(caller, params.linkId, readIfMatch(request));
    return reply.send();
  },
});

const disablePublicLink = defineRoute({
  method: 'PUT',
  path: '/v1/links/:linkId/disable',
  source: 'specification',
  scope: 'write',
  summary: 'Disable a public link for ever; documents made from it stay as they are',
  status: 200,
  schemas: { params: z.object({ linkId: uuid }), answer: publicLinkBody },
  errors: ['public_link_not_found', 'not_yours', 'precondition_failed'],
  async handler({ deps, caller, params, request, reply }) {
    const view = await deps.signing.publicLinks.disable(caller, params.linkId, readIfMatch(request));
    reply.header('etag', publicLinkTag(view));
    return presentPublicLink(view);
  },
});

const duplicatePublicLink = defineRoute({
  method: 'POST',
  path: '/v1/links/:linkId/duplicate',
  source: 'specification',
  scope: 'write',
  summary: 'Copy a public link, disabled or not; the copy is active and has an address of its own',
  status: 201,
  idempotent: true,
  schemas: { params: z.object({ linkId: uuid }), answer: publicLinkBody },
  errors: [...LINK_FAULTS, 'file_not_found', 'public_link_not_found'],
  async handler({ deps, caller, params, reply }) {
    const view = await deps.signing.publicLinks.duplicate(caller, params.linkId);
    reply.header('etag', publicLinkTag(view));
    return presentPublicLink(view);
  },
});

const getPublicLinkSourceFile = defineRoute({
  method: 'GET',
  path: '/v1/links/:linkId/source-file',
  source: 'ours',
  scope: 'read',
  summary: 'The PDF of a public link, without values and boxes, also by ranges',
  status: 200,
  mediaType: 'application/pdf',
  head: true,
  allowance: RANGE_ALLOWANCE,
  schemas: { params: z.object({ linkId: uuid }) },
  errors: [
    'public_link_not_found',
    'not_yours',
    'download_not_found',
    'range_not_satisfiable',
    'storage_unavailable',
  ],
  async handler({ deps, caller, params, request, reply }) {
    const { blobId } = await deps.signing.publicLinks.readSourceFile(caller, params.linkId);
    return sendPdf(deps.blobs, { blobId, caching: 'revalidated' }, request, reply);
  },
});

const getPublicLink = defineRoute({
  method: 'GET',
  path: '/v1/links/:linkId',
  source: 'specification',
  scope: 'read',
  summary: 'Show a public link and how many people used it',
  status: 200,
  conditional: true,
  schemas: { params: z.object({ linkId: uuid }), answer: publicLinkBody },
  errors: ['public_link_not_found', 'not_yours'],
  async handler({ deps, caller, params, reply }) {
    const view = await deps.signing.publicLinks.get(caller, params.linkId);
    reply.header('etag', publicLinkTag(view));
    return presentPublicLink(view);
  },
});

const listPublicLinkDocuments = defineRoute({
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

const listPublicLinkFields = defineRoute({
  method: 'GET',
  path: '/v1/links/:linkId/fields',
  source: 'specification',
  scope: 'read',
  summary: 'List the form fields of the file of a public link, in reading order',
  status: 200,
  schemas: { params: z.object({ linkId: uuid }), answer: z.array(formField) },
  errors: [...FILE_FAULTS, ...BUSY, 'public_link_not_found', 'not_yours'],
  async handler({ deps, caller, params }) {
    const fields = await deps.signing.publicLinks.readFields(caller, params.linkId);
    return fields;
  },
});

const listPublicLinks = defineRoute({
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

const replacePublicLink = defineRoute({
  method: 'PUT',
  path: '/v1/links/:linkId',
  source: 'specification',
  scope: 'write',
  summary: 'Replace the configuration of an active public link; its file and its address stay',
  status: 200,
  bodyLimit: LARGE_BODY_LIMIT,
  takesAnswer: true,
  schemas: {
    params: z.object({ linkId: uuid }),
    // The file stays [D6-31].
    body: linkConfiguration.partial({ fileId: true }),
    answer: publicLinkBody,
  },
  errors: [...LINK_FAULTS, 'public_link_not_found', 'public_link_disabled', 'precondition_failed'],
  async handler({ deps, caller, params, body, request, reply }) {
    const condition = readIfMatch(request);
    const view = await deps.signing.publicLinks.replace(caller, params.linkId, body, condition);
    reply.header('etag', publicLinkTag(view));
    return presentPublicLink(view);
  },
});

const sharePublicLink = defineRoute({
  method: 'POST',
  path: '/v1/links/:linkId/share',
  source: 'ours',
  scope: 'write',
  summary: 'Send the address of a public link to somebody',
  status: 200,
  allowance: MESSAGE_ALLOWANCE,
  schemas: {
    params: z.object({ linkId: uuid }),
    body: z.object({
      emailAddress: emailAddress.optional(),
      phoneNumber: phoneNumber.optional(),
    }),
    answer: z.object({
      sentTo: z.array(z.object({ channel: z.enum(MESSAGE_CHANNELS), to: z.string() })),
    }),
  },
  errors: [
    'public_link_not_found',
    'not_yours',
    'public_link_disabled',
    'contact_required',
    'capability_missing',
    'message_not_sent',
  ],
  async handler({ deps, caller, params, body }) {
    const { sentTo } = await deps.signing.publicLinks.share(caller, params.linkId, body);
    return { sentTo };
  },
});

export const publicLinkRoutes = {
  createPublicLink,
  listPublicLinks,
  getPublicLink,
  replacePublicLink,
  deletePublicLink,
  duplicatePublicLink,
  disablePublicLink,
  sharePublicLink,
  listPublicLinkFields,
  getPublicLinkSourceFile,
  listPublicLinkDocuments,
};
