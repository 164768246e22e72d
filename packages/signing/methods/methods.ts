import type { Immutable } from '@countersign/base';
import type { Capability } from '@countersign/identity';
import type { PlacedBox } from '@countersign/toolkit';
import { z } from 'zod';
import {
  type consent,
  type Identification,
  type IdentityScan,
  type Ink,
  identification,
  identityScan,
  ink,
  type proofFact,
  recordedFacts,
  type shownContent,
  signatureFacts,
  type uploadedAttachment,
} from './signature-parts.ts';

/** eIDAS, Regulation (EU) 910/2014: `AES` Article 26; `SES` any other, Article 3(10). */
export const SIGNATURE_LEVELS = ['SES', 'AES'] as const;
export type SignatureLevel = (typeof SIGNATURE_LEVELS)[number];

/** Nullable and optional ones may be missing. */
interface MethodParts {
  readonly ink?: typeof ink;
  /** A method with this part has boxes of initials [D10-13]. */
  readonly initials?: z.ZodOptional<typeof ink>;
  readonly identification?: typeof identification | z.ZodNullable<typeof identification>;
  readonly scan?: typeof identityScan;
}

interface SignatureMethod {
  /** The name of the method in requests and answers. */
  readonly type: string;
  /** That the account must have. */
  readonly capability: Capability | null;
  /** The level is explained in docs/decisions/0008. */
  readonly level: SignatureLevel;
  /** The boxes that the method draws on the page. */
  readonly boxes: readonly PlacedBox['type'][];
  /** They have to succeed before signing; their results are parts of the signature. */
  readonly proofs: readonly string[];
  /** What is stamped, stored and in the evidence follows from them. */
  readonly parts: MethodParts;
}

/** Keeps its literal types and adds the schemas of its signatures. */
function defineMethod<const Method extends SignatureMethod>(method: Method) {
  const { type, parts }: { type: Method['type']; parts: Method['parts'] } = method;
  const given = z.object({ ...signatureFacts, method: z.literal(type), ...parts });
  return { ...method, given, signature: given.extend(recordedFacts) };
}

/** [1-07]. AES: it identifies the signee, with a key that only they can use. */
const bankId = defineMethod({
  type: 'bankid_identification',
  capability: 'signatureBankId',
  level: 'AES',
  boxes: ['signature'],
  proofs: ['electronic_id'],
  parts: { identification },
});

/** [1-06]. SES: the link is enough to sign. */
const digitalInk = defineMethod({
  type: 'digital_ink',
  capability: null,
  level: 'SES',
  boxes: ['signature'],
  proofs: [],
  parts: { ink, initials: ink.optional() },
});

/** [1-09]. AES: the face is compared with the document. */
const faceLiveness = defineMethod({
  type: 'face_liveness',
  capability: 'signatureFaceLiveness',
  level: 'AES',
  boxes: ['signature'],
  proofs: ['id_scan', 'face_liveness'],
  parts: { ink, identification },
});

/** [1-08]. SES: the document does not identify its holder. */
const idScan = defineMethod({
  type: 'digital_ink_id_scan',
  capability: 'signatureIdScan',
  level: 'SES',
  boxes: ['signature', 'id_scan'],
  proofs: ['id_scan'],
  parts: { ink, initials: ink.optional(), scan: identityScan, identification: identification.nullable() },
});

/** The first is the default. */
export const SIGNATURE_METHODS = [digitalInk, bankId, idScan, faceLiveness] as const;

type Method = (typeof SIGNATURE_METHODS)[number];
export type SignatureType = Method['type'];

export const SIGNATURE_TYPES: readonly SignatureType[] = SIGNATURE_METHODS.map(({ type }) => type);
export const DEFAULT_SIGNATURE_TYPE = SIGNATURE_METHODS[0].type;

export function findMethod(type: string): Method | undefined {
  return SIGNATURE_METHODS.find((method) => method.type === type);
}

export function hasIdScanBox(type: string): boolean {
  return findMethod(type)?.boxes.some((box) => box === 'id_scan') ?? false;
}

/** An unknown method may have them: a draft leaves it open. */
export function canHaveInitials(type: string): boolean {
  const method = findMethod(type);
  return method === undefined || 'initials' in method.parts;
}

export function methodOf(type: SignatureType): Method {
  const method = findMethod(type);
  if (method === undefined) throw new TypeError(`no signature method ${type}`);
  return method;
}

const [first, ...others] = SIGNATURE_METHODS;

/** A signature before it is recorded. */
export const givenSignature = z.discriminatedUnion('method', [
  first.given,
  ...others.map((method) => method.given),
]);
export type GivenSignature = Immutable<z.infer<typeof givenSignature>>;

export const signature = z.discriminatedUnion('method', [
  first.signature,
  ...others.map((method) => method.signature),
]);
export type Signature = Immutable<z.infer<typeof signature>>;
export type ShownContent = Immutable<z.infer<typeof shownContent>>;
export type Consent = Immutable<z.infer<typeof consent>>;
export type ProofFact = Immutable<z.infer<typeof proofFact>>;
export type UploadedAttachment = Immutable<z.infer<typeof uploadedAttachment>>;

/** A part is null if the method of the signature lacks it. */
export interface SignatureParts {
  readonly ink: Ink | null;
  readonly initials: Ink | null;
  readonly identification: Identification | null;
  readonly scan: IdentityScan | null;
}

const NO_PARTS: SignatureParts = { ink: null, initials: null, identification: null, scan: null };

export function partsOf(of: GivenSignature): SignatureParts {
  const { initials = null, ...parts } = { ...NO_PARTS, ...of };
  return { ...parts, initials };
}

export function listScanBlobs(of: Signature): readonly string[] {
  const { scan } = partsOf(of);
  const boxBlobs = scan === null || scan.imageBlobId === null ? [] : [scan.imageBlobId];
  return [...boxBlobs, ...(of.scannedImages ?? []).map(({ blobId }) => blobId)];
}

/** Typed ink has none. */
export function listInkBlobs(ink: Ink | null): readonly string[] {
  return ink === null || ink.kind === 'typed' ? [] : [ink.blobId];
}

export function listSignatureBlobs(of: Signature): readonly string[] {
  const { ink, initials } = partsOf(of);
  const inkBlobs = [ink, initials].flatMap(listInkBlobs);
  return [...inkBlobs, ...listScanBlobs(of), ...of.attachments.map(({ blobId }) => blobId)];
}
