import { lookupDict, PdfError, type PdfFile } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { readText } from '../fields/signature-fields.ts';
import { type ActiveKind, classifyAction } from './actions.ts';
import { listDocumentParts } from './document-parts.ts';

/**
 * The location of removed content. `elsewhere` means that only other objects refer to it, such as images or
 * unlisted pages.
 */
export interface ContentLocation {
  readonly place: 'document' | 'page' | 'annotation' | 'field' | 'outline' | 'structure' | 'elsewhere';
  /** The index from 0 of the page, for pages and annotations. */
  readonly page?: number;
  /** The name of the field, outline item, script or attached file, if given. */
  readonly name?: string;
}

export interface RemovedContent extends ContentLocation {
  readonly kind: ActiveKind;
  readonly count: number;
}

export const MAX_LISTED = 1_000;

/** The largest real files need a tenth of these steps. */
const MAX_STEPS = 2_000_000;

class Removals {
  /** Emptied at the end, so that nothing refers to their scripts and media. */
  readonly erased = new Set<PDFDict>();
  readonly #lines = new Map<string, RemovedContent>();
  #count = 0;
  #steps = 0;

  get count(): number {
    return this.#count;
  }

  get lines(): readonly RemovedContent[] {
    return [...this.#lines.values()];
  }

  note(kind: ActiveKind, location: ContentLocation): void {
    this.#count += 1;
    const key = JSON.stringify([kind, location.place, location.page, location.name]);
    const line = this.#lines.get(key);
    if (line === undefined && this.#lines.size >= MAX_LISTED) return;
    this.#lines.set(key, { kind, ...location, count: (line?.count ?? 0) + 1 });
  }

  /** Throws `too_complex`. */
  spend(): void {
    this.#steps += 1;
    if (this.#steps <= MAX_STEPS) return;
    const params = { limit: 'actions', value: MAX_STEPS };
    throw new PdfError('too_complex', `The file exceeds the limit "actions" of ${MAX_STEPS}`, params);
  }
}

const NEXT = PDFName.of('Next');

/** What does more than navigate, also from chains (/Next). */
class ActionCleaner {
  readonly #removals: Removals;
  readonly #cleaned = new Set<PDFDict>();

  constructor(removals: Removals) {
    this.#removals = removals;
  }

  /** The next harmless action of the chain replaces a removed one, so that links keep their target. */
  clean(owner: PDFDict, key: PDFName, location: ContentLocation): void {
    const entry = owner.get(key);
    if (!(owner.context.lookup(entry) instanceof PDFDict)) return;
    const [kept] = this.#cleanChain(owner, entry, location);
    if (kept === undefined) owner.delete(key);
    else if (kept !== entry) owner.set(key, kept);
  }

  /** Cleans additional actions (12.6.3). Deletes the dictionary if it becomes empty. */
  cleanTriggers(owner: PDFDict, location: ContentLocation): void {
    const triggers = lookupDict(owner, 'AA');
    if (triggers === undefined || triggers.keys().length === 0) return;
    for (const trigger of triggers.keys()) this.clean(triggers, trigger, location);
    if (triggers.keys().length === 0) owner.delete(PDFName.of('AA'));
  }

  /** Returns the remaining first actions. Iterative, since chains may be long or cyclic. */
  #cleanChain(owner: PDFDict, entry: PDFObject | undefined, location: ContentLocation): PDFObject[] {
    const removed = new Set<PDFDict>();
    const top = this.#expand(owner, entry, removed);
    const waiting = dictsOf(owner, top);
    for (let action = waiting.pop(); action !== undefined; action = waiting.pop()) {
      if (this.#cleaned.has(action)) continue;
      this.#cleaned.add(action);
      if (!action.has(NEXT)) continue;
      const next = this.#expand(action, action.get(NEXT), removed);
      setNext(action, next);
      for (const follower of dictsOf(action, next)) waiting.push(follower);
    }
    for (const action of removed) this.#removals.note(classifyAction(action) ?? 'other_action', location);
    return top;
  }

  #expand(owner: PDFDict, entry: PDFObject | undefined, removed: Set<PDFDict>): PDFObject[] {
    const kept: PDFObject[] = [];
    const met = new Set<PDFDict>();
    const waiting = entriesOf(owner, entry);
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
      this.#removals.spend();
      const action = owner.context.lookup(item);
      if (!(action instanceof PDFDict) || met.has(action)) continue;
      met.add(action);
      const kind = classifyAction(action);
      if (kind === undefined) kept.push(item);
      else {
        removed.add(action);
        // A stale reference may lead to something else.
        if (kind !== 'other_action') this.#removals.erased.add(action);
        for (const follower of entriesOf(action, action.get(NEXT))) waiting.push(follower);
      }
    }
    return kept;
  }
}

function entriesOf(owner: PDFDict, entry: PDFObject | undefined): PDFObject[] {
  const value = owner.context.lookup(entry);
  if (value instanceof PDFArray) return value.asArray().toReversed();
  return entry === undefined ? [] : [entry];
}

function dictsOf(owner: PDFDict, entries: readonly PDFObject[]): PDFDict[] {
  return entries.map((entry) => owner.context.lookup(entry)).filter((item) => item instanceof PDFDict);
}

/** Harmless files are not rewritten. */
function setNext(action: PDFDict, next: readonly PDFObject[]): void {
  const before = entriesOf(action, action.get(NEXT)).toReversed();
  if (before.length === next.length && before.every((entry, index) => entry === next[index])) return;
  const [first, ...more] = next;
  if (first === undefined) action.delete(NEXT);
  else action.set(NEXT, more.length === 0 ? first : action.context.obj([...next]));
}

export interface ActiveContentOptions {
  readonly keepAttachments?: boolean;
}

export class CleaningJob {
  readonly file: PdfFile;
  readonly options: ActiveContentOptions;
  readonly removals = new Removals();
  readonly actions = new ActionCleaner(this.removals);

  constructor(file: PdfFile, options: ActiveContentOptions) {
    this.file = file;
    this.options = options;
  }

  /** 7.11.3, even if others refer to the files. */
  removeFile(specification: PDFDict | undefined, location: ContentLocation): void {
    const name = specification && (readText(specification, 'UF') ?? readText(specification, 'F'));
    this.removals.note('attachment', name === undefined ? location : { ...location, name });
    if (specification?.has(PDFName.of('EF'))) this.removals.erased.add(specification);
  }

  /**
   * Structure elements and replies may still refer to them. Keeps the catalog and pages, even if the file
   * uses them as actions.
   */
  eraseRemoved(): void {
    const kept = listDocumentParts(this.file);
    for (const dict of this.removals.erased) {
      if (!kept.has(dict)) for (const key of dict.keys()) dict.delete(key);
    }
  }

  /** Removes associated files (ISO 32000-2 14.13). */
  removeAssociated(owner: PDFDict, location: ContentLocation): void {
    const key = PDFName.of('AF');
    if (this.options.keepAttachments || !owner.has(key)) return;
    const value = owner.lookup(key);
    const entries = value instanceof PDFArray ? value.asArray() : [value];
    const files = entries
      .map((entry) => owner.context.lookup(entry))
      .filter((file) => file instanceof PDFDict);
    for (const file of files) {
      this.removals.spend();
      if (!this.removals.erased.has(file)) this.removeFile(file, location);
    }
    if (files.length > 0) owner.delete(key);
  }
}
