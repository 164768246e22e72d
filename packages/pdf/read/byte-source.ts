import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  openSync,
  readSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { PdfError } from '../errors.ts';

/** Gives random, synchronous access to the bytes of a file. Callers do not write into what `read` returns. */
export interface ByteSource {
  readonly size: number;
  /** Bytes fetched from the disk, or returned from a buffer. */
  readonly bytesRead: number;
  readonly path?: string;
  /** The permission bits of the file. */
  readonly mode?: number;
  /** The parts of an appended source. */
  readonly appended?: { readonly head: ByteSource; readonly tail: Uint8Array };
  /** Returns fewer bytes at the end of the file. */
  read(offset: number, length: number): Uint8Array;
  /** Reads without caching an isolated block. The bytes are valid until the next read. */
  readOnce?(offset: number, length: number): Uint8Array;
  /** Fills `target` from `offset`, bypassing caches. Returns the number of bytes read. */
  readInto?(target: Uint8Array, offset: number): number;
  /**
   * Creates a copy-on-write clone (mode 0600). Returns false if the file was replaced or the file system
   * cannot.
   */
  cloneTo?(path: string): boolean;
  close(): void;
}

export const BLOCK_SIZE = 16 * 1024;
const MAX_CACHED_BLOCKS = 64;
/** Larger files are read in blocks. */
const MAX_SMALL_FILE_BYTES = 256 * 1024;
/** Streams and tables are read once. */
const MAX_CACHED_READ_BYTES = 4 * BLOCK_SIZE;

/** Reads into the buffer that the thread shares. */
const MAX_UNCACHED_READ_BYTES = 4 * 1024;
let onceBuffer: Uint8Array | undefined;
const MAX_PASSED_BLOCKS = 4096;

const PERMISSIONS = 0o777;
const OWNER_ONLY = 0o600;

/** A rename does not change this identity. */
type FileIdentity = Pick<Stats, 'dev' | 'ino'>;

const NO_BYTES: Uint8Array = new Uint8Array(0);

/** Opens a file. Throws the system's error if it cannot be opened. */
export function openFileSource(path: string): ByteSource {
  return new FileSource(path);
}

export function openBufferSource(bytes: Uint8Array): ByteSource {
  return new BufferSource(bytes);
}

class BufferSource implements ByteSource {
  readonly size: number;
  bytesRead = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = asUint8Array(bytes);
    this.size = bytes.length;
  }

  read(offset: number, length: number): Uint8Array {
    const part = this.#bytes.subarray(offset, clampEnd(offset, length, this.size));
    this.bytesRead += part.length;
    return part;
  }

  close(): void {
    // The buffer belongs to the caller.
  }
}

class FileSource implements ByteSource {
  readonly size: number;
  readonly path: string;
  readonly mode: number;
  bytesRead = 0;
  /** The least recently used block comes first. */
  readonly #blocks = new Map<number, Uint8Array>();
  /** Most reads stay in one. */
  #newest = -1;
  #newestBlock: Uint8Array = NO_BYTES;
  readonly #passed = new Set<number>();
  #descriptor: number;
  readonly #identity: FileIdentity;

