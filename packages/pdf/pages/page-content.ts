import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFPageLeaf,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from 'pdf-lib';
import { checkArguments, openFile, positive, shape } from '../arguments.ts';
import { PdfError } from '../errors.ts';
import type { PdfFile } from '../pdf-file.ts';
import { entriesOf } from '../pdf-lib-internals.ts';
import { SPACE } from '../read/characters.ts';
import { decodeSoundPart, decodeStream } from '../read/streams.ts';
import { deflatedStream } from '../write/serialise.ts';
import { type ContentState, readContentState } from './content-state.ts';
import type { PdfRect } from './page-box.ts';
import type { PdfPage } from './pdf-page.ts';

/** Portrait A4 in points (ISO 216: 210 x 297 mm). */
export const A4 = Object.freeze({ width: 595.28, height: 841.89 });

const ARGUMENTS = { file: openFile, size: shape({ width: positive, height: positive }) };

/** Adds an empty page after the last one, with all inheritable attributes of its own. */
export function appendBlankPage(file: PdfFile, size: { width: number; height: number } = A4): PdfPage {
  checkArguments({ file, size }, ARGUMENTS);
  const parent = file.catalog.get(PDFName.of('Pages'));
  if (!(parent instanceof PDFRef)) throw new PdfError('damaged', 'The page tree is not an indirect object');
  const box = [0, 0, size.width, size.height];
  const entries = file.context.obj({
    Type: 'Page',
    MediaBox: box,
    CropBox: box,
    Rotate: 0,
    Resources: {},
  }) as PDFDict;
  entries.set(PDFName.of('Parent'), parent);
  const page = PDFPageLeaf.fromMapWithContext(entries.asMap(), file.context, false);
  return file.appendPage(file.context.register(page), page);
}

/** Longer content is not balanced. */
const MAX_CONTENT_BYTES = 32 * 1024 * 1024;

/** Content after which the graphics state is the initial one. */
interface BalancedContent {
  readonly parts: readonly PDFObject[];
  readonly closing: string;
  /** Readers may ignore what follows. */
  readonly isSound: boolean;
  /** MuPDF shows only what comes before the first `endstream` of the original. */
  readonly endsEarly: boolean;
}

/**
 * A surplus Q becomes white space in a copy (pdfium, MuPDF and PDF.js ignore it), as does `endstream`; truncated data is cut off,
 * since it ends the page for most readers.
 */
function balanceContent(context: PDFContext, parts: readonly PDFObject[]): BalancedContent {
  const decoded = decodeParts(context, parts);
  if (decoded === undefined) return { parts, closing: '', isSound: false, endsEarly: false };
  const state = readState(decoded);
  const { surplus, closing, endsEarly = false } = state;
  const isWhole = decoded.every((part) => part.isWhole);
  const isSound = state.isSound && isWhole;
  if (surplus.length === 0 && isWhole) return { parts, closing, isSound, endsEarly };
  let start = 0;
  let next = 0;
  // A page may list one stream thousands of times.
  const copies = new Map<string, PDFObject>();
  const balanced = parts.map((part, index) => {
    const { bytes, isWhole } = decoded[index] ?? NOTHING;
    const own: number[] = [];
    // Each is in one part, ascending.
    for (; (surplus[next] ?? Number.POSITIVE_INFINITY) < start + bytes.length; next += 1)
      own.push((surplus[next] ?? 0) - start);
    start += bytes.length + 1;
    if (own.length === 0 && isWhole) return part;
    if (!(part instanceof PDFRef)) return registerBlanked(context, bytes, own);
    const key = `${part} ${own}`;
    const copy = copies.get(key) ?? registerBlanked(context, bytes, own);
    copies.set(key, copy);
    return copy;
  });
  return { parts: balanced, closing, isSound, endsEarly };
}

