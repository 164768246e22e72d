import { BUSY, type DraftConfiguration, draftConfiguration, PREPARING_FAULTS } from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { RANGE_ALLOWANCE } from '../rate-limits.ts';
import { chooseErrorLanguage } from '../request/client.ts';
import { mergePatch, parseRequest, readIfMatch, revisionTag } from '../request/conditions.ts';
import { defineRoute } from '../route.ts';
import { presentSentDocument, SENDING_ERRORS, sentDocument } from '../schemas/document.ts';
import { LARGE_BODY_LIMIT, pageAnswer, pageQuery, presentPage, timestamp } from '../schemas/parts.ts';
import { draftBody, draftSummary, presentDraft, presentDraftSummary } from '../schemas/saved.ts';
import { sendPdf, sendScratchFile } from '../send-file.ts';

const createDraft = defineRoute({
  method: 'POST',
  path: '/v1/docs/drafts',
  source: 'specification',
  scope: 'write',
  summary: 'Save a draft, which may be incomplete, and list what would fail if it were sent',
  status: 201,
  idempotent: true,
  bodyLimit: LARGE_BODY_LIMIT,
  takesAnswer: true,
  schemas: { body: draftConfiguration, answer: draftBody },
  errors: [...BUSY],
  async handler({ deps, caller, body, request, reply }) {
    const view = await deps.signing.drafts.create(caller, body);
    reply.header('etag', revisionTag(view.draft.revision));
    return presentDraft(view, chooseErrorLanguage(request));
  },
});

const deleteDraft = defineRoute({
  method: 'DELETE',
  path: '/v1/docs/drafts/:draftId',
  source: 'specification',
  scope: 'write',
  summary: 'Remove a draft for good',
  status: 204,
  schemas: { params: z.object({ draftId: uuid }) },
  errors: ['draft_not_found', 'not_yours', 'precondition_failed'],
  async handler({ deps, caller, params, request, reply }) {
    await deps.signing.drafts.delete(caller, params.draftId, readIfMatch(request));
    return reply.send();
  },
});

const downloadDraftFile = defineRoute({
  method: 'GET',
  path: '/v1/docs/drafts/:draftId/file-download/:token',
  source: 'specification',
  scope: 'public',
  summary: 'The PDF of a draft behind an address that works once',
  status: 200,
  mediaType: 'application/pdf',
  schemas: { params: z.object({ draftId: uuid, token: z.string() }) },
  errors: [
    ...PREPARING_FAULTS,
    'download_not_found',
    'file_not_found',
    'not_yours',
    'draft_has_no_file',
    'template_not_found',
  ],
  async handler({ deps, params, request, reply }) {
    return sendScratchFile(
      await deps.signing.drafts.openDownload(params.draftId, params.token),
      request,
      reply,
    );
  },
});

const duplicateDraft = defineRoute({
  method: 'POST',
  path: '/v1/docs/drafts/:draftId/duplicate',
  source: 'specification',
  scope: 'write',
  summary: 'Copy a draft',
  status: 201,
  idempotent: true,
  schemas: { params: z.object({ draftId: uuid }), answer: draftBody },
  errors: [...BUSY, 'draft_not_found', 'not_yours'],
  async handler({ deps, caller, params, request, reply }) {
    const view = await deps.signing.drafts.duplicate(caller, params.draftId);
    reply.header('etag', revisionTag(view.draft.revision));
    return presentDraft(view, chooseErrorLanguage(request));
  },
});

const getDraftFileUrl = defineRoute({
  method: 'GET',
  path: '/v1/docs/drafts/:draftId/file-url',
  source: 'specification',
  scope: 'read',
  summary:
    'An address for one download of the PDF of a draft, within ten minutes and until the draft is changed',
  status: 200,
  schemas: {
    params: z.object({ draftId: uuid }),
    answer: z.object({ downloadUrl: z.string(), expiresAt: timestamp }),
  },
  errors: ['draft_not_found', 'not_yours', 'draft_has_no_file', 'template_not_found'],
  async handler({ deps, caller, params: { draftId } }) {
    const { token, expiresAt } = await deps.signing.drafts.issueDownload(caller, draftId);
    const downloadUrl = `${deps.settings.baseUrl}/v1/docs/drafts/${draftId}/file-download/${token}`;
    return { downloadUrl, expiresAt: expiresAt.toISOString() };
  },
});

const getDraftFile = defineRoute({
  method: 'GET',
  path: '/v1/docs/drafts/:draftId/file',
  source: 'specification',
  scope: 'read',
  summary: 'The PDF of a draft with its values, and its boxes outlined',
  status: 200,
  mediaType: 'application/pdf',
  schemas: { params: z.object({ draftId: uuid }) },
  errors: [
    ...PREPARING_FAULTS,
    'draft_not_found',
    'not_yours',
    'draft_has_no_file',
    'template_not_found',
    'file_not_found',
  ],
  async handler({ deps, caller, params, request, reply }) {
    return sendScratchFile(await deps.signing.drafts.preview(caller, params.draftId), request, reply);
  },
});

