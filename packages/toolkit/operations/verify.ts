import { type VerificationReport, verifyFile } from '@countersign/seal';
import type { PdfInput } from '../pdf-toolkit.ts';

export async function verify(input: PdfInput): Promise<VerificationReport> {
  return verifyFile(input);
}
