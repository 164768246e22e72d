import { type OpenOptions, openPdf } from '../open-pdf.ts';
import type { PdfFile } from '../pdf-file.ts';
import type { ByteSource } from './byte-source.ts';
import { countFields } from './count-fields.ts';

export interface PreflightReport {
  readonly pages: number;
  /** Signature fields, signed or not. */
  readonly signatureFields: number;
  /** Signature fields with a value. */
  readonly signed: number;
  /** Terminal fields of all other types except push buttons. */
  readonly formFields: number;
  readonly repaired: boolean;
}

/** Opens a file, counts its pages and fields, and closes it. Throws like `openPdf`. */
export function preflight(
  input: ByteSource | Uint8Array | string,
  options: OpenOptions = {},
): PreflightReport {
  const file = openPdf(input, options);
  try {
    return inspect(file);
  } finally {
    if (typeof input === 'string') file.close();
  }
}

export function inspect(file: PdfFile): PreflightReport {
  return { pages: file.pageCount, ...countFields(file), repaired: file.repaired };
}
