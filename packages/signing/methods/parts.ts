import { SIGNATURE_FONTS } from '@countersign/seal/signature-fonts';
import { z } from 'zod';
import { type MaskedPersonalNumber, maskPersonalNumber } from '../documents/mask-personal-number.ts';
import type { Immutable } from '../immutable.ts';

export const ink = z.discriminatedUnion('kind', [
  /** Of the PNG. */
  z.object({ kind: z.literal('drawn'), blobId: z.string() }),
  /** A signature on paper: the signee uploaded a picture of it. */
  z.object({ kind: z.literal('picture'), blobId: z.string() }),
  /** Null: printed, as in documents from before there was a choice. */
  z.object({ kind: z.literal('typed'), typedName: z.string(), font: z.enum(SIGNATURE_FONTS).nullable() }),
]);
export type Ink = Immutable<z.infer<typeof ink>>;

/** In requests, answers and evidence. */
export const INK_KINDS = ['drawn', 'typed', 'picture'] as const satisfies readonly Ink['kind'][];

/** By e-ID or face match. */
export const identification = z.object({
  /** BankID, Freja. */
  provider: z.string(),
  /** A provider for tests, which does not identify. Absent: a real one. */
  isSandbox: z.exactOptional(z.literal(true)),
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
  readonly isSandbox?: boolean;
  readonly fullName: string;
  readonly personalNumber?: string;
}): Identification {
  const { provider, isSandbox = false, fullName, personalNumber = '' } = answer;
  return {
    provider,
    ...(isSandbox && { isSandbox }),
    fullName,
    personalNumber: personalNumber === '' ? null : maskPersonalNumber(personalNumber),
  };
}
