import { SIGNATURE_FONTS } from '@countersign/seal/layout';
import { fieldValues } from '@countersign/signing';
import { z } from 'zod';

const ink = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('drawn'), png: z.base64() }),
  z.object({ kind: z.literal('picture'), png: z.base64() }),
  z.object({
    kind: z.literal('typed'),
    typedName: z.string().min(1),
    font: z.enum(SIGNATURE_FONTS).default(SIGNATURE_FONTS[0]),
  }),
]);

export const signatureInput = z.object({
  /** The product limits its length. */
  fullName: z.string().optional(),
  ink: ink.optional(),
  values: fieldValues.default([]),
  consent: z.boolean(),
  consentText: z.string().optional(),
  fileVersion: z.string().optional(),
  shownName: z.string().optional(),
});
