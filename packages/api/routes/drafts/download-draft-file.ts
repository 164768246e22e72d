import { PREPARING_FAULTS } from '@countersign/signing';
import { z } from 'zod';
import { sendScratchFile } from '../../answer/send-scratch-file.ts';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const downloadDraftFile = defineRoute({
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
