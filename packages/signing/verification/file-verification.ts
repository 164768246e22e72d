import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SignatureReport, VerificationReport } from '@countersign/toolkit';
import { isSystemError } from '@countersign/toolkit/errors';
import type { ChainFault } from '../audit/audit-trail.ts';
import type { SignatureType } from '../methods/methods.ts';
import type { Identification, Ink } from '../methods/signature-parts.ts';
import { BlobsUnavailable, BlobTooLarge } from '../ports/blob-store.ts';

/** The holder of a file learns only what the file has, and whether this service knows it. */
export interface FileVerification {
  /** The hash of the whole file, in lower-case hex. */
  readonly sha256: string;
  readonly size: number;
  readonly signatures: readonly VerifiedSignature[];
  /** Nothing except validation data may follow a seal of this service. */
  readonly state: VerificationReport['state'];
  /** It is null unless the file was sealed here. */
  readonly origin: SealedOrigin | null;
  /** The id comes from `evidence.json`, which may be forged, and is given only if `origin` is null. */
  readonly claimedDocumentId: string | null;
}

export interface VerifiedSignature extends SignatureReport {
  /** Names alone can be forged. */
  readonly ownCertificate: boolean;
}

/** A document that was completed here. */
export interface SealedOrigin {
  /** `beginning`: the sealed file with additions, permitted ones if the file is `intact`. */
  readonly match: 'whole' | 'beginning';
  readonly documentId: string;
  readonly name: string | null;
  /** The time in ISO 8601. */
  readonly sealedAt: string | null;
  readonly signees: readonly VerifiedSignee[];
  /** It is null for documents without a chained audit trail. */
  readonly trail: VerifiedTrail | null;
}

export interface VerifiedSignee {
  readonly fullName: string;
  /** The time in ISO 8601. */
  readonly signedAt: string | null;
  readonly signatureType: SignatureType | null;
  readonly ink: Ink['kind'] | null;
  /** It is null for a method without identification. */
  readonly identification: Pick<Identification, 'provider' | 'fullName' | 'isSandbox'> | null;
}

export interface VerifiedTrail {
  /** The number of the last entry under the seal. */
  readonly sequence: number;
  readonly hash: string;
  /** All stored entries are unchanged, and the sealed one is among them. */
  readonly isWhole: boolean;
  /** The fault of the first changed entry. */
  readonly fault: ChainFault | null;
}

/**
 * The caller removes the file. Throws `BlobTooLarge` at the first byte too many, `BlobsUnavailable` if it
 * cannot be written, or the stream's error.
 */
export async function receiveScratch(content: Readable, path: string, maxBytes: number): Promise<number> {
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      if (size > maxBytes) done(new BlobTooLarge(maxBytes));
      else done(null, chunk);
    },
  });
  try {
    await pipeline(content, count, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    throw isWriteError(error) ? new BlobsUnavailable(error) : error;
  }
  return size;
}

/** A broken connection is a system error too. */
function isWriteError(error: unknown): boolean {
  return isSystemError(error) && error.syscall !== 'read';
}

/** Hashes beginnings of a local file by their length; the file is read once. */
export async function hashBeginnings(
  path: string,
  lengths: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  const waiting = [...new Set(lengths)].sort((a, b) => a - b);
  const hash = createHash('sha256');
  let position = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let used = 0;
    for (let next = waiting[0]; next !== undefined && next <= position + chunk.length; next = waiting[0]) {
      hash.update(chunk.subarray(used, next - position));
      used = next - position;
      hashes.set(next, hexOf(hash));
      waiting.shift();
    }
    hash.update(chunk.subarray(used));
    position += chunk.length;
  }
  return hashes;
}

function hexOf(hash: Hash): string {
  return hash.copy().digest('hex');
}
