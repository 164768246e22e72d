import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { AuditDetails, ChainedEntry } from '../audit/audit-entry.ts';
import { checkAuditTrail } from '../audit/check-audit-trail.ts';
import { SigningError } from '../errors.ts';
import { withLocalPath } from '../files/pdf-blobs.ts';
import type { StoredBlob } from '../ports/blob-store.ts';
import type { SigningDeps } from '../signing.ts';
import type { Sealing } from './document.ts';

/** Throws `evidence_broken` unless the prepared PDF is the one in the audit trail and the trail is intact. */
export async function assertSealInputs(
  deps: SigningDeps,
  documentId: string,
  preparedPath: string,
): Promise<void> {
  const subject = { kind: 'document', id: documentId } as const;
  const { broken } = await checkAuditTrail(deps.database.read, subject);
  if (broken !== null) throw new SigningError('evidence_broken');
  const noted = hashOf(await deps.database.read.audit.listFor(subject), 'document.prepared');
  // Older than the audit trail: no entry.
  if (noted !== undefined && noted !== (await hashFile(preparedPath)))
    throw new SigningError('evidence_broken');
}

/** Throws `evidence_broken` for a file that no attempt recorded, or whose seal is not intact. */
export async function assertLeftBySealing(
  { blobs, toolkit }: SigningDeps,
  sealings: readonly Sealing[],
  { blobId, sha256 }: StoredBlob,
): Promise<void> {
  const isNoted = sealings.some((sealing) => sealing.sha256 === sha256);
  // Files sealed before attempts were recorded have none.
  if (sealings.length > 0 && !isNoted) throw new SigningError('evidence_broken');
  const { state } = await withLocalPath(blobs, blobId, (path) => toolkit.verify(path));
  if (state !== 'intact') throw new SigningError('evidence_broken');
}

export function hashOf(trail: readonly ChainedEntry[], type: ChainedEntry['type']): unknown {
  const entry = trail.findLast((one) => one.type === type);
  const details: AuditDetails = entry ? JSON.parse(entry.details) : {};
  return details.sha256;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
