import { PDFCatalog, PDFContext, PDFDict, PDFHeader, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import {
  type ArgumentCheck,
  callback,
  checkArguments,
  either,
  exactly,
  finite,
  matching,
  optional,
  pathOrBytes,
  shape,
  text,
  toUint8Array,
} from './arguments.ts';
import { PdfError } from './errors.ts';
import { installObjectMap, LazyObjectMap } from './lazy-object-map.ts';
import { DEFAULT_LIMITS, type PdfLimits } from './limits.ts';
import { PageTree } from './pages/page-tree.ts';
import { PdfFile } from './pdf-file.ts';
import type { PdfFileParts } from './pdf-file-parts.ts';
import { entriesOf } from './pdf-lib-internals.ts';
import { type ByteSource, openBufferSource, openFileSource } from './read/byte-source.ts';
import { latin1 } from './read/characters.ts';
import { refuseDynamicXfa } from './read/count-fields.ts';
import type { DictKeys } from './read/dict-keys.ts';
import { type RawDict, walkObject } from './read/dict-walker.ts';
import { readEncryption } from './read/encryption.ts';
import { asDict, lookupDict, lookupName, nameOf } from './read/lookup.ts';
import { ObjectReader } from './read/object-reader.ts';
import { createMisplacedObjectFinder, rebuildIndex } from './read/recovery.ts';
import { type FileStructure, findHeader, readXrefChain } from './read/xref-chain.ts';
import { XrefIndex } from './read/xref-index.ts';

export interface OpenOptions {
  readonly limits?: Partial<PdfLimits>;
  /** The user's or the owner's, for a file that does not open without. */
  readonly password?: string | undefined;
}

interface Opening {
  readonly context: PDFContext;
  readonly reader: ObjectReader;
  readonly objects: LazyObjectMap;
  readonly header: string;
  readonly password: string | undefined;
}

const ROOT = PDFName.of('Root');

const BYTE_SOURCE = shape({ size: finite, read: callback, close: callback });
const SOURCE = either(BYTE_SOURCE, pathOrBytes);
/** A failed try makes an error, which took a sixth of opening a small file. */
const INPUT: ArgumentCheck = (value, at) =>
  typeof value === 'object' && value !== null && 'read' in value ? SOURCE(value, at) : pathOrBytes(value, at);
/** NaN is refused, because nothing exceeds it. */
const limit = matching('a number of at least 0', (value) => typeof value === 'number' && value >= 0);
const LIMITS = exactly(
  Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, optional(limit)])),
);
const ARGUMENTS = {
  input: INPUT,
  options: optional(exactly({ limits: optional(LIMITS), password: optional(text) })),
};

/**
 * Opens a PDF from a source, its bytes or its path. Reads the tail and the cross-reference; parses the catalog and
 * the path to the first and last page. Throws PdfError: `not_a_pdf`, `password_required`, `locked`, `damaged`,
 * `no_pages`, `xfa_not_supported`, `too_complex`, `invalid_argument`; if a path cannot be opened, the system's
 * error.
 */
export function openPdf(
  input: ByteSource | Uint8Array | ArrayBuffer | string,
  options: OpenOptions = {},
): PdfFile {
  checkArguments({ input, options }, ARGUMENTS);
  const source = toSource(input);
  try {
    return openSource(source, { ...DEFAULT_LIMITS, ...options.limits }, options.password);
  } catch (error) {
    if (typeof input === 'string') source.close();
    throw error;
  }
}

function toSource(input: ByteSource | Uint8Array | ArrayBuffer | string): ByteSource {
  if (typeof input === 'string') return openFileSource(input);
  if (input instanceof Uint8Array || input instanceof ArrayBuffer)
    return openBufferSource(toUint8Array(input));
  return input;
}

