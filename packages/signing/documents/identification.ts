import { type MaskedPersonalNumber, maskPersonalNumber } from './mask-personal-number.ts';

/** What a provider found out about who signed: of an e-ID, or of a face held against an identity document. */
export interface Identification {
  /** As people know it: BankID, Freja. */
  readonly provider: string;
  /** As the provider tells it, which the sender may have written differently. */
  readonly fullName: string;
  /** Null where the provider tells none. */
  readonly personalNumber: MaskedPersonalNumber | null;
}

/** What was scanned of an identity document for its box. */
export interface IdentityScan {
  readonly scannedAt: Date;
  /** Blob of the front, PNG or JPEG; null where no image may be kept [D3-12]. */
  readonly imageBlobId: string | null;
}

/** What is kept of a provider's answer. The whole personal number goes no further than here. */
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
