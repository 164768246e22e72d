import { fchmodSync } from 'node:fs';
import { checkArguments, path as pathArgument } from '../arguments.ts';
import { openAppendedSource } from '../read/appended-source.ts';
import { type ByteSource, openBufferSource } from '../read/byte-source.ts';
import { writeSegments } from './gathered-writes.ts';
import { forEachPiece, joinSegments, type Segment } from './segment.ts';
import { writeWhole } from './whole-file.ts';

/**
 * A finished PDF: an optional base file and the segments after it. Files that it is read from must stay open and
 * unchanged.
 */
export class PdfBytes {
  readonly #base: ByteSource | undefined;
  readonly segments: readonly Segment[];
  readonly size: number;

  constructor(segments: readonly Segment[], base?: ByteSource) {
    const { appended } = base ?? {};
    this.segments = appended === undefined ? segments : [appended.tail, ...segments];
    this.#base = appended?.head ?? base;
    this.size = segments.reduce((sum, segment) => sum + segment.length, base?.size ?? 0);
  }

  /** A piece is valid only during the call. */
  forEachPiece(visit: (piece: Uint8Array) => void): void {
    for (const segment of this.#allSegments()) forEachPiece(segment, visit);
  }

  /** Bytes after the base are held in memory; the base must stay open. */
  toSource(): ByteSource {
    if (this.#base === undefined) return openBufferSource(this.toBytes());
    const length = this.size - this.#base.size;
    return length === 0 ? this.#base : openAppendedSource(this.#base, joinSegments(this.segments, length));
  }

  toBytes(): Uint8Array {
    return joinSegments(this.#allSegments(), this.size);
  }

  /**
   * Writes the file atomically, with the original's permissions; `path` may be the original. Follows symbolic
   * links; writes directly to devices and pipes.
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
