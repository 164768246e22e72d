import { fchmodSync } from 'node:fs';
import { checkArguments, path as pathArgument } from '../arguments.ts';
import { openAppendedSource } from '../read/appended-source.ts';
import { type ByteSource, openBufferSource } from '../read/byte-source.ts';
import { writeSegments } from './gathered-writes.ts';
import { forEachPiece, joinSegments, type Segment } from './segment.ts';
import { writeWhole } from './whole-file.ts';

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
   * Writes the file, with the original's permissions when there is one. It shares the original's blocks where the file
   * system can, else it is copied piece by piece: memory does not grow with the file. The target appears at once and
   * whole; it may be the original itself. A symbolic link stays, and devices and pipes are written to.
   */
  writeTo(path: string): void {
    checkArguments({ path }, { path: pathArgument });
    let isCloned = false;
    const clone = (partial: string) => {
      isCloned = this.#base?.cloneTo?.(partial) ?? false;
      return isCloned;
    };
    const write = (descriptor: number, isWhole: boolean) => this.#write(descriptor, { isCloned, isWhole });
    writeWhole(path, write, clone);
  }

  #write(
    descriptor: number,
    { isCloned, isWhole }: { readonly isCloned: boolean; readonly isWhole: boolean },
  ): void {
    if (isWhole && this.#base?.mode !== undefined) fchmodSync(descriptor, this.#base.mode);
    writeSegments(descriptor, isCloned ? this.segments : this.#allSegments());
  }

  #allSegments(): readonly Segment[] {
    if (this.#base === undefined) return this.segments;
    return [{ source: this.#base, start: 0, length: this.#base.size }, ...this.segments];
  }
}
