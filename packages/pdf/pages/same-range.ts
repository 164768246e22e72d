import type { ByteSource } from '../read/byte-source.ts';
import type { SourceRange } from '../write/segment.ts';

const FIRST_STEP = 4 * 1024;
const STEP = 128 * 1024;

/** For each thread: new memory takes longer than reading. */
let buffers: readonly [Uint8Array, Uint8Array] | undefined;

/** Stops at the first difference. */
export function isSameRange(a: SourceRange, b: SourceRange): boolean {
  buffers ??= [Buffer.allocUnsafeSlow(STEP), Buffer.allocUnsafeSlow(STEP)];
  const [bufferA, bufferB] = buffers;
  let step = FIRST_STEP;
  for (let at = 0; at < a.length; at += step, step = STEP) {
    const size = Math.min(step, a.length - at);
    const piece = readPiece(a.source, a.start + at, bufferA.subarray(0, size));
    if (Buffer.compare(piece, readPiece(b.source, b.start + at, bufferB.subarray(0, size))) !== 0)
      return false;
  }
  return true;
}

function readPiece(source: ByteSource, offset: number, target: Uint8Array): Uint8Array {
  if (source.readInto === undefined) return source.read(offset, target.length);
  return target.subarray(0, source.readInto(target, offset));
}