  constructor(path: string) {
    this.path = path;
    this.#descriptor = openSync(path, 'r');
    const { size, mode, dev, ino } = fstatSync(this.#descriptor);
    this.size = size;
    this.mode = mode & PERMISSIONS;
    this.#identity = { dev, ino };
  }

  read(offset: number, length: number): Uint8Array {
    const end = clampEnd(offset, length, this.size);
    if (end <= offset) return NO_BYTES;
    if (this.size <= MAX_SMALL_FILE_BYTES) return this.#whole().subarray(offset, end);
    if (end - offset > MAX_CACHED_READ_BYTES) return this.#fetch(offset, end - offset);
    const first = Math.floor(offset / BLOCK_SIZE);
    const last = Math.floor((end - 1) / BLOCK_SIZE);
    if (first === last)
      return this.#block(first).subarray(offset - first * BLOCK_SIZE, end - first * BLOCK_SIZE);
    return this.#join(first, last, offset, end);
  }

  /** Keeps what is read for the second time. */
  readOnce(offset: number, length: number): Uint8Array {
    const block = Math.floor(offset / BLOCK_SIZE);
    const isKept = this.#passed.has(block) || this.#blocks.has(block);
    if (this.#passed.size >= MAX_PASSED_BLOCKS) this.#passed.clear();
    this.#passed.add(block);
    if (isKept || length > MAX_UNCACHED_READ_BYTES || this.size <= MAX_SMALL_FILE_BYTES)
      return this.read(offset, length);
    onceBuffer ??= new Uint8Array(MAX_UNCACHED_READ_BYTES);
    const part = onceBuffer.subarray(0, Math.max(0, Math.min(length, this.size - offset)));
    return part.subarray(0, this.readInto(part, offset));
  }

  readInto(target: Uint8Array, offset: number): number {
    if (this.#descriptor < 0)
      throw new PdfError('file_closed', 'The file was closed before all of it was read');
    let filled = 0;
    while (filled < target.length) {
      const count = readSync(this.#descriptor, target, filled, target.length - filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
    this.bytesRead += filled;
    return filled;
  }

  cloneTo(path: string): boolean {
    try {
      if (!isSameFile(this.#identity, statSync(this.path))) return false;
      copyFileSync(this.path, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
    } catch {
      return false;
    }
    if (this.#isWholeClone(path)) return true;
    rmSync(path, { force: true });
    return false;
  }

  close(): void {
    if (this.#descriptor < 0) return;
    closeSync(this.#descriptor);
    this.#descriptor = -1;
    this.#blocks.clear();
    this.#newest = -1;
    this.#newestBlock = NO_BYTES;
  }

  /** It may have grown since it was opened. */
  #isWholeClone(path: string): boolean {
    try {
      chmodSync(path, OWNER_ONLY);
      return statSync(path).size === this.size;
    } catch {
      return false;
    }
  }

  #whole(): Uint8Array {
    if (this.#newestBlock === NO_BYTES) this.#newestBlock = this.#fetch(0, this.size);
    return this.#newestBlock;
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
    if (this.#blocks.size > MAX_CACHED_BLOCKS) this.#forgetOldest();
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

/** A Buffer makes every byte access polymorphic in V8. */
function asUint8Array(bytes: Uint8Array): Uint8Array {
  if (bytes.constructor === Uint8Array) return bytes;
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function uncleared(length: number): Uint8Array {
  return new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);
}

function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.ino === other.ino && one.dev === other.dev;
}

function clampEnd(offset: number, length: number, size: number): number {
  return Math.min(size, offset + Math.max(0, length));
}

/** `close` leaves the file open. */
export function openAppendedSource(head: ByteSource, tail: Uint8Array): ByteSource {
  return new AppendedSource(head, tail);
}

class AppendedSource implements ByteSource {
  readonly size: number;
  readonly appended: { readonly head: ByteSource; readonly tail: Uint8Array };
  bytesRead = 0;

  constructor(head: ByteSource, tail: Uint8Array) {
    this.appended = { head, tail };
    this.size = head.size + tail.length;
  }

  read(offset: number, length: number): Uint8Array {
    const { head, tail } = this.appended;
    const end = Math.min(this.size, offset + Math.max(0, length));
    this.bytesRead += Math.max(0, end - offset);
    if (offset >= head.size) return tail.subarray(offset - head.size, Math.max(0, end - head.size));
    if (end <= head.size) return head.read(offset, end - offset);
    const joined = new Uint8Array(end - offset);
    joined.set(head.read(offset, head.size - offset));
    joined.set(tail.subarray(0, end - head.size), head.size - offset);
    return joined;
  }

  close(): void {
    // Nothing is owned here.
  }
}
