import type { PdfFile } from '@countersign/pdf';
import { PDFName } from 'pdf-lib';
import { containsWord } from '../read/contains-word.ts';

/** Uncompressed in every signature dictionary (ISO 32000-1 12.8.1). */
const BYTE_RANGE = '/ByteRange';

/**
 * Truncating the file to an earlier revision would restore it. Searches only files with several revisions.
 */
export function hasEarlierSignature({ source, trailer }: PdfFile): boolean {
  return trailer.has(PDFName.of('Prev')) && containsWord(source, BYTE_RANGE);
}
