import { closeSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '@countersign/pdf';

const PIECE = 1024 * 1024;

/** The word consists of ASCII letters. */
export function containsWord(source: ByteSource, word: string): boolean {
  // Chunks overlap, so that a word is not split.
  for (let start = 0; start < source.size; start += PIECE - word.length) {
    const piece = source.read(start, Math.min(PIECE, source.size - start));
    if (Buffer.from(piece.buffer, piece.byteOffset, piece.length).includes(word, 0, 'latin1')) return true;
  }
  return false;
}

/** The buffer is reused. */
export interface ByteSink {
  update(chunk: Uint8Array): unknown;
}

const CHUNK = 1 << 20;

/** Feeds chunks that bypass the source's cache. */
export function feedSource(source: ByteSource, offset: number, length: number, sink: ByteSink): void {
  const end = Math.min(source.size, offset + length);
  if (source.appended !== undefined) {
    const { head, tail } = source.appended;
    feedSource(head, offset, length, sink);
    sink.update(tail.subarray(Math.max(0, offset - head.size), Math.max(0, end - head.size)));
    return;
  }
  if (source.path !== undefined) feedFile(source.path, offset, end, sink);
  else for (let at = offset; at < end; at += CHUNK) sink.update(source.read(at, Math.min(CHUNK, end - at)));
}

function feedFile(path: string, offset: number, end: number, sink: ByteSink): void {
  const descriptor = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(1, end - offset)));
    for (let at = offset; at < end; ) {
      const count = readSync(descriptor, buffer, 0, Math.min(buffer.length, end - at), at);
      if (count === 0) return;
      sink.update(buffer.subarray(0, count));
      at += count;
    }
  } finally {
    closeSync(descriptor);
  }
}
