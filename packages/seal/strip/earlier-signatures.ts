import type { PdfFile } from '@countersign/pdf';
import { PDFName } from 'pdf-lib';
import { holdsWord } from '../read/holds-word.ts';

/** Uncompressed in every signature dictionary (ISO 32000-1 12.8.1). */
const BYTE_RANGE = '/ByteRange';

/**
 * Returns true if truncating the file to an earlier revision would restore a signature. Searches only files
 * with several revisions.
 */
export function holdsEarlierSignature({ source, trailer }: PdfFile): boolean {
  return trailer.has(PDFName.of('Prev')) && holdsWord(source, BYTE_RANGE);
}
