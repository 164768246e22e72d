import { Readable } from 'node:stream';
import { MEBIBYTE } from '../configuration/limits.ts';
import type { DocumentState } from '../documents/document.ts';
import type { JobData } from '../jobs/job.ts';
import { listScanBlobs, listSignatureBlobs } from '../methods/signature.ts';
import type { SigningDeps } from '../signing.ts';
import type { ProofContext } from './define-proof.ts';
import type { ScanImage } from './id-scan-fields.ts';

const MAX_IMAGE_BYTES = 2 * MEBIBYTE;

export interface StoredScanImage {
  readonly field: string | null;
  readonly blobId: string;
}

/** Removed with the session unless signed. */
export async function storeScanImages(
  { deps, document, removeAt, now }: ProofContext,
  images: readonly ScanImage[],
): Promise<readonly StoredScanImage[]> {
  const stored = images.map(({ field, jpeg }) => ({ field, jpeg, blobId: deps.ids.uuid() }));
  if (stored.length === 0) return [];
  const blobIds = stored.map(({ blobId }) => blobId);
  const startAfterSeconds = Math.max(0, Math.ceil((removeAt.getTime() - now.getTime()) / 1000));
  // Before they are stored, so that none is forgotten.
  await deps.database.transact(({ jobs }) =>
    jobs.enqueue(
      { name: 'remove-proof-blobs', documentId: document.documentId, blobIds },
      { startAfterSeconds, accountId: document.accountId },
    ),
  );
  for (const { blobId, jpeg } of stored)
    await deps.blobs.putStream(blobId, Readable.from([Buffer.from(jpeg)]), MAX_IMAGE_BYTES);
  return stored.map(({ field, blobId }) => ({ field, blobId }));
}

/** Those that no signature needs any more. */
export async function removeProofBlobs(
  deps: SigningDeps,
  { documentId, blobIds }: JobData['remove-proof-blobs'],
): Promise<void> {
  const document = await deps.database.read.documents.find(documentId);
  const needed = new Set(document === null ? [] : listNeeded(deps, document));
  for (const blobId of blobIds) if (!needed.has(blobId)) await deps.blobs.remove(blobId);
}

/** The sealed file has them; the service keeps its own only if the settings say so. */
function listNeeded({ settings }: SigningDeps, { status, signees }: DocumentState): readonly string[] {
  const signatures = signees.flatMap(({ signature }) => signature ?? []);
  const isOver = status === 'completed' && !settings.keepsScanImages;
  const images = new Set(isOver ? signatures.flatMap(listScanBlobs) : []);
  return signatures.flatMap(listSignatureBlobs).filter((blobId) => !images.has(blobId));
}
