import { phoneView } from '@countersign/signing';
import { z } from 'zod';
import { choosePageLanguage } from '../request/client.ts';
import { keepPhoneSecret, readPhoneSecret } from '../request/cookies.ts';
import { receiveUpload } from '../request/receive-upload.ts';
import { defineRoute } from '../route.ts';
import { LARGE_BODY_LIMIT, uploadForm } from '../schemas/parts.ts';
import { sendPage } from '../send-page.ts';
import { originOf, PROOF_ERRORS, proofInput, uploadPart } from './proofs.ts';

const answerPhoneProof = defineRoute({
  method: 'POST',
  path: '/phone/proof',
  source: 'ours',
  scope: 'public',
  summary: 'Give an answer to the check of a phone',
  status: 200,
  bodyLimit: LARGE_BODY_LIMIT,
  admit: ({ deps, request }) => deps.signing.phones.require(readPhoneSecret(request)),
  hidden: true,
  schemas: { body: z.object({ input: proofInput }), answer: phoneView },
  errors: PROOF_ERRORS,
  async handler({ deps, body, request }) {
    const command = { input: body.input, origin: originOf({ deps, request }, '/phone') };
    return await deps.signing.phones.answer(readPhoneSecret(request), command);
  },
});

const claimHandover = defineRoute({
  method: 'POST',
  path: '/phone/session',
  source: 'ours',
  scope: 'public',
  summary: 'Use the code of a handover, once',
  status: 201,
  hidden: true,
  // The default allows 30 a minute.
  allowance: 0.05,
  schemas: { body: z.object({ code: z.string().max(100) }), answer: phoneView },
  errors: PROOF_ERRORS,
  async handler({ deps, body, reply }) {
    const { secret, view } = await deps.signing.phones.claim(body.code);
    keepPhoneSecret(reply, secret, deps.settings.baseUrl);
    return view;
  },
});

const getPhoneSession = defineRoute({
  method: 'GET',
  path: '/phone/session',
  source: 'ours',
  scope: 'public',
  summary: 'How the check of a phone stands',
  status: 200,
  hidden: true,
  schemas: { answer: phoneView },
  errors: PROOF_ERRORS,
  async handler({ deps, request }) {
    return await deps.signing.phones.get(readPhoneSecret(request));
  },
});

const receivePhoneFile = defineRoute({
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
    const { answer } = await receiveUpload(request, (content, originalName) =>
      deps.signing.phones.receiveFile(secret, { content, originalName, part: query.part, origin }),
    );
    return answer;
  },
});

/** The code follows the #: logs and mail scanners do not see it, and opening the address does not use it. */
const showPhonePage = defineRoute({
  method: 'GET',
  path: '/phone',
  source: 'ours',
  scope: 'public',
  summary: 'The page of a phone that goes on with a check',
  status: 200,
  hidden: true,
  schemas: {},
  errors: [],
  async handler({ deps, request, reply }) {
    return sendPage(reply, deps.web.renderPhonePage(choosePageLanguage(request)));
  },
});

export const phoneRoutes = {
  showPhonePage,
  claimHandover,
  getPhoneSession,
  answerPhoneProof,
  receivePhoneFile,
};
