import type { Readable } from 'node:stream';

/**
 * Files by id. A blob, once stored, never changes. `put*` resolve only when the bytes are durable (fsync). Every method throws
 * `BlobsUnavailable` while the storage cannot be used, and keeps nothing of what was being written.
 */
export interface BlobStore {
  /** Streams to storage without holding the whole; rejects with `BlobTooLarge` after `maxBytes` and keeps nothing. */
  putStream(blobId: string, content: Readable, maxBytes: number): Promise<StoredBlob>;
  /** Moves a local file (made by `scratchPath`) into storage. Storing an id a second time replaces nothing and resolves with what is there. */
  putFile(blobId: string, path: string): Promise<StoredBlob>;
  /** A local path to read from; valid until `release`. Throws `BlobMissing`. */
  localPath(blobId: string): Promise<{ readonly path: string; release(): Promise<void> }>;
  /** Bytes of a blob, without reading it. Throws `BlobMissing`. */
  size(blobId: string): Promise<number>;
  /**
   * Streams a blob, or only `range` of it: nothing outside the range is read. `size` is that of the whole blob.
   * Throws `BlobMissing`. `range` must lie within the blob.
   */
  read(blobId: string, range?: ByteRange): Promise<{ readonly stream: Readable; readonly size: number }>;
  /** Removing what is not there is fine. */
  remove(blobId: string): Promise<void>;
  /** A fresh path for a result on its way into `putFile`; leftovers are removed at start. */
  scratchPath(extension: string): Promise<string>;
  /** Writes and removes a few bytes the way a blob is stored. Resolves if that works. */
  checkWritable(): Promise<void>;
}

/** Byte offsets of the first and the last byte, as in RFC 9110 14.1.2. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface StoredBlob {
  readonly blobId: string;
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

export class BlobTooLarge extends Error {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
    this.name = 'BlobTooLarge';
    this.maxBytes = maxBytes;
  }
}

export class BlobMissing extends Error {
  constructor(blobId: string) {
    super(`no blob ${blobId}`);
    this.name = 'BlobMissing';
  }
}

/** The storage is full, read-only, missing or failing. Nothing is wrong with the request: it may be tried again. */
export class BlobsUnavailable extends Error {
  constructor(cause: unknown) {
    super('the storage of files is not available', { cause });
    this.name = 'BlobsUnavailable';
  }
}
