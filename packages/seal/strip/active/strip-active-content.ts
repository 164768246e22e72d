import type { PdfFile } from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { STRIP } from '../../arguments.ts';
import { dropUnlistedPages } from '../unlisted-parts.ts';
import { cleanPages } from './clean-annotations.ts';
import { cleanCatalog } from './clean-catalog.ts';
import { cleanElsewhere } from './clean-elsewhere.ts';
import { cleanFields } from './clean-fields.ts';
import { cleanOutlines } from './clean-outlines.ts';
import { type ActiveContentOptions, CleaningJob } from './cleaning-job.ts';
import { judgeLayers, type LayerReport } from './layers/judge-layers.ts';
import type { RemovedContent } from './removals.ts';

/** What a file did, played or carried besides its pages. */
export interface ActiveContentReport extends LayerReport {
  /** By kind and place; at most 1,000 lines. */
  readonly removedContent: readonly RemovedContent[];
  /** All of it, listed or not. */
  readonly removedContentCount: number;
  /** Annotations that are hidden on screen; left as they are. */
  readonly hiddenAnnotations: number;
}

/**
 * Removes what acts, plays or is carried along: scripts, actions other than going to a place of the document or to a web
 * address, media, embedded files; where such is met that no part of the document names, too. Annotations, fields and outline items are judged by their bytes; a file without
 * active content is not changed. Changes the objects of `file`; write it with `rewrite`, so that nothing of it is left.
 * Throws `too_complex`.
 */
export function stripActiveContent(file: PdfFile, options: ActiveContentOptions = {}): ActiveContentReport {
  checkArguments({ file, options }, STRIP);
  const job = new CleaningJob(file, options);
  cleanCatalog(job);
  cleanFields(job);
  cleanOutlines(job);
  const hiddenAnnotations = cleanPages(job);
  if (job.removals.erased.size > 0) job.eraseRemoved();
  const memberships = cleanElsewhere(job);
  if (job.removals.count > 0) dropUnlistedPages(file);
  return {
    removedContent: job.removals.lines,
    removedContentCount: job.removals.count,
    ...judgeLayers(job, memberships),
    hiddenAnnotations,
  };
}
