import type { Capability } from '@countersign/identity';
import { z } from 'zod';
import type { PlacedBox } from '../ports/pdf-toolkit.ts';
import type { identification, identityScan, ink } from './parts.ts';
import { signatureFacts } from './signature-facts.ts';

/** eIDAS, Regulation (EU) 910/2014: `AES` Article 26; `SES` any other, Article 3(10). */
export const SIGNATURE_LEVELS = ['SES', 'AES'] as const;
export type SignatureLevel = (typeof SIGNATURE_LEVELS)[number];

/** Nullable ones may be missing. */
interface MethodParts {
  readonly ink?: typeof ink;
  readonly identification?: typeof identification | z.ZodNullable<typeof identification>;
  readonly scan?: typeof identityScan;
}

export interface SignatureMethod {
  /** In requests and answers. */
  readonly type: string;
  /** That the account must have. */
  readonly capability: Capability | null;
  /** docs/decisions/0008 */
  readonly level: SignatureLevel;
  /** On the page. */
  readonly boxes: readonly PlacedBox['type'][];
  /** They have to succeed before signing; their results are parts of the signature. */
  readonly proofs: readonly string[];
  /** What is stamped, stored and in the evidence follows from them. */
  readonly parts: MethodParts;
}

/** Keeps its literal types and adds the schema of its signatures. */
export function defineMethod<const Method extends SignatureMethod>(method: Method) {
  const { type, parts }: { type: Method['type']; parts: Method['parts'] } = method;
  return { ...method, signature: z.object({ ...signatureFacts, method: z.literal(type), ...parts }) };
}