interface DecodedPart {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

const NOTHING: DecodedPart = { bytes: new Uint8Array(0), isWhole: true };

/** Returns undefined if the content is too long or a filter unknown. */
function decodeParts(context: PDFContext, parts: readonly PDFObject[]): DecodedPart[] | undefined {
  const decoded: DecodedPart[] = [];
  const known = new Map<PDFObject | undefined, DecodedPart>();
  let room = MAX_CONTENT_BYTES;
  for (const part of parts) {
    const stream = context.lookup(part);
    const next = known.get(stream) ?? decodePart(stream, room);
    if (next === undefined || next.bytes.length >= room) return undefined;
    known.set(stream, next);
    room -= next.bytes.length + 1;
    decoded.push(next);
  }
  return decoded;
}

function decodePart(stream: PDFObject | undefined, room: number): DecodedPart | undefined {
  if (!(stream instanceof PDFStream)) return NOTHING;
  const whole = unlessRefused(() => decodeStream(stream, room));
  if (whole !== undefined) return { bytes: whole, isWhole: true };
  const sound = unlessRefused(() => decodeSoundPart(stream, room));
  return sound && { bytes: sound, isWhole: false };
}

function unlessRefused(decode: () => Uint8Array): Uint8Array | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** The parts are joined with white space (ISO 32000-1 7.8.2). */
function readState(decoded: readonly DecodedPart[]): ContentState {
  const space = Uint8Array.of(SPACE);
  return readContentState(Buffer.concat(decoded.flatMap(({ bytes }) => [bytes, space])));
}

function registerBlanked(context: PDFContext, bytes: Uint8Array, positions: readonly number[]): PDFObject {
  const blanked = Uint8Array.from(bytes);
  for (const position of positions) blanked[position] = SPACE;
  return context.register(deflatedStream(context, blanked));
}

export type ContentResources = Readonly<Record<string, Readonly<Record<string, PDFObject>>>>;

/** Pages in q and Q, and whether readers show what follows their content. */
const WRAPPED = new WeakMap<PDFDict, Pick<BalancedContent, 'isSound' | 'endsEarly'>>();

/** Returns true if MuPDF showed less of a page than other readers before `appendPageContent`. */
export function endedEarly(page: PdfPage): boolean {
  return WRAPPED.get(page.dict)?.endsEarly === true;
}

/**
 * Draws on top of a page, in user space and the initial graphics state. The operators become a form XObject, to
 * avoid name collisions. Returns false if the page's content is so broken that readers may not show what follows.
 */
export function appendPageContent(
  file: PdfFile,
  page: PdfPage,
  operators: string | Uint8Array,
  resources: ContentResources = {},
): boolean {
  return drawForm(file, page, registerForm(file, page.geometry.mediaBox, operators, resources));
}

export interface FormPlacement {
  /** Whether the form is drawn below the present content of the page. */
  readonly isUnder?: boolean | undefined;
  /** The operand list of the artifact that the form is, such as `<</Type /Pagination>>`; undefined if it is content. */
  readonly artifact?: string | undefined;
}

/** Draws a form XObject as `appendPageContent` does; pages may share the form. */
export function drawForm(file: PdfFile, page: PdfPage, form: PDFRef, placement: FormPlacement = {}): boolean {
  const name = addPageXObject(page, form).asString();
  const { isUnder = false, artifact } = placement;
  const operators =
    artifact === undefined ? `q ${name} Do Q\n` : `/Artifact ${artifact} BDC q ${name} Do Q EMC\n`;
  const draw = registerContent(file, operators);
  const parts = listContents(page);
  if (isUnder) {
    page.dict.set(PDFName.of('Contents'), file.context.obj([draw, ...parts]));
    return true;
  }
  const known = WRAPPED.get(page.dict);
  const { parts: wrapped, isSound, endsEarly } = known ? { parts, ...known } : wrap(file, parts);
  WRAPPED.set(page.dict, { isSound, endsEarly });
  page.dict.set(PDFName.of('Contents'), file.context.obj([...wrapped, draw]));
  return isSound;
}

/** Registers a form XObject with its own resources, clipped to `bbox`. */
export function registerForm(
  file: PdfFile,
  bbox: PdfRect,
  operators: string | Uint8Array,
  resources: ContentResources,
): PDFRef {
  const { context } = file;
  const groups = Object.entries(resources).map(([category, objects]) => [
    category,
    context.obj({ ...objects }),
  ]);
  const form = deflatedStream(context, operators, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [...bbox],
    Resources: context.obj(Object.fromEntries(groups)),
  });
  return context.register(form);
}

function addPageXObject(page: PdfPage, object: PDFRef): PDFName {
  const resources = copyOwnResources(page);
  const xObjects = copyDict(resources.lookup(PDFName.of('XObject')), page);
  let number = xObjects.keys().length + 1;
  while (xObjects.has(PDFName.of(`Cs${number}`))) number += 1;
  const name = PDFName.of(`Cs${number}`);
  xObjects.set(name, object);
  resources.set(PDFName.of('XObject'), xObjects);
  return name;
}

/** Copies the resources, which may be inherited or shared. */
function copyOwnResources(page: PdfPage): PDFDict {
  const resources = copyDict(page.inherited('Resources'), page);
  page.dict.set(PDFName.of('Resources'), resources);
  return resources;
}

function copyDict(object: PDFObject | undefined, page: PdfPage): PDFDict {
  const entries = object instanceof PDFDict ? new Map(entriesOf(object)) : new Map<PDFName, PDFObject>();
  return PDFDict.fromMapWithContext(entries, page.dict.context);
}

function listContents(page: PdfPage): PDFObject[] {
  const entry = page.dict.get(PDFName.of('Contents'));
  const value = page.dict.context.lookup(entry);
  if (value instanceof PDFArray) return value.asArray();
  return value instanceof PDFStream && entry instanceof PDFRef ? [entry] : [];
}

/** Content may lack trailing white space. */
function wrap(file: PdfFile, parts: readonly PDFObject[]): Omit<BalancedContent, 'closing'> {
  // Readers ignore other items; a nested array would be one level deeper than before.
  const streams = parts.filter((part) => file.context.lookup(part) instanceof PDFStream);
  if (streams.length === 0) return { parts: streams, isSound: true, endsEarly: false };
  const balanced = balanceContent(file.context, streams);
  const end = registerContent(file, `\n${balanced.closing}Q\n`);
  const { isSound, endsEarly } = balanced;
  return { parts: [registerContent(file, 'q\n'), ...balanced.parts, end], isSound, endsEarly };
}

const REGISTERED = new WeakMap<PdfFile, Map<string, PDFRef>>();

/** Pages share equal streams, so that what is drawn on each of thousands takes one object, not four. */
function registerContent(file: PdfFile, operators: string): PDFRef {
  const registered = REGISTERED.get(file) ?? new Map<string, PDFRef>();
  REGISTERED.set(file, registered);
  const known = registered.get(operators);
  if (known !== undefined) return known;
  const bytes = Buffer.from(operators, 'latin1');
  const ref = file.context.register(PDFRawStream.of(PDFDict.withContext(file.context), bytes));
  registered.set(operators, ref);
  return ref;
}
