import {
  lookupArray,
  lookupDict,
  lookupName,
  lookupNumber,
  type PdfPage,
  replaceItems,
} from '@countersign/pdf';
import { type PDFArray, PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { KIND_OF_ANNOTATION } from './action-rules.ts';
import type { CleaningJob } from './cleaning-job.ts';
import { completeFlags, harmlessFlags, isHiddenSomewhere } from './harmless-bytes.ts';

/** When clicked, and the former URI action (12.5.6.5). */
const ACTION_KEYS = [PDFName.of('A'), PDFName.of('PA')];

/** Of all pages. Returns the number of annotations that are not both shown and printed. */
export function cleanPages(job: CleaningJob): number {
  const walk = new AnnotationWalk(job);
  for (const page of job.file.pages()) {
    const location = { place: 'page', page: page.index } as const;
    job.actions.cleanTriggers(page.dict, location);
    job.removeAssociated(page.dict, location);
    walk.cleanPage(page);
  }
  return walk.hidden;
}

class AnnotationWalk {
  hidden = 0;
  readonly #job: CleaningJob;
  /** Shared arrays and annotations are visited once. */
  readonly #lists = new Set<PDFArray>();
  readonly #harmless = new Set<PDFRef>();

  constructor(job: CleaningJob) {
    this.#job = job;
  }

  cleanPage(page: PdfPage): void {
    const list = lookupArray(page.dict, 'Annots');
    if (list === undefined || this.#lists.has(list)) return;
    this.#lists.add(list);
    const removed = new Set<PDFDict>();
    for (const entry of list.asArray()) {
      if (entry instanceof PDFRef && this.#isHarmless(entry)) continue;
      const annotation = page.dict.context.lookup(entry);
      if (annotation instanceof PDFDict && this.#clean(annotation, page.index)) removed.add(annotation);
    }
    if (removed.size > 0) this.#remove(page, list, removed);
  }

  #isHarmless(ref: PDFRef): boolean {
    if (this.#harmless.has(ref)) return true;
    const flags = this.#findFlags(ref);
    if (flags === undefined) return false;
    this.#harmless.add(ref);
    if (isHiddenSomewhere(flags)) this.hidden += 1;
    return true;
  }

  #findFlags(ref: PDFRef): number | undefined {
    const { file, harmlessWidgets } = this.#job;
    const known = file.isTouched(ref) ? undefined : harmlessWidgets.get(ref);
    return known ?? harmlessFlags(file, ref);
  }

  /** Whether to remove all of it. */
  #clean(annotation: PDFDict, page: number): boolean {
    const { removals, actions, options } = this.#job;
    const location = { place: 'annotation', page } as const;
    if (removals.erased.has(annotation)) return true;
    const type = lookupName(annotation, 'Subtype') ?? '';
    const kind = KIND_OF_ANNOTATION.get(type);
    if (kind === 'attachment' && !options.keepAttachments)
      this.#job.removeFile(lookupDict(annotation, 'FS'), location);
    else if (kind !== undefined && kind !== 'attachment') removals.note(kind, location);
    for (const key of ACTION_KEYS) actions.clean(annotation, key, location);
    actions.cleanTriggers(annotation, location);
    this.#job.removeAssociated(annotation, location);
    const goes = kind !== undefined && !(kind === 'attachment' && options.keepAttachments);
    if (goes) removals.erased.add(annotation);
    else if (isHiddenSomewhere(completeFlags(type, lookupNumber(annotation, 'F') ?? 0))) this.hidden += 1;
    return goes;
  }

  /** With pop-ups. */
  #remove(page: PdfPage, list: PDFArray, removed: ReadonlySet<PDFDict>): void {
    const kept = list.asArray().filter((_, index) => {
      const entry = list.lookup(index);
      if (!(entry instanceof PDFDict)) return true;
      const parent = lookupName(entry, 'Subtype') === 'Popup' ? lookupDict(entry, 'Parent') : undefined;
      if (parent === undefined || !removed.has(parent)) return !removed.has(entry);
      this.#job.removals.erased.add(entry);
      return false;
    });
    replaceItems(list, kept);
    if (list.size() === 0) page.dict.delete(PDFName.of('Annots'));
  }
}
