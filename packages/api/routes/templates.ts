import { BUSY, FILE_FAULTS, formField, templateConfiguration } from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { RANGE_ALLOWANCE } from '../rate-limits.ts';
import { chooseErrorLanguage } from '../request/client.ts';
import { readIfMatch, revisionTag } from '../request/conditions.ts';
import { defineRoute } from '../route.ts';
import { LARGE_BODY_LIMIT, pageAnswer, pageQuery, presentPage } from '../schemas/parts.ts';
import {
  presentTemplate,
  presentTemplateSummary,
  TEMPLATE_FAULTS,
  templateBody,
  templateSummary,
} from '../schemas/saved.ts';
import { sendPdf } from '../send-file.ts';

const createTemplate = defineRoute({
  method: 'POST',
  path: '/v1/templates',
  source: 'specification',
  scope: 'write',
  summary: 'Save a template to make documents from',
  status: 201,
  idempotent: true,
  bodyLimit: LARGE_BODY_LIMIT,
  takesAnswer: true,
  schemas: { body: templateConfiguration, answer: templateBody },
  errors: TEMPLATE_FAULTS,
  async handler({ deps, caller, body, request, reply }) {
    const view = await deps.signing.templates.create(caller, body);
    reply.header('etag', revisionTag(view.template.revision));
    return presentTemplate(view, chooseErrorLanguage(request));
  },
});

const deleteTemplate = defineRoute({
  method: 'DELETE',
  path: '/v1/templates/:templateId',
  source: 'specification',
  scope: 'write',
  summary: 'Remove a template for good; documents made from it stay',
  status: 204,
  schemas: { params: z.object({ templateId: uuid }) },
  errors: ['template_not_found', 'not_yours', 'precondition_failed'],
  async handler({ deps, caller, params, request, reply }) {
    await deps.signing.templates.delete(caller, params.templateId, readIfMatch(request));
    return reply.send();
  },
});

const duplicateTemplate = defineRoute({
  method: 'POST',
  path: '/v1/templates/:templateId/duplicate',
  source: 'specification',
  scope: 'write',
  summary: 'Copy a template',
  status: 201,
  idempotent: true,
  schemas: { params: z.object({ templateId: uuid }), answer: templateBody },
  errors: ['template_not_found', 'file_not_found', 'not_yours', 'capability_missing'],
  async handler({ deps, caller, params, request, reply }) {
    const view = await deps.signing.templates.duplicate(caller, params.templateId);
    reply.header('etag', revisionTag(view.template.revision));
    return presentTemplate(view, chooseErrorLanguage(request));
  },
});

const getTemplateSourceFile = defineRoute({
  method: 'GET',
  path: '/v1/templates/:templateId/source-file',
  source: 'ours',
  scope: 'read',
  summary: 'The PDF of a template, without values and boxes, also by ranges',
  status: 200,
  mediaType: 'application/pdf',
  head: true,
  allowance: RANGE_ALLOWANCE,
  schemas: { params: z.object({ templateId: uuid }) },
  errors: [
    'template_not_found',
    'file_not_found',
    'not_yours',
    'download_not_found',
    'range_not_satisfiable',
    'storage_unavailable',
  ],
  async handler({ deps, caller, params, request, reply }) {
    const { blobId } = await deps.signing.templates.readSourceFile(caller, params.templateId);
    return sendPdf(deps.blobs, { blobId, caching: 'revalidated' }, request, reply);
  },
});

const getTemplate = defineRoute({
  method: 'GET',
  path: '/v1/templates/:templateId',
  source: 'specification',
  scope: 'read',
  summary: 'Show a template and what keeps it from being used',
  status: 200,
  schemas: { params: z.object({ templateId: uuid }), answer: templateBody },
  errors: ['template_not_found', 'not_yours'],
  async handler({ deps, caller, params, request, reply }) {
    const view = await deps.signing.templates.get(caller, params.templateId);
    reply.header('etag', revisionTag(view.template.revision));
    return presentTemplate(view, chooseErrorLanguage(request));
  },
});

const listTemplateFields = defineRoute({
  method: 'GET',
  path: '/v1/templates/:templateId/fields',
  source: 'specification',
  scope: 'read',
  summary: "List the form fields of a template's file, in reading order",
  status: 200,
  schemas: { params: z.object({ templateId: uuid }), answer: z.array(formField) },
  errors: [...FILE_FAULTS, ...BUSY, 'template_not_found', 'file_not_found', 'not_yours'],
  async handler({ deps, caller, params }) {
    const fields = await deps.signing.templates.listFields(caller, params.templateId);
    return fields;
  },
});

const listTemplates = defineRoute({
  method: 'GET',
  path: '/v1/templates',
  source: 'specification',
  scope: 'read',
  summary: "List the user's own templates and those shared in the account, newest first",
  status: 200,
  conditional: true,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ templates: z.array(templateSummary) }) },
  errors: [],
  async handler({ deps, caller, query }) {
    const { limit, offset } = query;
    const found = await deps.signing.templates.list(caller, { limit, offset });
    return { ...presentPage(query, found), templates: found.items.map(presentTemplateSummary) };
  },
});

const replaceTemplate = defineRoute({
  method: 'PUT',
  path: '/v1/templates/:templateId',
  source: 'specification',
  scope: 'write',
  summary: 'Replace a template, except its file',
  status: 200,
  takesAnswer: true,
  bodyLimit: LARGE_BODY_LIMIT,
  schemas: {
    params: z.object({ templateId: uuid }),
    body: templateConfiguration.partial({ fileId: true }),
    answer: templateBody,
  },
  errors: [...TEMPLATE_FAULTS, 'template_not_found', 'precondition_failed'],
  async handler({ deps, caller, params, body, request, reply }) {
    const condition = readIfMatch(request);
    const view = await deps.signing.templates.replace(caller, params.templateId, body, condition);
    reply.header('etag', revisionTag(view.template.revision));
    return presentTemplate(view, chooseErrorLanguage(request));
  },
});

export const templateRoutes = {
  createTemplate,
  listTemplates,
  getTemplate,
  replaceTemplate,
  deleteTemplate,
  duplicateTemplate,
  listTemplateFields,
  getTemplateSourceFile,
};
