import { rmSync, writeFileSync } from 'node:fs';
import { PdfError } from '@countersign/pdf';
import { startProgram } from '@countersign/pdf/testing';
import { verifySignatures } from '@countersign/verify';

/**
 * `sound`: one valid signature over the whole file; `changed`: a signature, otherwise; `unreadable`: no signature or
 * no file. Only `sound` misses a change.
 */
export type Verdict = 'sound' | 'changed' | 'unreadable';

export function verifyByToolkit(bytes: Uint8Array): Verdict {
  try {
    const reports = verifySignatures(bytes);
    if (reports.length === 0) return 'unreadable';
    const [{ valid, coversWholeDocument } = { valid: false, coversWholeDocument: false }] = reports;
    return reports.length === 1 && valid && coversWholeDocument ? 'sound' : 'changed';
  } catch (error) {
    if (error instanceof PdfError) return 'unreadable';
    throw error;
  }
}

/** Runs Poppler's pdfsig on the file, written to `path`. */
export async function verifyByPdfsig(bytes: Uint8Array, path: string): Promise<Verdict> {
  writeFileSync(path, bytes);
  const { stdout: text } = await startProgram('pdfsig', ['-nocert', path]);
  rmSync(path);
  if (!text.includes('Signature Validation:')) return 'unreadable';
  const isSound = text.includes('Signature is Valid') && text.includes('Total document signed');
  return isSound ? 'sound' : 'changed';
}
