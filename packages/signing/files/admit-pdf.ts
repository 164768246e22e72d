import { rm } from 'node:fs/promises';
import type { Caller } from '@countersign/identity';
import { SigningError } from '../errors.ts';
import { isExhausting } from '../pdf-faults.ts';
import type { StoredBlob } from '../ports/blob-store.ts';
import type { SigningDeps } from '../signing.ts';
import type { NewBlobs } from './new-blobs.ts';
import { type RemovalSummary, summarizeRemovals } from './removal-summary.ts';

export interface AdmittedPdf {
  readonly blobId: string;
  readonly pages: number;
  readonly removals: RemovalSummary;
}

/**
 * The steps of every PDF, uploaded or merged: inspection, removal of signatures and active content ([2.1-07]
 * [2.1-08]), and a trial of preparing and sealing, so that defects show before anybody signs. `too_complex`
 * beyond the limits of a task.
 */
export async function admitPdf(
  deps: AdmitDeps,
  { accountId }: Pick<Caller, 'accountId'>,
  original: OriginalPdf,
  written: NewBlobs,
): Promise<AdmittedPdf> {
  try {
    return await admit(deps, accountId, original, written);
  } catch (error) {
    if (!isExhausting(error)) throw error;
    throw new SigningError('too_complex', {}, { cause: error });
  }
}

/** Its blob may still be on its way into the store. */
interface OriginalPdf {
  readonly blobId: string;
  readonly path: string;
}

type AdmitDeps = Pick<SigningDeps, 'blobs' | 'toolkit'>;

async function admit(
  { blobs, toolkit }: AdmitDeps,
  account: string,
  { blobId, path }: OriginalPdf,
  written: NewBlobs,
): Promise<AdmittedPdf> {
  const output = await blobs.scratchPath('pdf');
  try {
    const { upload, strip } = await toolkit.admit(path, output, { account });
    const admitted = { pages: upload.pages, removals: summarizeRemovals(upload, strip) };
    if (strip === null) return { blobId, ...admitted };
    const strippedId = await written.begin();
    await blobs.putFile(strippedId, output);
    return { blobId: strippedId, ...admitted };
  } finally {
    await rm(output, { force: true });
  }
}

/** If its stripped version was stored instead. */
export async function removeReplaced(
  { blobs }: Pick<AdmitDeps, 'blobs'>,
  original: StoredBlob,
  admitted: AdmittedPdf,
): Promise<void> {
  if (admitted.blobId !== original.blobId) await blobs.remove(original.blobId);
}