function openSource(source: ByteSource, limits: PdfLimits, password: string | undefined): PdfFile {
  if (source.size === 0) throw new PdfError('not_a_pdf', 'The file is empty', { size: 0 });
  const headerOffset = findHeader(source);
  if (headerOffset === undefined) throw new PdfError('not_a_pdf', 'No %PDF- near the start of the file');
  const opening = startOpening(source, limits, readHeaderLine(source, headerOffset), password);
  const regular = openByChain(opening, headerOffset);
  if (regular === undefined) return new PdfFile(openByRecovery(opening));
  const { misplacedCount } = opening.reader;
  if (misplacedCount === 0) return new PdfFile(regular);
  return new PdfFile(openMisplaced(opening, headerOffset, regular.pageTree.count));
}

/**
 * If the cross-reference is wrong about the first objects; kept only if it leads to pages that the rebuilt
 * one lacks.
 */
function openMisplaced(opening: Opening, headerOffset: number, pageCount: number): PdfFileParts {
  const rebuilt = unlessDamaged(() => openByRecovery(opening));
  if (rebuilt !== undefined && rebuilt.pageTree.count >= pageCount) return rebuilt;
  return openByChain(opening, headerOffset) ?? openByRecovery(opening);
}

function startOpening(
  source: ByteSource,
  limits: PdfLimits,
  header: string,
  password: string | undefined,
): Opening {
  const context = PDFContext.create();
  const reader = new ObjectReader(context, source, new XrefIndex(), limits);
  const objects = new LazyObjectMap(reader);
  reader.findMisplaced = createMisplacedObjectFinder(reader, () => objects.forgetAbsent());
  installObjectMap(context, objects);
  const [, major = '1', minor = '7'] = /(\d)\.(\d)/.exec(header) ?? [];
  context.header = PDFHeader.forVersion(Number(major), Number(minor));
  return { context, reader, objects, header, password };
}

function readHeaderLine(source: ByteSource, offset: number): string {
  return /^%PDF-\d\.\d/.exec(latin1(source.read(offset, 8)))?.[0] ?? '%PDF-1.7';
}

/** Offsets count from the header (ISO 32000-1 annex H, note 13), in some files from the first byte. */
function openByChain(opening: Opening, headerOffset: number): PdfFileParts | undefined {
  for (const base of new Set([headerOffset, 0])) {
    resetIndex(opening);
    const chain = readXrefChain(opening.reader, base);
    if (chain === undefined) continue;
    const originalTrailer = PDFDict.fromMapWithContext(new Map(entriesOf(chain.trailer)), opening.context);
    const facts = { ...chain, base, originalTrailer, header: opening.header, repaired: false };
    const parts = unlessDamaged(() => assemble(opening, facts));
    if (parts === undefined || parts.pageTree.count === 0) continue;
    // Not every reader accepts the latter.
    if (base !== headerOffset) opening.reader.noteTolerance();
    return parts;
  }
  return undefined;
}

/** Returns undefined instead of throwing `damaged`, so that another reading can be tried. */
function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError && error.code === 'damaged') return undefined;
    throw error;
  }
}

function openByRecovery(opening: Opening): PdfFileParts {
  resetIndex(opening);
  const trailer = rebuild(opening);
  if (trailer === undefined) throw new PdfError('damaged', 'The file has no objects');
  const facts = {
    kind: 'table',
    startxref: 0,
    base: 0,
    ambiguousSections: [],
    sections: [],
    header: opening.header,
    repaired: true,
  } as const;
  const parts = assemble(opening, { ...facts, trailer, originalTrailer: trailer });
  if (parts === undefined) throw new PdfError('damaged', 'No catalog with a page tree was found');
  if (parts.pageTree.count === 0) throw new PdfError('no_pages', 'The page tree has no pages');
  return parts;
}

/** Twice for an encrypted file: members of object streams are found once these can be decrypted. */
function rebuild(opening: Opening): PDFDict | undefined {
  const { reader, context } = opening;
  const trailer = rebuildIndex(reader, context);
  if (trailer === undefined) return undefined;
  decryptFrom(opening, trailer);
  return reader.encryption === undefined ? trailer : rebuildIndex(reader, context);
}