const getDraftSourceFile = defineRoute({
  method: 'GET',
  path: '/v1/docs/drafts/:draftId/source-file',
  source: 'ours',
  scope: 'read',
  summary: 'The PDF of a draft as it was uploaded, without values and boxes, also by ranges',
  status: 200,
  mediaType: 'application/pdf',
  head: true,
  allowance: RANGE_ALLOWANCE,
  schemas: {
    params: z.object({ draftId: uuid }),
    // The version keeps caches and requests for ranges from mixing two files.
    query: z.object({ version: z.string().optional() }),
  },
  errors: [
    'draft_not_found',
    'not_yours',
    'draft_has_no_file',
    'template_not_found',
    'file_not_found',
    'download_not_found',
    'range_not_satisfiable',
    'storage_unavailable',
  ],
  async handler({ deps, caller, params, request, reply }) {
    const { blobId } = await deps.signing.drafts.readSourceFile(caller, params.draftId);
    return sendPdf(deps.blobs, { blobId, caching: 'revalidated' }, request, reply);
  },
});

const getDraft = defineRoute({
  method: 'GET',
  path: '/v1/docs/drafts/:draftId',
  source: 'specification',
  scope: 'read',
  summary: 'Show a draft and what would fail if it were sent',
  status: 200,
  schemas: { params: z.object({ draftId: uuid }), answer: draftBody },
  errors: ['draft_not_found', 'not_yours'],
  async handler({ deps, caller, params, request, reply }) {
    const view = await deps.signing.drafts.get(caller, params.draftId);
    reply.header('etag', revisionTag(view.draft.revision));
    return presentDraft(view, chooseErrorLanguage(request));
  },
});

const listDrafts = defineRoute({
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

function applyPatch(
  before: DraftConfiguration,
  patch: unknown,
  removed: readonly (readonly string[])[],
): DraftConfiguration {
  return parseRequest(draftConfiguration, mergePatch(before, patch, removed));
}

const patchDraft = defineRoute({
  method: 'PATCH',
  path: '/v1/docs/drafts/:draftId',
  source: 'ours',
  scope: 'write',
  summary: 'Change members of a draft; null removes one (RFC 7396)',
  status: 200,
  takesAnswer: true,
  bodyLimit: LARGE_BODY_LIMIT,
  schemas: {
    params: z.object({ draftId: uuid }),
    body: draftConfiguration.partial(),
    answer: draftBody,
  },
  errors: [...BUSY, 'draft_not_found', 'not_yours', 'draft_sent', 'draft_expired', 'precondition_failed'],
  async handler({ deps, caller, params, body, request, reply }) {
    const view = await deps.signing.drafts.change(
      caller,
      params.draftId,
      (before) => applyPatch(before, body, request.nullMembers),
      readIfMatch(request),
    );
    reply.header('etag', revisionTag(view.draft.revision));
    return presentDraft(view, chooseErrorLanguage(request));
  },
});

const replaceDraft = defineRoute({
  method: 'PUT',
  path: '/v1/docs/drafts/:draftId',
  source: 'specification',
  scope: 'write',
  summary: 'Replace the configuration of a draft',
  status: 200,
  takesAnswer: true,
  bodyLimit: LARGE_BODY_LIMIT,
  schemas: {
    params: z.object({ draftId: uuid }),
    body: draftConfiguration,
    answer: draftBody,
  },
  errors: [...BUSY, 'draft_not_found', 'not_yours', 'draft_sent', 'draft_expired', 'precondition_failed'],
  async handler({ deps, caller, params, body, request, reply }) {
    const view = await deps.signing.drafts.change(caller, params.draftId, () => body, readIfMatch(request));
    reply.header('etag', revisionTag(view.draft.revision));
    return presentDraft(view, chooseErrorLanguage(request));
  },
});

const sendDraft = defineRoute({
  method: 'POST',
  path: '/v1/docs/drafts/:draftId/send',
  source: 'specification',
  scope: 'write',
  summary: 'Send a draft for signing',
  status: 201,
  idempotent: true,
  schemas: { params: z.object({ draftId: uuid }), answer: sentDocument },
  errors: [...SENDING_ERRORS, 'draft_not_found', 'draft_sent', 'draft_expired', 'precondition_failed'],
  async handler({ deps, caller, params, request }) {
    const created = await deps.signing.drafts.send(caller, params.draftId, readIfMatch(request));
    return presentSentDocument(created, deps.settings.documentUrl);
  },
});

export const draftRoutes = {
  createDraft,
  listDrafts,
  getDraft,
  replaceDraft,
  patchDraft,
  deleteDraft,
  getDraftFile,
  getDraftSourceFile,
  getDraftFileUrl,
  downloadDraftFile,
  sendDraft,
  duplicateDraft,
};
