import { BUSY, FILE_FAULTS, textMatches, textSearch } from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { defineRoute } from '../route.ts';

const findTextOfDraft = defineRoute({
  method: 'GET',
  path: '/v1/docs/drafts/:draftId/text-matches',
  source: 'ours',
  scope: 'read',
  summary: 'List where a text is in the file of a draft, as anchors find it',
  status: 200,
  schemas: { params: z.object({ draftId: uuid }), query: textSearch, answer: textMatches },
  errors: [
    ...FILE_FAULTS,
    ...BUSY,
    'draft_not_found',
    'draft_has_no_file',
    'template_not_found',
    'file_not_found',
    'not_yours',
  ],
  async handler({ deps, caller, params, query }) {
    return deps.signing.textMatches.inDraft(caller, params.draftId, query);
  },
});

const findTextOfTemplate = defineRoute({
  method: 'GET',
  path: '/v1/templates/:templateId/text-matches',
  source: 'ours',
  scope: 'read',
  summary: 'List where a text is in the file of a template, as anchors find it',
  status: 200,
  schemas: { params: z.object({ templateId: uuid }), query: textSearch, answer: textMatches },
  errors: [...FILE_FAULTS, ...BUSY, 'template_not_found', 'file_not_found', 'not_yours'],
  async handler({ deps, caller, params, query }) {
    return deps.signing.textMatches.inTemplate(caller, params.templateId, query);
  },
});

const findTextOfPublicLink = defineRoute({
  method: 'GET',
  path: '/v1/links/:linkId/text-matches',
  source: 'ours',
  scope: 'read',
  summary: 'List where a text is in the file of a public link, as anchors find it',
  status: 200,
  schemas: { params: z.object({ linkId: uuid }), query: textSearch, answer: textMatches },
  errors: [...FILE_FAULTS, ...BUSY, 'public_link_not_found', 'not_yours'],
  async handler({ deps, caller, params, query }) {
    return deps.signing.textMatches.inPublicLink(caller, params.linkId, query);
  },
});

export const textMatchRoutes = { findTextOfDraft, findTextOfTemplate, findTextOfPublicLink };
