import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * Random access to the bytes of a file. Synchronous, because pdf-lib's lookup is.
 * What `read` returns belongs to the source: callers do not write into it.
 */
export interface ByteSource {
  readonly size: number;
  /** Bytes fetched so far: from the disk for a file, handed out for a buffer. */
  readonly bytesRead: number;
  /** The path, when the bytes lie in a file that can be copied by the kernel. */
  readonly path?: string;
  /** The two parts of a source that is a file and more: the file can still be copied by the kernel. */
  readonly appended?: { readonly head: ByteSource; readonly tail: Uint8Array };
  /** `length` bytes from `offset`, fewer at the end of the file. */
  read(offset: number, length: number): Uint8Array;
  /** Fills `target` from `offset`, past every cache; answers how many bytes there were. Where reading copies anyway. */
  readInto?(target: Uint8Array, offset: number): number;
  close(): void;
}

/** Bytes per cached block: one object and its neighbours, so that walking a form costs few system calls. */
export const BLOCK_SIZE = 16 * 1024;
/** Cached blocks (1 MiB together): a form's objects lie close to each other. */
const CACHED_BLOCKS = 64;
/** Reads above this many bytes bypass the cache: streams and tables are read once. */
const LARGEST_CACHED_READ = 4 * BLOCK_SIZE;

const NO_BYTES: Uint8Array = new Uint8Array(0);

/** Opens a file for reading. Throws the system's error when it cannot be opened; `close` it when done. */
export function openFileSource(path: string): ByteSource {
  return new FileSource(path);
}

/** Reads from memory without copying. */
export function openBufferSource(bytes: Uint8Array): ByteSource {
  return new BufferSource(bytes);
}

class BufferSource implements ByteSource {
  readonly size: number;
  bytesRead = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.size = bytes.length;
  }

  read(offset: number, length: number): Uint8Array {
    const part = this.#bytes.subarray(offset, clampEnd(offset, length, this.size));
    this.bytesRead += part.length;
    return part;
  }

  close(): void {
    // Nothing to give back: the buffer is the caller's.
  }
}

class FileSource implements ByteSource {
  readonly size: number;
  readonly path: string;
  bytesRead = 0;
  /** Insertion order is age: the first key is the block that was not used for longest. */
  readonly #blocks = new Map<number, Uint8Array>();
  /** The block used last, since most reads stay in one. */
  #newest = -1;
  #newestBlock: Uint8Array = NO_BYTES;
  #descriptor: number;

  constructor(path: string) {
    this.path = path;
    this.#descriptor = openSync(path, 'r');
    this.size = fstatSync(this.#descriptor).size;
  }

  read(offset: number, length: number): Uint8Array {
    const end = clampEnd(offset, length, this.size);
    if (end <= offset) return NO_BYTES;
    if (end - offset > LARGEST_CACHED_READ) return this.#fetch(offset, end - offset);
    const first = Math.floor(offset / BLOCK_SIZE);
    const last = Math.floor((end - 1) / BLOCK_SIZE);
    if (first === last)
      return this.#block(first).subarray(offset - first * BLOCK_SIZE, end - first * BLOCK_SIZE);
    return this.#join(first, last, offset, end);
  }

  readInto(target: Uint8Array, offset: number): number {
    let filled = 0;
    while (filled < target.length) {
      const count = readSync(this.#descriptor, target, filled, target.length - filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
    this.bytesRead += filled;
    return filled;
  }

  close(): void {
    if (this.#descriptor < 0) return;
    closeSync(this.#descriptor);
    this.#descriptor = -1;
    this.#blocks.clear();
    this.#newest = -1;
    this.#newestBlock = NO_BYTES;
  }

  #join(first: number, last: number, offset: number, end: number): Uint8Array {
    const joined = uncleared(end - offset);
    for (let number = first; number <= last; number += 1) {
      const start = number * BLOCK_SIZE;
      const part = this.#block(number).subarray(Math.max(0, offset - start), end - start);
      joined.set(part, Math.max(0, start - offset));
    }
    return joined;
  }

  #block(number: number): Uint8Array {
    if (number !== this.#newest) this.#newestBlock = this.#findBlock(number);
    this.#newest = number;
    return this.#newestBlock;
  }

  #findBlock(number: number): Uint8Array {
    const cached = this.#blocks.get(number);
    this.#blocks.delete(number);
    const start = number * BLOCK_SIZE;
    const block = cached ?? this.#fetch(start, Math.min(BLOCK_SIZE, this.size - start));
    this.#blocks.set(number, block);
    if (this.#blocks.size > CACHED_BLOCKS) this.#forgetOldest();
    return block;
  }

  #forgetOldest(): void {
    for (const oldest of this.#blocks.keys()) {
      this.#blocks.delete(oldest);
      return;
    }
  }

  #fetch(offset: number, length: number): Uint8Array {
    const bytes = uncleared(length);
    return bytes.subarray(0, this.readInto(bytes, offset));
  }
}

/** Memory that is about to be filled: to clear it first took a fifth of the time of reading. */
function uncleared(length: number): Uint8Array {
  return new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);
}

function clampEnd(offset: number, length: number, size: number): number {
  return Math.min(size, offset + Math.max(0, length));
}
