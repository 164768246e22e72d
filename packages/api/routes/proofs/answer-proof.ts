import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { LARGE_BODY_LIMIT } from '../../schemas/body-limits.ts';
import { proofView } from '../../schemas/proof.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { admitLink, visitorOf } from '../signing-pages/signing-link.ts';
import { originOf, PROOF_ERRORS, proofInput, proofParams, signingPath } from './proof-route.ts';

export const answerProof = defineRoute({
  method: 'POST',
  path: '/sign/:token/proofs/:proofId',
  source: 'ours',
  scope: 'public',
  summary: 'Give an answer to a proof, such as a one-time code',
  status: 200,
  bodyLimit: LARGE_BODY_LIMIT,
  hidden: true,
  admit: admitLink,
  schemas: {
    params: proofParams,
    body: z.object({ input: proofInput, errorLanguage }),
    answer: proofView,
  },
  errors: [...PROOF_ERRORS, 'code_invalid'],
  async handler(input) {
    const { deps, params, body } = input;
    const command = {
      proofId: params.proofId,
      input: body.input,
      origin: originOf(input, signingPath(params)),
    };
    return proofView.parse(await deps.signing.proofs.answer(params.token, command, visitorOf(input)));
  },
});
