import { lookupDict, lookupName } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFRef, PDFStream } from 'pdf-lib';
import { directDicts } from '../direct-dicts.ts';
import { listDocumentParts } from '../document-parts.ts';
import { SEARCHED_NAMES } from '../searched-names.ts';
import { type ActiveKind, classifyUnlabelledAction, KIND_OF_ANNOTATION } from './action-rules.ts';
import type { CleaningJob } from './cleaning-job.ts';
import type { ContentLocation } from './removals.ts';

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

  /** Reference XObjects (8.10.4) and alternate images for printing (8.9.5.4). */
  #cleanReplacements(dict: PDFDict): void {
    if (dict.get(SUBTYPE) === FORM && lookupDict(dict, 'Ref') !== undefined) {
      this.#job.removals.note('external_content', ELSEWHERE);
      dict.delete(PROXY);
    }
    if (dict.get(SUBTYPE) !== IMAGE || !dict.has(ALTERNATES)) return;
    this.#job.removals.note('visibility', ELSEWHERE);
    dict.delete(ALTERNATES);
  }

  /** Data in another file (7.3.8.2), and PostScript that only printers run (8.8.2). */
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

  /** Referred to without its specification. */
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
