import { type VerificationReport, verifyFile } from '@countersign/seal';
import type { PdfInput } from '../pdf-toolkit.ts';

/** The verdict of the file and a report of each signature. */
export async function verify(input: PdfInput): Promise<VerificationReport> {
  return verifyFile(input);
}
