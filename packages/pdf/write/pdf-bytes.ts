import {
  closeSync,
  fchmodSync,
  lstatSync,
  openSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { checkArguments, path as pathArgument } from '../arguments.ts';
import { type ByteSource, openAppendedSource, openBufferSource } from '../read/byte-source.ts';

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

/** Amortises system calls and fits the processor's cache. */
const WRITTEN_AT_ONCE = 512 * 1024;

/** Zeroing a new buffer takes as long as reading a file. */
let sharedBuffer: Uint8Array | undefined;

function writeSegments(descriptor: number, segments: readonly Segment[]): void {
  const writes = new GatheredWrites(descriptor);
  for (const segment of segments) writes.add(segment);
  writes.flush();
}

/** Gathers writes. A thread uses one at a time and calls `flush` at the end. */
export class GatheredWrites {
  readonly #descriptor: number;
  readonly #buffer: Uint8Array;
  #used = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    sharedBuffer ??= Buffer.allocUnsafeSlow(WRITTEN_AT_ONCE);
    this.#buffer = sharedBuffer;
  }

  add(segment: Segment): void {
    if (segment instanceof Uint8Array || segment.source.readInto === undefined) {
      forEachPiece(segment, (piece) => this.#addBytes(piece));
    } else this.#addRange(segment.source, segment.start, segment.start + segment.length);
  }

  flush(): void {
    writeFully(this.#descriptor, this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  #addBytes(bytes: Uint8Array): void {
    if (bytes.length > WRITTEN_AT_ONCE - this.#used) this.flush();
    if (bytes.length > WRITTEN_AT_ONCE) {
      writeFully(this.#descriptor, bytes);
      return;
    }
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Directly into the write buffer. */
  #addRange(source: ByteSource, start: number, end: number): void {
    for (let at = start; at < end; ) {
      if (this.#used === WRITTEN_AT_ONCE) this.flush();
      const room = this.#buffer.subarray(this.#used, Math.min(WRITTEN_AT_ONCE, this.#used + end - at));
      const count = source.readInto?.(room, at) ?? 0;
      if (count === 0) return;
      this.#used += count;
      at += count;
    }
  }
}

/** A full non-blocking pipe is tried again after this pause. */
const PAUSE_MS = 5;

function writeFully(descriptor: number, chunk: Uint8Array): void {
  for (let written = 0; written < chunk.length; ) written += writeSome(descriptor, chunk.subarray(written));
}

function writeSome(descriptor: number, chunk: Uint8Array): number {
  try {
    return writeSync(descriptor, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    return 0;
  }
}

/** `isWhole` is false if the file is written in place. */
export type WriteFile<Result> = (descriptor: number, isWhole: boolean) => Result;

/** Linux follows at most so many links. */
const MAX_LINKS = 40;
/** Their files belong to the program that opened them. */
const DESCRIPTORS = /^\/(?:dev\/(?:stdout|stderr)$|dev\/fd\/|proc\/[^/]+\/fd\/)/;
/** Sockets cannot be reopened by name. */
const OWN_DESCRIPTOR = /^\/(?:dev\/fd|proc\/self\/fd)\/(\d+)$/;

/**
 * Writes a file atomically. `begin` may create the temporary file and returns whether it did. Follows symbolic
 * links; writes directly to devices, pipes and descriptors.
 */
export function writeWhole<Result>(
  path: string,
  write: WriteFile<Result>,
  begin: (partial: string) => boolean = () => false,
): Result {
  const target = followLinks(path);
  const own = ownDescriptor(target);
  if (own !== undefined) return write(own, false);
  if (isWrittenInPlace(target)) return writeAndClose(openSync(path, 'a'), (open) => write(open, false));
  const partial = `${target}.${randomLetters()}.partial`;
  const isBegun = begin(partial);
  // Exclusive: no other program's file is written to or removed.
  const descriptor = openSync(partial, isBegun ? 'a' : 'ax');
  try {
    const result = writeAndClose(descriptor, (open) => write(open, true));
    renameSync(partial, target);
    return result;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** Whether the target exists or not; stops at a descriptor. */
function followLinks(path: string): string {
  let target = path;
  for (let count = 0; count < MAX_LINKS; count++) {
    if (DESCRIPTORS.test(target)) return target;
    if (!lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) return target;
    target = resolve(dirname(target), readlinkSync(target));
  }
  statSync(path);
  return target;
}

function ownDescriptor(path: string): number | undefined {
  if (path === '/dev/stdout') return 1;
  if (path === '/dev/stderr') return 2;
  const [, number] = OWN_DESCRIPTOR.exec(path) ?? [];
  return number === undefined ? undefined : Number(number);
}

function isWrittenInPlace(target: string): boolean {
  if (DESCRIPTORS.test(target)) return true;
  const found = statSync(target, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

function writeAndClose<Result>(descriptor: number, write: (descriptor: number) => Result): Result {
  try {
    return write(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Not secret: `node:crypto` loads slowly. */
function randomLetters(): string {
  return Math.random().toString(36).slice(2);
}

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
