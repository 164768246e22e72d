import { z } from 'zod';
import { chooseErrorLanguage } from '../../request/choose-language.ts';
import { receiveUpload } from '../../request/receive-upload.ts';
import { defineRoute } from '../../route.ts';
import {
  fileVerification,
  presentFileVerification,
  VERIFICATION_ERRORS,
} from '../../schemas/file-verification.ts';
import { errorLanguage } from '../../schemas/text.ts';

const form = z.object({ errorLanguage });

export const verifyFile = defineRoute({
  method: 'POST',
  path: '/v1/files/verify',
  source: 'ours',
  scope: 'read',
  summary: 'What the signatures of a PDF are worth, and whether it was sealed here; nothing is stored',
  status: 200,
  schemas: { form, answer: fileVerification },
  errors: [...VERIFICATION_ERRORS, 'too_many_uploads'],
  async handler({ deps, caller, request }) {
    const { answer, unknownParts } = await receiveUpload(request, form, (content) =>
      deps.signing.files.verify(content, caller),
    );
    return presentFileVerification(answer, unknownParts, chooseErrorLanguage(request));
  },
});
