import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { timestamp, uuid } from '../../schemas/text.ts';

export const getDraftFileUrl = defineRoute({
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
