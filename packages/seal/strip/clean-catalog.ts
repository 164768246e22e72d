import { decodeTextString, lookupArray, lookupDict, lookupName } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFRef, PDFStream } from 'pdf-lib';
import { readText } from '../fields/signature-fields.ts';
import { type ActiveKind, classifyUnlabelledAction, isWebBase, KIND_OF_ANNOTATION } from './actions.ts';
import type { CleaningJob, ContentLocation } from './cleaning-job.ts';
import { directDicts, listDocumentParts, SEARCHED_NAMES } from './document-parts.ts';

/** An entry of a name tree (ISO 32000-1 7.9.6). */
interface NamedEntry {
  readonly name: string;
  readonly value: PDFDict | undefined;
}

function* readNameTree(job: CleaningJob, names: PDFDict, key: string): Generator<NamedEntry> {
  const waiting = [lookupDict(names, key)];
  const met = new Set<PDFDict>();
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (node === undefined || met.has(node)) continue;
    met.add(node);
    job.removals.spend();
    yield* readEntries(job, node);
    const kids = lookupArray(node, 'Kids');
    for (let index = (kids?.size() ?? 0) - 1; index >= 0; index--) {
      const kid = kids?.lookup(index);
      if (kid instanceof PDFDict) waiting.push(kid);
    }
  }
}

function* readEntries(job: CleaningJob, node: PDFDict): Generator<NamedEntry> {
  const entries = lookupArray(node, 'Names');
  for (let index = 0; entries && index + 1 < entries.size(); index += 2) {
    job.removals.spend();
    const value = entries.lookup(index + 1);
    yield {
      name: decodeTextString(entries.lookup(index)) ?? '',
      value: value instanceof PDFDict ? value : undefined,
    };
  }
}

const OPEN = PDFName.of('OpenAction');
const XFA = PDFName.of('XFA');
const DOCUMENT = { place: 'document' } as const;

/** These actions only set the view. */
const VIEWS: ReadonlySet<string> = new Set(['GoTo', 'GoToDp']);

const ACTIVE_TREES: Readonly<Record<string, ActiveKind>> = {
  JavaScript: 'javascript',
  Renditions: 'media',
  AlternatePresentations: 'media',
};

export function cleanCatalog(job: CleaningJob): void {
  const { catalog } = job.file;
  cleanOpenAction(job);
  job.actions.cleanTriggers(catalog, DOCUMENT);
  const names = lookupDict(catalog, 'Names');
  if (names) cleanNames(job, names);
  cleanForm(job);
  cleanBase(job);
  job.removeAssociated(catalog, DOCUMENT);
  // A portfolio shows its attachments instead of the pages (7.11.6).
  if (!job.options.keepAttachments && catalog.has(PDFName.of('Collection'))) {
    job.removals.note('attachment', DOCUMENT);
    catalog.delete(PDFName.of('Collection'));
  }
}

function cleanOpenAction({ file: { catalog }, actions, removals }: CleaningJob): void {
  actions.clean(catalog, OPEN, DOCUMENT);
  const left = catalog.lookup(OPEN);
  if (!(left instanceof PDFDict) || VIEWS.has(lookupName(left, 'S') ?? '')) return;
  removals.note('open_action', DOCUMENT);
  catalog.delete(OPEN);
}

/** A base URI (12.6.4.7) would turn relative addresses into file paths. */
function cleanBase({ file: { catalog }, removals }: CleaningJob): void {
  const addresses = lookupDict(catalog, 'URI');
  const base = addresses && readText(addresses, 'Base');
  if (base === undefined || isWebBase(base)) return;
  removals.note('launch', DOCUMENT);
  catalog.delete(PDFName.of('URI'));
}

/** XFA (12.7.8) replaces the pages in some readers. */
function cleanForm({ file, removals }: CleaningJob): void {
  const form = lookupDict(file.catalog, 'AcroForm');
  if (form === undefined || !form.has(XFA)) return;
  removals.note('xfa', DOCUMENT);
  form.delete(XFA);
}

function cleanNames(job: CleaningJob, names: PDFDict): void {
  for (const [key, kind] of Object.entries(ACTIVE_TREES)) cleanTree(job, names, key, kind);
  if (!job.options.keepAttachments) cleanTree(job, names, 'EmbeddedFiles', 'attachment');
  if (names.keys().length === 0 && job.removals.count > 0) job.file.catalog.delete(PDFName.of('Names'));
}

/** Trees without entries stay, so that harmless files are not rewritten. */
function cleanTree(job: CleaningJob, names: PDFDict, key: string, kind: ActiveKind): void {
  const before = job.removals.count;
  for (const { name, value } of readNameTree(job, names, key)) {
    job.removals.note(kind, { ...DOCUMENT, name });
    if (value) job.removals.erased.add(value);
  }
  if (job.removals.count > before) names.delete(PDFName.of(key));
}

const ELSEWHERE = { place: 'elsewhere' } as const;
const STRUCTURE = { place: 'structure' } as const;
const EMBEDDED = PDFName.of('EmbeddedFile');
const FILES = PDFName.of('EF');
const TYPE = PDFName.of('Type');
const FORM = PDFName.of('Form');
const IMAGE = PDFName.of('Image');
const SUBTYPE = PDFName.of('Subtype');
const PROXY = PDFName.of('Ref');
const ALTERNATES = PDFName.of('Alternates');
const SUBTYPE2 = PDFName.of('Subtype2');
const POSTSCRIPT = PDFName.of('PS');
const EMPTY_FORM = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 0, 0] };
const FILE = PDFName.of('F');
const FILTER = PDFName.of('Filter');
const EXTERNAL_DATA = [FILE, PDFName.of('FFilter'), PDFName.of('FDecodeParms')];

