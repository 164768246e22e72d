import { closeSync, constants, copyFileSync, openSync, renameSync, rmSync } from 'node:fs';
import { openAppendedSource } from '../read/appended-source.ts';
import { type ByteSource, openBufferSource } from '../read/byte-source.ts';
import { writeSegments } from './gathered-writes.ts';
import { forEachPiece, joinSegments, type Segment } from './segment.ts';

/**
 * A finished PDF: a file to be copied and what follows it, or segments alone. Long streams are still in the files
 * they come from, so those must stay open and as they are until the bytes were asked for.
 */
export class PdfBytes {
  /** The original that comes first, when this is an incremental save. */
  readonly #base: ByteSource | undefined;
  /** What comes after the base. */
  readonly segments: readonly Segment[];
  readonly size: number;

  constructor(segments: readonly Segment[], base?: ByteSource) {
    const { appended } = base ?? {};
    this.segments = appended === undefined ? segments : [appended.tail, ...segments];
    this.#base = appended?.head ?? base;
    this.size = segments.reduce((sum, segment) => sum + segment.length, base?.size ?? 0);
  }

  /** Hands on all bytes in their order; a piece is the taker's only until it returns. For hashing without writing. */
  forEachPiece(take: (piece: Uint8Array) => void): void {
    for (const segment of this.#allSegments()) forEachPiece(segment, take);
  }

  /** To be read from without writing it; what comes after the base is held in memory. The base must stay open. */
  toSource(): ByteSource {
    if (this.#base === undefined) return openBufferSource(this.toBytes());
    const length = this.size - this.#base.size;
    return length === 0 ? this.#base : openAppendedSource(this.#base, joinSegments(this.segments, length));
  }

  /** All bytes in one new array. */
  toBytes(): Uint8Array {
    return joinSegments(this.#allSegments(), this.size);
  }

  /**
   * Writes the file. An original that lies in a file is copied inside the kernel, the rest piece by piece: memory does
   * not grow with the file. The target appears at once and whole; it may be the original itself.
   */
  writeTo(path: string): void {
    const partial = `${path}.${randomLetters()}.partial`;
    // For appending, to a file that was not there: nobody else's is written to, nor removed. Opened before the copy, which
    // may leave a file that cannot be opened for writing: it copies the mode as well.
    const descriptor = openSync(partial, 'ax');
    try {
      this.#write(partial, descriptor);
      renameSync(partial, path);
    } catch (error) {
      rmSync(partial, { force: true });
      throw error;
    }
  }

  #write(path: string, descriptor: number): void {
    try {
      const copied = this.#base?.path;
      if (copied !== undefined) copyFileSync(copied, path, constants.COPYFILE_FICLONE);
      writeSegments(descriptor, copied === undefined ? this.#allSegments() : this.segments);
    } finally {
      closeSync(descriptor);
    }
  }

  #allSegments(): readonly Segment[] {
    if (this.#base === undefined) return this.segments;
    return [{ source: this.#base, start: 0, length: this.#base.size }, ...this.segments];
  }
}

/** So that writers do not meet. No secret: what loads `node:crypto` for that waits for it longer than for a short save. */
function randomLetters(): string {
  return Math.random().toString(36).slice(2);
}
