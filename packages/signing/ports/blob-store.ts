import type { Readable } from 'node:stream';

/**
 * Stored blobs never change. `put*` resolve when the bytes are durable (fsync). Every method throws
 * `BlobsUnavailable` if the storage cannot be used, and leaves no partial blob.
 */
export interface BlobStore {
  /** Throws `BlobTooLarge` after `maxBytes` and stores nothing. */
  putStream(blobId: string, content: Readable, maxBytes: number): Promise<StoredBlob>;
  /**
   * As `putStream`, and calls `inspect` with a local path of the bytes meanwhile. Rejects with its error
   * after both have ended; the blob may be stored then.
   */
  putInspected<T>(
    blobId: string,
    content: Readable,
    maxBytes: number,
    inspect: (path: string) => Promise<T>,
  ): Promise<{ readonly blob: StoredBlob; readonly report: T }>;
  /** Moves a file of `scratchPath`. Resolves with the existing blob if the id is stored already. */
  putFile(blobId: string, path: string): Promise<StoredBlob>;
  /** Valid until `release`. Throws `BlobMissing`. */
  localPath(blobId: string): Promise<{ readonly path: string; release(): Promise<void> }>;
  /** Returns the number of bytes. Throws `BlobMissing`. */
  size(blobId: string): Promise<number>;
  /** `size` is that of the whole blob. Throws `BlobMissing`. */
  read(blobId: string, range?: ByteRange): Promise<{ readonly stream: Readable; readonly size: number }>;
  /** Removing a missing blob is not an error. */
  remove(blobId: string): Promise<void>;
  /** Leftovers are removed at start. */
  scratchPath(extension: string): Promise<string>;
  /** Writes a few bytes and removes them. Rejects if the store cannot be written. */
  checkWritable(): Promise<void>;
}

/** The first and the last byte, both included (RFC 9110 14.1.2). */
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

/** Full, read-only, missing or failing. A retry may succeed. */
export class BlobsUnavailable extends Error {
  constructor(cause: unknown) {
    super('the storage of files is not available', { cause });
    this.name = 'BlobsUnavailable';
  }
}

export interface VirusScanner {
  /** The name of what was found, or null. Rejects if it cannot be used now. */
  scan(content: Readable): Promise<string | null>;
}
