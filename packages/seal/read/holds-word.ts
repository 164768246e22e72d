import type { ByteSource } from '@countersign/pdf';

/** Bytes read at a time. */
const PIECE = 1024 * 1024;

/** Whether the bytes of a file hold a word of ASCII letters anywhere; read in pieces, up to the first. */
export function holdsWord(source: ByteSource, word: string): boolean {
  // Pieces overlap, so that none of the words is cut in two.
  for (let start = 0; start < source.size; start += PIECE - word.length) {
    const piece = source.read(start, Math.min(PIECE, source.size - start));
    if (Buffer.from(piece.buffer, piece.byteOffset, piece.length).includes(word, 0, 'latin1')) return true;
  }
  return false;
}
