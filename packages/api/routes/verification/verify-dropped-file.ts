import { z } from 'zod';
import { chooseErrorLanguage } from '../../request/choose-language.ts';
import { readClientNetwork } from '../../request/client-address.ts';
import { receiveUpload } from '../../request/receive-upload.ts';
import { defineRoute } from '../../route.ts';
import {
  fileVerification,
  presentFileVerification,
  VERIFICATION_ERRORS,
} from '../../schemas/file-verification.ts';
import { errorLanguage } from '../../schemas/text.ts';

const form = z.object({ errorLanguage });

/** 30 a minute of the default: every file is read as a whole. */
const ALLOWANCE = 1 / 20;

export const verifyDroppedFile = defineRoute({
  method: 'POST',
  path: '/verify',
  source: 'ours',
  scope: 'public',
  summary: 'What the page says of a file',
  status: 200,
  hidden: true,
  allowance: ALLOWANCE,
  schemas: { form, answer: fileVerification },
  errors: VERIFICATION_ERRORS,
  async handler({ deps, request }) {
    const { answer, unknownParts } = await receiveUpload(request, form, (content) =>
      deps.signing.files.verify(content, { network: readClientNetwork(request) }),
    );
    return presentFileVerification(answer, unknownParts, chooseErrorLanguage(request));
  },
});
