import { z } from 'zod';
import type { Immutable } from '../immutable.ts';
import { SIGNATURE_METHODS } from './methods.ts';
import type { Identification, IdentityScan, Ink } from './parts.ts';
import type { consent, proofFact, shownContent, uploadedAttachment } from './signature-facts.ts';

const [first, ...others] = SIGNATURE_METHODS;

export const signature = z.discriminatedUnion('method', [
  first.signature,
  ...others.map((method) => method.signature),
]);
export type Signature = Immutable<z.infer<typeof signature>>;
export type ShownContent = Immutable<z.infer<typeof shownContent>>;
export type Consent = Immutable<z.infer<typeof consent>>;
export type ProofFact = Immutable<z.infer<typeof proofFact>>;
export type UploadedAttachment = Immutable<z.infer<typeof uploadedAttachment>>;

/** Null for those that its method lacks. */
export interface SignatureParts {
  readonly ink: Ink | null;
  readonly identification: Identification | null;
  readonly scan: IdentityScan | null;
}

const NO_PARTS: SignatureParts = { ink: null, identification: null, scan: null };

export function partsOf(of: Signature): SignatureParts {
  return { ...NO_PARTS, ...of };
}

export function listScanBlobs(of: Signature): readonly string[] {
  const { scan } = partsOf(of);
  const boxBlobs = scan === null || scan.imageBlobId === null ? [] : [scan.imageBlobId];
  return [...boxBlobs, ...(of.scannedImages ?? []).map(({ blobId }) => blobId)];
}

export function listSignatureBlobs(of: Signature): readonly string[] {
  const { ink } = partsOf(of);
  const inkBlobs = ink !== null && ink.kind !== 'typed' ? [ink.blobId] : [];
  return [...inkBlobs, ...listScanBlobs(of), ...of.attachments.map(({ blobId }) => blobId)];
}
