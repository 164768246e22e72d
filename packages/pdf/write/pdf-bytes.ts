import { closeSync, constants, copyFileSync, openSync, renameSync, writeSync } from 'node:fs';
import type { ByteSource } from '../read/byte-source.ts';

/** A finished PDF: a file to be copied and what follows it, or chunks alone. */
export class PdfBytes {
  /** The original that comes first, when this is an incremental save. */
  readonly #base: ByteSource | undefined;
  /** What comes after the base. */
  readonly chunks: readonly Uint8Array[];
  readonly size: number;

  constructor(chunks: readonly Uint8Array[], base?: ByteSource) {
    this.chunks = chunks;
    this.#base = base;
    this.size = chunks.reduce((sum, chunk) => sum + chunk.length, base?.size ?? 0);
  }

  /** All bytes in one new array. */
  toBytes(): Uint8Array {
    const base = this.#base === undefined ? [] : [this.#base.read(0, this.#base.size)];
    return Buffer.concat([...base, ...this.chunks]);
  }

  /**
   * Writes the file. An original that lies in a file is copied inside the kernel. The target appears at once and
   * whole; it may be the original itself.
   */
  writeTo(path: string): void {
    const partial = `${path}.partial`;
    const chunks = this.#copyBase(partial) ? this.chunks : this.#allChunks();
    const descriptor = openSync(
      partial,
      chunks === this.chunks && this.#base?.path !== undefined ? 'a' : 'w',
    );
    try {
      for (const chunk of chunks) writeFully(descriptor, chunk);
    } finally {
      closeSync(descriptor);
    }
    renameSync(partial, path);
  }

  #copyBase(target: string): boolean {
    if (this.#base?.path === undefined) return false;
    copyFileSync(this.#base.path, target, constants.COPYFILE_FICLONE);
    return true;
  }

  #allChunks(): readonly Uint8Array[] {
    if (this.#base === undefined) return this.chunks;
    return [this.#base.read(0, this.#base.size), ...this.chunks];
  }
}

/** Writes all of a chunk, however many calls it takes. */
export function writeFully(descriptor: number, chunk: Uint8Array): void {
  let written = 0;
  while (written < chunk.length) written += writeSync(descriptor, chunk, written, chunk.length - written);
}