/**
 * Other walks do not reach them but a rewrite would keep them, such as scripts of unlisted pages. Returns the
 * optional content memberships found (ISO 32000-1 8.11.2.2).
 */
export function cleanRemainingObjects(job: CleaningJob): ReadonlySet<PDFDict> {
  const search = new RemainingObjects(job);
  // Removed objects may have been the only reference to others.
  while (search.cleanOnce()) job.eraseRemoved();
  return search.memberships;
}

class RemainingObjects {
  readonly memberships = new Set<PDFDict>();
  readonly #job: CleaningJob;
  readonly #kept: ReadonlySet<PDFDict>;

  constructor(job: CleaningJob) {
    this.#job = job;
    this.#kept = listDocumentParts(job.file);
  }

  cleanOnce(): boolean {
    const { file, removals } = this.#job;
    const before = removals.count;
    const refs = file.findReachableNamed(SEARCHED_NAMES);
    for (const ref of refs) {
      for (const dict of directDicts(file.context.lookup(ref))) {
        removals.spend();
        this.#clean(dict);
      }
      this.#cleanStream(ref);
    }
    if (removals.count === before) for (const ref of refs) this.#cleanFile(ref);
    return removals.count > before;
  }

  #clean(dict: PDFDict): void {
    const { removals } = this.#job;
    if (removals.erased.has(dict)) return;
    const location = locationOf(dict);
    if (lookupName(dict, 'Type') === 'OCMD') this.memberships.add(dict);
    // Usage rights have an array under the same key (12.8.2.3).
    const hasFiles = dict.lookup(FILES) instanceof PDFDict;
    if (hasFiles && !this.#job.options.keepAttachments) this.#job.removeFile(dict, location);
    this.#job.removeAssociated(dict, location);
    this.#cleanReplacements(dict);
    const kind = this.#kept.has(dict)
      ? undefined
      : (classifyUnlabelledAction(dict) ?? this.#kindOfAnnotation(dict));
    if (kind === undefined) return;
    this.#note(kind, dict);
    removals.erased.add(dict);
  }

  #note(kind: ActiveKind, dict: PDFDict): void {
    const { removals } = this.#job;
    const specification = kind === 'attachment' ? lookupDict(dict, 'FS') : undefined;
    if (specification === undefined) removals.note(kind, locationOf(dict));
    else if (!removals.erased.has(specification)) this.#job.removeFile(specification, locationOf(dict));
  }

  #kindOfAnnotation(dict: PDFDict): ActiveKind | undefined {
    if (!dict.has(PDFName.of('Rect'))) return undefined;
    const kind = KIND_OF_ANNOTATION.get(lookupName(dict, 'Subtype') ?? '');
    return kind === 'attachment' && this.#job.options.keepAttachments ? undefined : kind;
  }

  /** Cleans reference XObjects (8.10.4) and alternate images for printing (8.9.5.4). */
  #cleanReplacements(dict: PDFDict): void {
    if (dict.get(SUBTYPE) === FORM && lookupDict(dict, 'Ref') !== undefined) {
      this.#job.removals.note('external_content', ELSEWHERE);
      dict.delete(PROXY);
    }
    if (dict.get(SUBTYPE) !== IMAGE || !dict.has(ALTERNATES)) return;
    this.#job.removals.note('visibility', ELSEWHERE);
    dict.delete(ALTERNATES);
  }

  /** Cleans data in another file (7.3.8.2), and PostScript that only printers run (8.8.2). */
  #cleanStream(ref: PDFRef): void {
    const { context } = this.#job.file;
    const stream = context.lookup(ref);
    if (!(stream instanceof PDFStream)) return;
    const { dict } = stream;
    if (isExternal(dict)) {
      this.#job.removals.note('external_content', ELSEWHERE);
      for (const key of EXTERNAL_DATA) dict.delete(key);
    }
    const isPostScript = dict.get(SUBTYPE) === POSTSCRIPT;
    if (!isPostScript && dict.get(SUBTYPE2) !== POSTSCRIPT) return;
    this.#job.removals.note('postscript', ELSEWHERE);
    if (isPostScript) context.assign(ref, context.stream('', EMPTY_FORM));
    else for (const key of [SUBTYPE2, POSTSCRIPT]) dict.delete(key);
  }

  /** Cleans a file that is referred to without its specification. */
  #cleanFile(ref: PDFRef): void {
    const { file, options, removals } = this.#job;
    const stream = file.context.lookup(ref);
    if (options.keepAttachments || !(stream instanceof PDFStream) || stream.dict.get(TYPE) !== EMBEDDED)
      return;
    removals.note('attachment', ELSEWHERE);
    file.context.delete(ref);
  }
}

/** Readers take a name or names under /F for an abbreviated /Filter. */
function isExternal(dict: PDFDict): boolean {
  const file = dict.lookup(FILE);
  if (file === undefined) return false;
  const isFilter = file instanceof PDFName || file instanceof PDFArray;
  return !isFilter || dict.has(FILTER);
}

function locationOf(dict: PDFDict): ContentLocation {
  const isElement = dict.has(PDFName.of('S')) && dict.has(PDFName.of('P'));
  return isElement ? STRUCTURE : ELSEWHERE;
}
