import { PREPARING_FAULTS } from '@countersign/signing';
import { z } from 'zod';
import { sendScratchFile } from '../../answer/send-scratch-file.ts';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const getDraftFile = defineRoute({
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
