import type { PdfFile } from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { STRIP } from '../arguments.ts';
import { cleanFields, cleanOutlines, cleanPages } from './clean-annotations.ts';
import { cleanCatalog, cleanRemainingObjects } from './clean-catalog.ts';
import { type ActiveContentOptions, CleaningJob, type RemovedContent } from './cleaning-job.ts';
import { dropUnlistedPages, dropUnlistedSignatures } from './document-parts.ts';
import { type LayerReport, reportLayers } from './layers.ts';
import { type SignatureStripReport, stripSignatures } from './strip-signatures.ts';

export interface ActiveContentReport extends LayerReport {
  /** The content by kind and location; at most 1,000 lines. */
  readonly removedContent: readonly RemovedContent[];
  /** Includes what is not listed. */
  readonly removedContentCount: number;
  readonly hiddenAnnotations: number;
}

/**
 * Removes scripts, media, embedded files and actions except navigation and web addresses. Includes objects
 * that no document part lists. Leaves files without active content unchanged. Modifies the objects of `file`;
 * `rewrite` removes the old bytes. Throws `too_complex`.
 */
export function stripActiveContent(file: PdfFile, options: ActiveContentOptions = {}): ActiveContentReport {
  checkArguments({ file, options }, STRIP);
  const job = new CleaningJob(file, options);
  cleanCatalog(job);
  cleanFields(job);
  cleanOutlines(job);
  const hiddenAnnotations = cleanPages(job);
  if (job.removals.erased.size > 0) job.eraseRemoved();
  const memberships = cleanRemainingObjects(job);
  if (job.removals.count > 0) dropUnlistedPages(file);
  return {
    removedContent: job.removals.lines,
    removedContentCount: job.removals.count,
    ...reportLayers(job, memberships),
    hiddenAnnotations,
  };
}

export interface StripReport extends SignatureStripReport, ActiveContentReport {}

/**
 * Removes signatures (`stripSignatures`) and active content (`stripActiveContent`). Modifies the objects of
 * `file`; if the report says `changed`, write it with `rewrite`.
 */
export function strip(file: PdfFile, options: ActiveContentOptions = {}): StripReport {
  checkArguments({ file, options }, STRIP);
  // First, since it judges annotations by their bytes: `stripSignatures` looks some up.
  const content = stripActiveContent(file, options);
  const signatures = stripSignatures(file);
  const hadUnlisted = !signatures.changed && dropUnlistedSignatures(file) > 0;
  return {
    ...signatures,
    ...content,
    removedRemains: signatures.removedRemains || hadUnlisted,
    changed: signatures.changed || hadUnlisted || content.removedContentCount > 0,
  };
}
