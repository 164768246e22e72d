import { readPhoneSecret } from '../../request/phone-cookie.ts';
import { receiveUpload } from '../../request/receive-upload.ts';
import { defineRoute } from '../../route.ts';
import { originOf, PROOF_ERRORS, uploadForm, uploadPart } from '../proofs/proof-route.ts';
import { phoneView } from './phone-route.ts';

export const receivePhoneFile = defineRoute({
  method: 'POST',
  path: '/phone/files',
  source: 'ours',
  scope: 'public',
  summary: 'Send pictures to the check of a phone',
  status: 200,
  hidden: true,
  schemas: { query: uploadPart, form: uploadForm, answer: phoneView },
  errors: [...PROOF_ERRORS, 'file_missing', 'file_too_large'],
  async handler({ deps, query, request }) {
    const secret = readPhoneSecret(request);
    await deps.signing.phones.require(secret);
    const origin = originOf({ deps, request }, '/phone');
    const { answer } = await receiveUpload(request, uploadForm, (content, originalName) =>
      deps.signing.phones.receiveFile(secret, { content, originalName, part: query.part, origin }),
    );
    return phoneView.parse(answer);
  },
});
