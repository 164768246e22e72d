import type { PdfFile } from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { STRIP } from '../../arguments.ts';
import { dropUnlistedPages } from '../unlisted-parts.ts';
import { cleanPages } from './clean-annotations.ts';
import { cleanCatalog } from './clean-catalog.ts';
import { cleanFields } from './clean-fields.ts';
import { cleanOutlines } from './clean-outlines.ts';
import { cleanRemainingObjects } from './clean-remaining-objects.ts';
import { type ActiveContentOptions, CleaningJob } from './cleaning-job.ts';
import { type LayerReport, reportLayers } from './layers/report-layers.ts';
import type { RemovedContent } from './removals.ts';

export interface ActiveContentReport extends LayerReport {
  /** By kind and location; at most 1,000 lines. */
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
