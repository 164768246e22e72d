import { verifySignatures } from '@countersign/seal';
import type { PdfInput, SignatureReport } from '../pdf-toolkit.ts';

/** What can be said of each signature in the file; none when it is not sealed. */
export async function verify(input: PdfInput): Promise<readonly SignatureReport[]> {
  return verifySignatures(input);
}
