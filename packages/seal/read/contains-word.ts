import type { ByteSource } from '@countersign/pdf';

const PIECE = 1024 * 1024;

/** ASCII letters. */
export function containsWord(source: ByteSource, word: string): boolean {
  // Chunks overlap, so that a word is not split.
  for (let start = 0; start < source.size; start += PIECE - word.length) {
    const piece = source.read(start, Math.min(PIECE, source.size - start));
    if (Buffer.from(piece.buffer, piece.byteOffset, piece.length).includes(word, 0, 'latin1')) return true;
  }
  return false;
}
