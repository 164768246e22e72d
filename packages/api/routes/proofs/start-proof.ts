import { PROOF_KINDS } from '@countersign/signing';
import { z } from 'zod';
import { MESSAGE_ALLOWANCE } from '../../rate-limits/allowances.ts';
import { setReturnCookie } from '../../request/return-cookie.ts';
import { defineRoute } from '../../route.ts';
import { LARGE_BODY_LIMIT } from '../../schemas/body-limits.ts';
import { proofView } from '../../schemas/proof.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { admitLink, linkParams, visitorOf } from '../signing-pages/signing-link.ts';
import { originOf, PROOF_ERRORS, proofInput, signingPath } from './proof-route.ts';

export const startProof = defineRoute({
  method: 'POST',
  path: '/sign/:token/proofs',
  source: 'ours',
  scope: 'public',
  summary: 'Begin a proof: a one-time code, an upload, an identification',
  status: 201,
  bodyLimit: LARGE_BODY_LIMIT,
  hidden: true,
  allowance: MESSAGE_ALLOWANCE,
  admit: admitLink,
  schemas: {
    params: linkParams,
    body: z.object({
      kind: z.enum(PROOF_KINDS.map(({ kind }) => kind)),
      field: z.string().optional(),
      input: proofInput,
      errorLanguage,
    }),
    answer: proofView,
  },
  errors: [...PROOF_ERRORS, 'unknown_field', 'code_cooldown', 'code_not_sent'],
  async handler(input) {
    const { deps, params, body, reply } = input;
    const { kind, field } = body;
    const command = { kind, field, input: body.input, origin: originOf(input, signingPath(params)) };
    const view = await deps.signing.proofs.start(params.token, command, visitorOf(input));
    const { redirectState } = view.details;
    if (typeof redirectState === 'string')
      setReturnCookie(reply, deps.settings.baseUrl, redirectState, { ...params, proofId: view.proofId });
    return proofView.parse(view);
  },
});
