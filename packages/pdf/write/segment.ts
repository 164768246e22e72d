import type { ByteSource } from '../read/byte-source.ts';

/** The source must stay open and unchanged until it is written. */
export interface SourceRange {
  readonly source: ByteSource;
  readonly start: number;
  readonly length: number;
}

/** Bytes in memory must not change afterwards. */
export type Segment = Uint8Array | SourceRange;

export type SegmentSink = (segment: Segment) => void;

/** Amortises system calls and fits the processor's cache. */
const COPY_STEP = 256 * 1024;

/** Zeroing a new buffer takes as long as reading a stream. */
let copyBuffer: Uint8Array | undefined;

/** A piece is valid only during the call. */
export function forEachPiece(segment: Segment, visit: (piece: Uint8Array) => void): void {
  if (segment instanceof Uint8Array) {
    visit(segment);
    return;
  }
  const end = segment.start + segment.length;
  for (let at = segment.start; at < end; ) {
    const piece = readPiece(segment.source, at, Math.min(COPY_STEP, end - at));
    if (piece.length === 0) return;
    visit(piece);
    at += piece.length;
  }
}

function readPiece(source: ByteSource, offset: number, length: number): Uint8Array {
  if (source.readInto === undefined) return source.read(offset, length);
  copyBuffer ??= Buffer.allocUnsafeSlow(COPY_STEP);
  const piece = copyBuffer.subarray(0, length);
  return piece.subarray(0, source.readInto(piece, offset));
}

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
