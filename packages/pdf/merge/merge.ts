import { PDFDict, PDFName, PDFRef } from 'pdf-lib';
import {
  callback,
  checkArguments,
  exactly,
  finite,
  listOf,
  matching,
  openFile,
  optional,
  path as pathArgument,
  text,
} from '../arguments.ts';
import { PdfError } from '../errors.ts';
import type { PdfPage } from '../pages/pdf-page.ts';
import type { PdfFile } from '../pdf-file.ts';
import { entriesOf } from '../pdf-lib-internals.ts';
import { refuseLocked } from '../read/encryption.ts';
import { GatheredWrites, PdfBytes, type Segment, writeWhole } from '../write/pdf-bytes.ts';
import { JoinedCatalog } from './catalog.ts';
import { FileMover } from './file-mover.ts';
import { mergeForms } from './forms.ts';
import { MergedFile, type MergeOutput, NEW_PARENT } from './merged-file.ts';
import { type InputDestinations, listDestinations } from './navigation.ts';
import { type RenameField, renameByNumber } from './root-fields.ts';
import { type MoveRules, noRules } from './rules.ts';
import { type InputStructure, listStructures } from './structure.ts';

/** What was lost of an input, by its index from 0. */
export interface MergeWarning {
  /**
   * `structure_dropped` means that roles or classes contradict an earlier input's, and `output_intents_differ`
   * that the pages had other output intents, or none.
   */
  readonly code: 'structure_dropped' | 'output_intents_differ';
  readonly input: number;
}

export interface MergeOptions {
  /**
   * Chooses names for fields whose name is taken; `name#2` by default. `distinct` means that none is: the names are not
   * compared.
   */
  readonly renameField?: RenameField | 'distinct';
  /** The outline titles of the inputs. The default is the file's title, or its number from 1. */
  readonly titles?: readonly string[] | undefined;
  /** Number of objects from which those of an input are copied as bytes; 1,000 by default. */
  readonly copiesFrom?: number;
  readonly onWarning?: (warning: MergeWarning) => void;
}

const renaming = matching(
  "a function or 'distinct'",
  (value) => typeof value === 'function' || value === 'distinct',
);
const ARGUMENTS = {
  files: listOf(openFile),
  options: exactly({
    renameField: optional(renaming),
    titles: optional(listOf(text)),
    copiesFrom: optional(finite),
    onWarning: optional(callback),
  }),
};

/** Below this, the search takes longer than parsing all. */
const COPIES_FROM = 1000;

const INHERITABLE = ['MediaBox', 'CropBox', 'Rotate', 'Resources'].map(
  (key) => [key, PDFName.of(key)] as const,
);
const PARENT = PDFName.of('Parent');

/**
 * Joins files into a new one: pages, forms, outlines, destinations, page labels, layers, attachments and structure
 * trees. View settings, and where the file opens, are those of the first input. Signatures become invalid; document
 * actions, scripts, /Info and /Metadata are dropped.
 * Keep the inputs open until the result is written. A PdfError about one input has its index from 0 in
 * `params.input`.
 */
export function mergePdfs(files: readonly PdfFile[], options: MergeOptions = {}): PdfBytes {
  checkArguments({ files, options }, ARGUMENTS);
  const segments: Segment[] = [];
  join(files, options, { sink: (segment) => segments.push(segment), isConsumedAtOnce: false });
  return new PdfBytes(segments);
}

/** Merges as `mergePdfs` does, and writes atomically without holding the file in memory. Returns its size. */
export function mergePdfsTo(path: string, files: readonly PdfFile[], options: MergeOptions = {}): number {
  checkArguments({ path, files, options }, { path: pathArgument, ...ARGUMENTS });
  return writeWhole(path, (descriptor) => {
    const writes = new GatheredWrites(descriptor);
    const size = join(files, options, { sink: (segment) => writes.add(segment), isConsumedAtOnce: true });
    writes.flush();
    return size;
  });
}

function join(files: readonly PdfFile[], options: MergeOptions, output: MergeOutput): number {
  const isPacking = files.some((file) => file.usesObjectStreams);
  const merged = new MergedFile(versionOf(files), isPacking, output);
  const { copiesFrom = COPIES_FROM } = options;
  const movers = files.map((file, position) => new FileMover(file, merged, position, copiesFrom));
  for (const mover of movers)
    mover.withInputIndex(() => refuseLocked(mover.file.trailer, mover.file.encryption));
  const structures = listStructures(movers);
  const destinations = listDestinations(movers);
  for (const [index, mover] of movers.entries()) {
    if (structures[index]?.isDropped) options.onWarning?.({ code: 'structure_dropped', input: index });
    mover.follow(makeRules(mover, structures[index], destinations[index]));
  }
  const pages = movers.flatMap((mover) => mover.withInputIndex(() => movePages(mover)));
  if (pages.length === 0) throw new PdfError('no_pages', 'No pages to merge');
  const form = mergeForms(movers, options.renameField ?? renameByNumber);
  const catalog = new JoinedCatalog(merged, movers);
  catalog.addStructures(structures);
  catalog.addDestinations(destinations);
  for (const input of catalog.addOutputIntents())
    options.onWarning?.({ code: 'output_intents_differ', input });
  catalog.addOthers(options.titles);
  catalog.addOpening();
  merged.finish(pages, form, catalog.entries);
  return merged.writer.position;
}

/** Structure namespaces and output intents of a page need PDF 2.0. */
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

function copyPage(page: PdfPage, mover: FileMover): PDFDict {
  const entries = new Map(entriesOf(page.dict));
  for (const [key, name] of INHERITABLE) {
    const own = entries.get(name);
    if (own instanceof PDFRef && mover.canMoveAsBytes(own)) continue;
    const value = page.inheritedEntry(key);
    if (value !== undefined) entries.set(name, value);
  }
  entries.set(PDFName.of('Type'), PDFName.of('Page'));
  entries.set(PARENT, NEW_PARENT);
  return PDFDict.fromMapWithContext(entries, page.dict.context);
}
