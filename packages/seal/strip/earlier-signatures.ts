import type { PdfFile } from '@countersign/pdf';
import { PDFName } from 'pdf-lib';

/** Every signature dictionary has it, as it is: what lies between its numbers cannot be compressed (ISO 32000-1 12.8.1). */
const BYTE_RANGE = Buffer.from('/ByteRange', 'latin1');
/** Bytes read at a time. */
const PIECE = 1024 * 1024;

/**
 * Whether the bytes of an earlier revision hold a signature, though the last one may have none: whoever cuts the file off
 * there has it back. Only files of several revisions are searched.
 */
export function holdsEarlierSignature({ source, trailer }: PdfFile): boolean {
  if (!trailer.has(PDFName.of('Prev'))) return false;
  // Pieces overlap, so that none of the words is cut in two.
  for (let start = 0; start < source.size; start += PIECE - BYTE_RANGE.length) {
    const piece = source.read(start, Math.min(PIECE, source.size - start));
    if (Buffer.from(piece.buffer, piece.byteOffset, piece.length).includes(BYTE_RANGE)) return true;
  }
  return false;
}
