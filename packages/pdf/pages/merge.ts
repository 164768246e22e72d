import { PDFDict, PDFName, PDFRef } from 'pdf-lib';
import {
  callback,
  checkArguments,
  finite,
  listOf,
  openFile,
  optional,
  path as pathArgument,
  shape,
  text,
} from '../arguments.ts';
import { PdfError } from '../errors.ts';
import { entriesOf } from '../lazy-object-map.ts';
import type { PdfFile } from '../pdf-file.ts';
import { GatheredWrites } from '../write/gathered-writes.ts';
import { PdfBytes } from '../write/pdf-bytes.ts';
import type { Segment } from '../write/segment.ts';
import { writeWhole } from '../write/whole-file.ts';
import { FileMover } from './file-mover.ts';
import { JoinedCatalog } from './merge-catalog.ts';
import { type InputDestinations, listDestinations } from './merge-destinations.ts';
import { mergeForms, type RenameField, renameByNumber } from './merge-forms.ts';
import { type MoveRules, noRules } from './merge-rules.ts';
import { type InputStructure, listStructures } from './merge-structure.ts';
import { MergedFile, type MergeOutput, NEW_PARENT } from './merged-file.ts';
import type { PdfPage } from './pdf-page.ts';

/** What could not be kept of an input, by its position from 0. */
export interface MergeWarning {
  /**
   * `structure_dropped`: its structure tree uses a role or class otherwise than that of an earlier input.
   * `output_intents_differ`: the output intents of the first input that has some now hold for its pages; its own are others,
   * or it has none.
   */
  readonly code: 'structure_dropped' | 'output_intents_differ';
  readonly input: number;
}

/** What a merge may be asked to do differently. */
export interface MergeOptions {
  /** Names for fields whose name an earlier input has; `name#2` by default. */
  readonly renameField?: RenameField;
  /** What the outline calls each input; by default the title that it has, or its place from 1. */
  readonly titles?: readonly string[];
  /**
   * Of an input with so many object numbers the plain objects are copied as bytes, for which its objects are all looked at
   * beforehand; 1,000 by default. The result means the same.
   */
  readonly copiesFrom?: number;
  /** Told what could not be kept. */
  readonly onWarning?: (warning: MergeWarning) => void;
}

const ARGUMENTS = {
  files: listOf(openFile),
  options: shape({
    renameField: optional(callback),
    titles: optional(listOf(text)),
    copiesFrom: optional(finite),
    onWarning: optional(callback),
  }),
};

/** Below, it takes longer to look for plain objects than to make them all. */
const COPIES_FROM = 1000;

const INHERITABLE = ['MediaBox', 'CropBox', 'Rotate', 'Resources'].map(
  (key) => [key, PDFName.of(key)] as const,
);
const PARENT = PDFName.of('Parent');

/**
 * Joins files into a new one: pages in order, what they inherited written into them, all forms in one AcroForm with
 * equal names made different, streams copied as they are. Outlines stand under one entry for each input; destinations,
 * page labels, layers, attachments and structure trees are joined, output intents are those of the first input with some. The inputs must not be closed before the result is
 * made and stay as they were. With object streams when one of the inputs has some. Signatures cannot stay valid;
 * actions and scripts of the document, its description (/Info, /Metadata) and its view settings are not taken over.
 * A PdfError about one input has its position in `params.input`, from 0.
 */
export function mergePdfs(files: readonly PdfFile[], options: MergeOptions = {}): PdfBytes {
  checkArguments({ files, options }, ARGUMENTS);
  const segments: Segment[] = [];
  join(files, options, { take: (segment) => segments.push(segment), isTakenAtOnce: false });
  return new PdfBytes(segments);
}

/**
 * The same to a file, which appears at once and whole and may be one of the inputs; answers its size. What is written is
 * not held in memory before.
 */
export function mergePdfsTo(path: string, files: readonly PdfFile[], options: MergeOptions = {}): number {
  checkArguments({ path, files, options }, { path: pathArgument, ...ARGUMENTS });
  return writeWhole(path, (descriptor) => {
    const writes = new GatheredWrites(descriptor);
    const size = join(files, options, { take: (segment) => writes.add(segment), isTakenAtOnce: true });
    writes.flush();
    return size;
  });
}

/** Answers the size of the new file. */
function join(files: readonly PdfFile[], options: MergeOptions, output: MergeOutput): number {
  const isPacking = files.some((file) => file.usesObjectStreams);
  const merged = new MergedFile(versionOf(files), isPacking, output);
  const { copiesFrom = COPIES_FROM } = options;
  const movers = files.map((file, position) => new FileMover(file, merged, position, copiesFrom));
  const structures = listStructures(movers);
  const destinations = listDestinations(movers);
  for (const [index, mover] of movers.entries()) {
    if (structures[index]?.isDropped) options.onWarning?.({ code: 'structure_dropped', input: index });
    mover.follow(makeRules(mover, structures[index], destinations[index]));
  }
  const pages = movers.flatMap((mover) => mover.named(() => movePages(mover)));
  if (pages.length === 0) throw new PdfError('no_pages', 'There is no page to merge');
  const form = mergeForms(movers, options.renameField ?? renameByNumber);
  const catalog = new JoinedCatalog(merged, movers);
  catalog.addStructures(structures);
  catalog.addDestinations(destinations);
  for (const input of catalog.addOutputIntents())
    options.onWarning?.({ code: 'output_intents_differ', input });
  catalog.addOthers(options.titles);
  merged.finish(pages, form, catalog.entries);
  return merged.writer.position;
}

/** What is new in PDF 2.0 (namespaces of structure elements, output intents of a page) belongs into files of that version. */
function versionOf(files: readonly PdfFile[]): string {
  return files.some(({ version }) => version >= '2.0') ? '2.0' : '1.7';
}

function makeRules(
  { file }: FileMover,
  structure: InputStructure | undefined,
  destinations: InputDestinations | undefined,
): MoveRules {
  const unchanged = noRules(file.context);
  const { offset = 0, keyCount = 0 } = structure ?? {};
  return {
    ...unchanged,
    destinationStrings: destinations?.newStrings ?? unchanged.destinationStrings,
    destinationNames: destinations?.newNames ?? unchanged.destinationNames,
    elementIds: structure?.newIds ?? unchanged.elementIds,
    structParent: (key) => (key >= 0 && key < keyCount ? key + offset : undefined),
    dropsStructure: structure?.root === undefined,
    pageAt: (index) => (index >= 0 && index < file.pageCount ? file.page(index).ref : undefined),
  };
}

function movePages(mover: FileMover): PDFRef[] {
  const pages = [...mover.file.pages()];
  for (const page of pages) mover.override(page.ref, copyPage(page, mover));
  return pages.flatMap((page) => mover.translate(page.ref) ?? []);
}

/** The page with everything that it inherited. What is its own already is not looked up to see whether it is there. */
function copyPage(page: PdfPage, mover: FileMover): PDFDict {
  const entries = new Map(entriesOf(page.dict));
  for (const [key, name] of INHERITABLE) {
    const own = entries.get(name);
    if (own instanceof PDFRef && mover.leadsToPlain(own)) continue;
    const value = page.inheritedEntry(key);
    if (value !== undefined) entries.set(name, value);
  }
  entries.set(PDFName.of('Type'), PDFName.of('Page'));
  entries.set(PARENT, NEW_PARENT);
  return PDFDict.fromMapWithContext(entries, page.dict.context);
}
