import { defineRoute } from '../../route.ts';
import { proofView } from '../../schemas/proof.ts';
import { admitLink, visitorOf } from '../signing-pages/signing-link.ts';
import { PROOF_ERRORS, proofParams } from './proof-route.ts';

export const cancelProof = defineRoute({
  method: 'DELETE',
  path: '/sign/:token/proofs/:proofId',
  source: 'ours',
  scope: 'public',
  summary: 'Give up a proof, or take back one that succeeded',
  status: 200,
  hidden: true,
  admit: admitLink,
  schemas: { params: proofParams, answer: proofView },
  errors: PROOF_ERRORS,
  async handler(input) {
    const { deps, params } = input;
    return proofView.parse(await deps.signing.proofs.cancel(params.token, params.proofId, visitorOf(input)));
  },
});
