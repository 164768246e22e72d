import { SigningError } from '../errors.ts';
import { isExhausting } from '../pdf-faults.ts';
import type { StripReport, UploadReport } from '../ports/pdf-toolkit.ts';
import type { SigningDeps } from '../signing.ts';
import type { NewBlobs } from './new-blobs.ts';
import { storeWritten, withLocalPath } from './pdf-blobs.ts';
import { type RemovalSummary, summarizeRemovals } from './removal-summary.ts';

/** A PDF that people can be asked to sign. */
export interface AdmittedPdf {
  readonly blobId: string;
  readonly pages: number;
  readonly removals: RemovalSummary;
}

/**
 * What every PDF goes through before it is a file, uploaded or merged: inspected, freed of signatures and active content
 * (spec 2.1, rules 3 and 4: what one signs is what one sees), and taken through preparing and sealing once, so that no
 * defect is found when everybody has signed. Rejects with the toolkit's faults; `too_complex` for a
 * file that takes longer, or more memory, than a task may.
 */
export async function admitPdf(deps: AdmitDeps, blobId: string, written: NewBlobs): Promise<AdmittedPdf> {
  try {
    return await admit(deps, blobId, written);
  } catch (error) {
    if (!isExhausting(error)) throw error;
    throw new SigningError('too_complex', {}, { cause: error });
  }
}

type AdmitDeps = Pick<SigningDeps, 'blobs' | 'toolkit'>;

async function admit({ blobs, toolkit }: AdmitDeps, blobId: string, written: NewBlobs): Promise<AdmittedPdf> {
  const report = await withLocalPath(blobs, blobId, (path) => toolkit.inspectUpload(path));
  if (!needsRewrite(report)) {
    await withLocalPath(blobs, blobId, (path) => toolkit.rehearse(path));
    return { blobId, pages: report.pages, removals: summarizeRemovals(report, null) };
  }
  const { strippedId, stripped } = await strip({ blobs, toolkit }, blobId, written);
  await withLocalPath(blobs, strippedId, (path) => toolkit.rehearse(path));
  return { blobId: strippedId, pages: report.pages, removals: summarizeRemovals(report, stripped) };
}

/** A repaired file is kept as repaired: every later step would have to find its objects again. */
function needsRewrite({ needsStripping, repaired }: UploadReport): boolean {
  return repaired || needsStripping;
}

async function strip(
  { blobs, toolkit }: AdmitDeps,
  blobId: string,
  written: NewBlobs,
): Promise<{ readonly strippedId: string; readonly stripped: StripReport }> {
  const strippedId = await written.begin();
  const { report } = await withLocalPath(blobs, blobId, (path) =>
    storeWritten(blobs, strippedId, (output) => toolkit.strip(path, output)),
  );
  await blobs.remove(blobId);
  return { strippedId, stripped: report };
}
