import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  BlobMissing,
  type BlobStore,
  BlobTooLarge,
  type ByteRange,
  type StoredBlob,
} from '../ports/blob-store.ts';

/** Local paths are in one temporary folder that `close` removes. */
export class MemoryBlobs implements BlobStore {
  readonly blobs = new Map<string, Uint8Array>();
  private folder: Promise<string> | undefined;

  async putStream(blobId: string, content: Readable, maxBytes: number): Promise<StoredBlob> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of content) {
      size += chunk.length;
      if (size > maxBytes) throw new BlobTooLarge(maxBytes);
      chunks.push(chunk);
    }
    return this.keep(blobId, Buffer.concat(chunks));
  }

  async putInspected<T>(
    blobId: string,
    content: Readable,
    maxBytes: number,
    inspect: (path: string) => Promise<T>,
  ): Promise<{ readonly blob: StoredBlob; readonly report: T }> {
    const blob = await this.putStream(blobId, content, maxBytes);
    const { path, release } = await this.localPath(blobId);
    try {
      return { blob, report: await inspect(path) };
    } finally {
      await release();
    }
  }

  async putFile(blobId: string, path: string): Promise<StoredBlob> {
    const bytes = await readFile(path);
    await rm(path);
    return this.keep(blobId, bytes);
  }

  async localPath(blobId: string): Promise<{ readonly path: string; release(): Promise<void> }> {
    const path = await this.scratchPath('blob');
    await writeFile(path, this.get(blobId));
    return { path, release: () => rm(path, { force: true }) };
  }

  async size(blobId: string): Promise<number> {
    return this.get(blobId).length;
  }

  async read(
    blobId: string,
    range?: ByteRange,
  ): Promise<{ readonly stream: Readable; readonly size: number }> {
    const bytes = this.get(blobId);
    const wanted = range === undefined ? bytes : bytes.subarray(range.first, range.last + 1);
    return { stream: Readable.from([Buffer.from(wanted)]), size: bytes.length };
  }

  async remove(blobId: string): Promise<void> {
    this.blobs.delete(blobId);
  }

  async scratchPath(extension: string): Promise<string> {
    this.folder ??= mkdtemp(join(tmpdir(), 'countersign-'));
    return join(await this.folder, `${randomUUID()}.${extension}`);
  }

  async checkWritable(): Promise<void> {
    // Memory is always writable.
  }

  async close(): Promise<void> {
    if (this.folder !== undefined) await rm(await this.folder, { recursive: true, force: true });
  }

  private get(blobId: string): Uint8Array {
    const bytes = this.blobs.get(blobId);
    if (bytes === undefined) throw new BlobMissing(blobId);
    return bytes;
  }

  private keep(blobId: string, bytes: Uint8Array): StoredBlob {
    const kept = this.blobs.get(blobId) ?? bytes;
    this.blobs.set(blobId, kept);
    return { blobId, size: kept.length, sha256: createHash('sha256').update(kept).digest('hex') };
  }
}
