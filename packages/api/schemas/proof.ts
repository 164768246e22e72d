import { fieldValues, PROOF_KINDS, PROOF_STATUSES } from '@countersign/signing';
import { z } from 'zod';

const kind = z.enum(PROOF_KINDS.map((definition) => definition.kind));

const details = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()), fieldValues]),
);

export const proofView = z.object({
  proofId: z.string(),
  kind,
  field: z.string().nullable(),
  status: z.enum(PROOF_STATUSES),
  reason: z.string().nullable(),
  triesLeft: z.int(),
  expiresAt: z.string(),
  phone: z.enum(['invited', 'connected']).nullable(),
  details,
});

export const checkView = z.object({
  kind,
  field: z.string().nullable(),
  required: z.boolean(),
  isOffered: z.boolean(),
  introduction: details,
  proofs: z.array(proofView),
});
