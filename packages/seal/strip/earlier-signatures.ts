import type { PdfFile } from '@countersign/pdf';
import { PDFName } from 'pdf-lib';
import { holdsWord } from '../read/holds-word.ts';

/** Every signature dictionary has it, as it is: what lies between its numbers cannot be compressed (ISO 32000-1 12.8.1). */
const BYTE_RANGE = '/ByteRange';

/**
 * Whether the bytes of an earlier revision hold a signature, though the last one may have none: whoever cuts the file off
 * there has it back. Only files of several revisions are searched.
 */
export function holdsEarlierSignature({ source, trailer }: PdfFile): boolean {
  return trailer.has(PDFName.of('Prev')) && holdsWord(source, BYTE_RANGE);
}
