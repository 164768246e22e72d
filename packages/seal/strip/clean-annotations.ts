import {
  DictKeys,
  FIELD_INDEX,
  lookupArray,
  lookupDict,
  lookupName,
  lookupNumber,
  type PdfPage,
  type RawDict,
  rawItems,
  rawRef,
  rawText,
  replaceItems,
} from '@countersign/pdf';
import { type PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { readText } from '../fields/signature-fields.ts';
import {
  completeFlags,
  harmlessFlags,
  isHarmlessAction,
  isHiddenSomewhere,
  KIND_OF_ANNOTATION,
} from './actions.ts';
import type { CleaningJob } from './cleaning-job.ts';

/** Actions when clicked, and the former URI action (12.5.6.5). */
const ACTION_KEYS = [PDFName.of('A'), PDFName.of('PA')];

/** Cleans all pages. Returns the number of annotations that are not both shown and printed. */
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
    const flags = harmlessFlags(this.#job.file, ref);
    if (flags === undefined) return false;
    this.#harmless.add(ref);
    if (isHiddenSomewhere(flags)) this.hidden += 1;
    return true;
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

  /** Removes the annotations with their pop-ups. */
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

interface WaitingField {
  readonly entry: PDFObject;
  readonly above: string;
}

/** Removes actions of fields and of widgets. */
export function cleanFields(job: CleaningJob): void {
  const form = lookupDict(job.file.catalog, 'AcroForm');
  const waiting: WaitingField[] = list(form && lookupArray(form, 'Fields')?.asArray(), '');
  const met = new Set<PDFObject>();
  for (let field = waiting.pop(); field !== undefined; field = waiting.pop()) {
    if (met.has(field.entry)) continue;
    met.add(field.entry);
    job.removals.spend();
    for (const kid of kidsOfHarmless(job, field) ?? cleanField(job, field)) waiting.push(kid);
  }
}

/** Returns undefined unless its bytes show that it has no active actions. */
function kidsOfHarmless(job: CleaningJob, { entry, above }: WaitingField): WaitingField[] | undefined {
  const raw = entry instanceof PDFRef ? job.file.walkField(entry) : undefined;
  if (raw === undefined || raw.at(FIELD_INDEX.AA)) return undefined;
  if (!isHarmlessAction(job.file, raw.at(FIELD_INDEX.A))) return undefined;
  const kids = kidsOf(raw);
  return kids && list(kids, nameOf(above, rawText(raw.at(FIELD_INDEX.T))));
}

function kidsOf(raw: RawDict): PDFRef[] | undefined {
  const kids = raw.at(FIELD_INDEX.Kids);
  if (kids === undefined) return [];
  const items = rawItems(kids);
  const refs = items?.map(rawRef).filter((ref) => ref !== undefined);
  return refs?.length === items?.length ? refs : undefined;
}

function cleanField(job: CleaningJob, { entry, above }: WaitingField): WaitingField[] {
  const dict = job.file.context.lookup(entry);
  if (!(dict instanceof PDFDict)) return [];
  const name = nameOf(above, readText(dict, 'T'));
  job.actions.clean(dict, PDFName.of('A'), { place: 'field', name });
  job.actions.cleanTriggers(dict, { place: 'field', name });
  return list(lookupArray(dict, 'Kids')?.asArray(), name);
}

function nameOf(above: string, partial: string | undefined): string {
  return [above, partial].filter((part) => part).join('.');
}

function list(entries: readonly PDFObject[] | undefined, above: string): WaitingField[] {
  return entries?.map((entry) => ({ entry, above })) ?? [];
}

const ITEM_KEYS = new DictKeys(['First', 'Next', 'A']);

/** Cleans the actions of outlines (ISO 32000-1 12.3.3); the items are kept. */
export function cleanOutlines(job: CleaningJob): void {
  const outlines = lookupDict(job.file.catalog, 'Outlines');
  const waiting: (PDFObject | undefined)[] = [outlines?.get(PDFName.of('First'))];
  const met = new Set<PDFObject>();
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (item === undefined || met.has(item)) continue;
    met.add(item);
    job.removals.spend();
    waiting.push(...(linksOfHarmless(job, item) ?? cleanItem(job, item)));
  }
}

function linksOfHarmless({ file }: CleaningJob, item: PDFObject): (PDFRef | undefined)[] | undefined {
  const raw = item instanceof PDFRef ? file.walkDict(item, ITEM_KEYS) : undefined;
  if (raw === undefined || !isHarmlessAction(file, raw.get('A'))) return undefined;
  return [rawRef(raw.get('Next')), rawRef(raw.get('First'))];
}

function cleanItem({ file, actions }: CleaningJob, item: PDFObject): (PDFObject | undefined)[] {
  const dict = file.context.lookup(item);
  if (!(dict instanceof PDFDict)) return [];
  const name = readText(dict, 'Title');
  actions.clean(
    dict,
    PDFName.of('A'),
    name === undefined ? { place: 'outline' } : { place: 'outline', name },
  );
  return [dict.get(PDFName.of('Next')), dict.get(PDFName.of('First'))];
}
