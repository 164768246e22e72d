import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { proofView } from '../../schemas/proof.ts';
import { admitLink, visitorOf } from '../signing-pages/signing-link.ts';
import { PROOF_ERRORS, proofParams } from './proof-route.ts';

export const handOverProof = defineRoute({
  method: 'POST',
  path: '/sign/:token/proofs/:proofId/handover',
  source: 'ours',
  scope: 'public',
  summary: 'Offer a proof to a phone: the address for a QR code',
  status: 201,
  hidden: true,
  admit: admitLink,
  schemas: { params: proofParams, answer: z.object({ url: z.string(), proof: proofView }) },
  errors: PROOF_ERRORS,
  async handler(input) {
    const { deps, params } = input;
    const { url, proof } = await deps.signing.proofs.handOver(params.token, params.proofId, visitorOf(input));
    return { url, proof: proofView.parse(proof) };
  },
});