function resetIndex({ reader, objects }: Opening): void {
  reader.replaceIndex(new XrefIndex());
  reader.encryption = undefined;
  objects.clear();
}

/** Drops what was read before, if the file is encrypted. */
function decryptFrom({ reader, objects, password }: Opening, trailer: PDFDict): void {
  if (reader.encryption !== undefined) return;
  const encryption = readEncryption(trailer, password);
  if (encryption === undefined) return;
  reader.encryption = encryption;
  objects.clear();
}

/** Returns undefined without a catalog or page tree. */
function assemble(opening: Opening, structure: FileStructure): PdfFileParts | undefined {
  const { context, reader, objects } = opening;
  context.largestObjectNumber = Math.max(0, reader.index.size - 1);
  decryptFrom(opening, structure.trailer);
  const catalog = findRoot(context, structure.trailer);
  if (catalog !== undefined && structure.repaired) adoptSinglePage(catalog);
  const pages = catalog === undefined ? undefined : lookupDict(catalog, 'Pages');
  if (catalog === undefined || pages === undefined) return undefined;
  refuseDynamicXfa(catalog);
  setTrailerInfo(context, structure.trailer);
  const isListed = (ref: PDFRef): boolean => reader.index.has(ref.objectNumber);
  const walkDict = (number: number, generation: number, keys: DictKeys): RawDict | undefined =>
    objects.mayBeTouched(number) ? undefined : walkObject(reader, number, generation, keys);
  const { limits } = reader;
  const rootRef = catalog.get(nameOf('Pages'));
  const pageTree = new PageTree(
    { context, limits, isRebuilt: structure.repaired, isListed, walkDict },
    pages,
    rootRef instanceof PDFRef ? rootRef : undefined,
  );
  return { context, reader, objects, structure, catalog, pageTree };
}

/** Some writers name a page where its tree belongs; pdf.js and Poppler show that page. */
function adoptSinglePage(catalog: PDFCatalog): void {
  const ref = catalog.get(nameOf('Pages'));
  const page = lookupDict(catalog, 'Pages');
  if (!(ref instanceof PDFRef) || page === undefined || lookupName(page, 'Type') !== 'Page') return;
  const { context } = catalog;
  const tree = context.obj({ Type: 'Pages', Kids: [ref], Count: 1 });
  const parent = lookupDict(page, 'Parent');
  for (const name of INHERITABLE) {
    const value = parent?.get(nameOf(name));
    if (value !== undefined) tree.set(nameOf(name), value);
  }
  const treeRef = context.register(tree);
  page.set(nameOf('Parent'), treeRef);
  catalog.set(nameOf('Pages'), treeRef);
}

/** Pages inherit these entries (ISO 32000-1 table 30). */
const INHERITABLE = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

function findRoot(context: PDFContext, trailer: PDFDict): PDFCatalog | undefined {
  const entry = trailer.get(ROOT);
  const dict = asDict(context.lookup(entry));
  if (dict === undefined || !(entry instanceof PDFRef)) return undefined;
  if (dict instanceof PDFCatalog) return dict;
  // pdf-lib expects its own class, also without /Type.
  const catalog = PDFCatalog.fromMapWithContext(entriesOf(dict) as Map<PDFName, PDFObject>, context);
  context.assign(entry, catalog);
  return catalog;
}

function setTrailerInfo(context: PDFContext, trailer: PDFDict): void {
  const [root, info, id] = ['Root', 'Info', 'ID'].map((key) => trailer.get(nameOf(key)));
  if (root !== undefined) context.trailerInfo.Root = root;
  if (info !== undefined) context.trailerInfo.Info = info;
  if (id !== undefined) context.trailerInfo.ID = id;
}
