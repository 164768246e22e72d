import type { Capability } from '@countersign/identity';
import { z } from 'zod';
import type { PlacedBox } from '../ports/pdf-toolkit.ts';
import type { identification, identityScan, ink } from './parts.ts';
import { signatureFacts } from './signature-facts.ts';

/** Of electronic signatures (eIDAS, Regulation (EU) 910/2014): `AES` advanced, Article 26; `SES` any other, Article 3(10). */
export const SIGNATURE_LEVELS = ['SES', 'AES'] as const;
export type SignatureLevel = (typeof SIGNATURE_LEVELS)[number];

/** The parts of its signatures. Nullable ones may be missing. */
interface MethodParts {
  readonly ink?: typeof ink;
  readonly identification?: typeof identification | z.ZodNullable<typeof identification>;
  readonly scan?: typeof identityScan;
}

/** A signature method. */
export interface SignatureMethod {
  /** `signatureType` of requests and answers. */
  readonly type: string;
  /** The capability that the account must have; null if none. */
  readonly capability: Capability | null;
  /** docs/decisions/0008 */
  readonly level: SignatureLevel;
  /** Boxes on the page. */
  readonly boxes: readonly PlacedBox['type'][];
  /** Kinds of proofs (signing/proofs) that have to succeed before signing; their results are parts of the signature. */
  readonly proofs: readonly string[];
  /** Decides what is stamped, what the evidence holds and which blobs are stored. */
  readonly parts: MethodParts;
}

/** Checks a method, keeps its literal types and adds the schema of its signatures. */
export function defineMethod<const Method extends SignatureMethod>(method: Method) {
  const { type, parts }: { type: Method['type']; parts: Method['parts'] } = method;
  return { ...method, signature: z.object({ ...signatureFacts, method: z.literal(type), ...parts }) };
}
