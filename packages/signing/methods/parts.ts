import { SIGNATURE_FONTS } from '@countersign/seal/signature-fonts';
import { z } from 'zod';
import { type MaskedPersonalNumber, maskPersonalNumber } from '../documents/mask-personal-number.ts';
import type { Immutable } from '../immutable.ts';

export const ink = z.discriminatedUnion('kind', [
  /** Of the PNG. */
  z.object({ kind: z.literal('drawn'), blobId: z.string() }),
  /** Null: printed, as in documents from before there was a choice. */
  z.object({ kind: z.literal('typed'), typedName: z.string(), font: z.enum(SIGNATURE_FONTS).nullable() }),
]);
export type Ink = Immutable<z.infer<typeof ink>>;

/** By e-ID or face match. */
export const identification = z.object({
  /** BankID, Freja. */
  provider: z.string(),
  /** May differ from the name that the sender gave. */
  fullName: z.string(),
  /** Null if the provider reports none. */
  personalNumber: z.custom<MaskedPersonalNumber>((value) => typeof value === 'string').nullable(),
});
export type Identification = Immutable<z.infer<typeof identification>>;

/** For its box. */
export const identityScan = z.object({
  scannedAt: z.date(),
  /** Of the front; null if no image may be kept [D3-12]. */
  imageBlobId: z.string().nullable(),
});
export type IdentityScan = Immutable<z.infer<typeof identityScan>>;

/** The personal number is masked. */
export function identificationOf(answer: {
  readonly provider: string;
  readonly fullName: string;
  readonly personalNumber?: string;
}): Identification {
  const { provider, fullName, personalNumber = '' } = answer;
  return {
    provider,
    fullName,
    personalNumber: personalNumber === '' ? null : maskPersonalNumber(personalNumber),
  };
}
