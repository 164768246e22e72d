import type { ByteSource } from '../read/byte-source.ts';

/** Bytes that stay in their file until the moment they are written. The source must stay open and unchanged until then. */
export interface SourceRange {
  readonly source: ByteSource;
  readonly start: number;
  readonly length: number;
}

/** A piece of a file to be written. Bytes in memory must not change after they were handed on. */
export type Segment = Uint8Array | SourceRange;

/** Takes finished pieces in their order: a list in memory or a file. */
export type SegmentSink = (segment: Segment) => void;

/** Bytes copied at once: large enough that system calls do not count, small enough to stay in the processor's cache. */
const COPY_STEP = 256 * 1024;

/** Made once in a thread: to clear a fresh one for every stream took as long as to read it. */
let copyBuffer: Uint8Array | undefined;

/**
 * Hands on the bytes of a segment; a range of a file is read piece by piece into the same bytes, which are the taker's
 * only until it returns: copying megabytes costs no memory.
 */
export function forEachPiece(segment: Segment, take: (piece: Uint8Array) => void): void {
  if (segment instanceof Uint8Array) {
    take(segment);
    return;
  }
  const end = segment.start + segment.length;
  for (let at = segment.start; at < end; ) {
    const piece = readPiece(segment.source, at, Math.min(COPY_STEP, end - at));
    if (piece.length === 0) return;
    take(piece);
    at += piece.length;
  }
}

function readPiece(source: ByteSource, offset: number, length: number): Uint8Array {
  if (source.readInto === undefined) return source.read(offset, length);
  copyBuffer ??= Buffer.allocUnsafeSlow(COPY_STEP);
  const piece = copyBuffer.subarray(0, length);
  return piece.subarray(0, source.readInto(piece, offset));
}

/** All segments in one new array of `size` bytes. */
export function joinSegments(segments: readonly Segment[], size: number): Uint8Array {
  const joined = Buffer.allocUnsafe(size);
  let at = 0;
  for (const segment of segments) {
    forEachPiece(segment, (piece) => {
      joined.set(piece, at);
      at += piece.length;
    });
  }
  return joined.subarray(0, at);
}
