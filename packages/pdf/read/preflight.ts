import { type OpenOptions, openPdf } from '../open-pdf.ts';
import type { PdfFile } from '../pdf-file.ts';
import type { ByteSource } from './byte-source.ts';
import { countFields } from './count-fields.ts';
import { refuseLocked } from './encryption.ts';

export interface PreflightReport {
  readonly pages: number;
  /** The number of signature fields, signed or not. */
  readonly signatureFields: number;
  /** The number of signature fields with a value. */
  readonly signed: number;
  /** The number of terminal fields of all other types except push buttons. */
  readonly formFields: number;
  readonly repaired: boolean;
  /** Whether the file is encrypted. Whatever is written is not. */
  readonly encrypted: boolean;
}

/** Opens a file, counts its pages and fields, and closes it. Throws like `openPdf`, and `locked`. */
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

/** Throws `locked` for a file that may not be changed. */
export function inspect(file: PdfFile): PreflightReport {
  const { encryption } = file;
  refuseLocked(file.trailer, encryption);
  const encrypted = encryption !== undefined;
  return { pages: file.pageCount, ...countFields(file), repaired: file.repaired, encrypted };
}
