import { defineRoute } from '../../route.ts';
import { proofView } from '../../schemas/proof.ts';
import { visitorOf } from '../signing-pages/signing-link.ts';
import { PROOF_ERRORS, proofParams } from './proof-route.ts';

export const getProof = defineRoute({
  method: 'GET',
  path: '/sign/:token/proofs/:proofId',
  source: 'ours',
  scope: 'public',
  summary: 'How a proof stands',
  status: 200,
  hidden: true,
  schemas: { params: proofParams, answer: proofView },
  errors: PROOF_ERRORS,
  async handler(input) {
    const { deps, params } = input;
    return proofView.parse(await deps.signing.proofs.get(params.token, params.proofId, visitorOf(input)));
  },
});
