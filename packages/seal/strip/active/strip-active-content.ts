import type { PdfFile } from '@countersign/pdf';
import { listDocumentParts } from '../document-parts.ts';
import { cleanPages } from './clean-annotations.ts';
import { cleanCatalog } from './clean-catalog.ts';
import { cleanFields } from './clean-fields.ts';
import { cleanOutlines } from './clean-outlines.ts';
import { cleanStructure } from './clean-structure.ts';
import { type ActiveContentOptions, CleaningJob } from './cleaning-job.ts';
import { listHiddenLayers } from './hidden-layers.ts';
import type { RemovedContent } from './removals.ts';

/** What a file did, played or carried besides its pages. */
export interface ActiveContentReport {
  /** By kind and place; at most 1,000 lines. */
  readonly removedContent: readonly RemovedContent[];
  /** All of it, listed or not. */
  readonly removedContentCount: number;
  /** Layers that are off when the document is opened; left as they are. */
  readonly hiddenLayers: readonly string[];
  /** Annotations that are hidden on screen; left as they are. */
  readonly hiddenAnnotations: number;
}

/**
 * Removes what acts, plays or is carried along: scripts, actions other than going to a place of the document or to a web
 * address, media, embedded files. Annotations, fields and outline items are judged by their bytes; a file without
 * active content is not changed. Changes the objects of `file`; write it with `rewrite`, so that nothing of it is left.
 * Throws `too_complex`.
 */
export function stripActiveContent(file: PdfFile, options: ActiveContentOptions = {}): ActiveContentReport {
  const job = new CleaningJob(file, options);
  cleanCatalog(job);
  cleanFields(job);
  cleanOutlines(job);
  cleanStructure(job);
  const hiddenAnnotations = cleanPages(job);
  if (job.removals.erased.size > 0) eraseRemoved(job);
  return {
    removedContent: job.removals.lines,
    removedContentCount: job.removals.count,
    hiddenLayers: listHiddenLayers(file),
    hiddenAnnotations,
  };
}

/** Structure elements and replies may still refer to what was removed. A file may call its catalog or a page an action: those stay. */
function eraseRemoved({ file, removals }: CleaningJob): void {
  const kept = listDocumentParts(file);
  for (const dict of removals.erased) {
    if (!kept.has(dict)) for (const key of dict.keys()) dict.delete(key);
  }
}
