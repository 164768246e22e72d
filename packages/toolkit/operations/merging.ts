/** [D3-38] [D3-39]: a shared name becomes `name#2`, a shared group index a free one. */

import { statSync } from 'node:fs';
import { needsAppearances } from '@countersign/forms';
import { findAttribute, parseNameSegment } from '@countersign/forms/attributes';
import {
  DictKeys,
  decodeTextString,
  encodeTextString,
  lookupArray,
  lookupDict,
  lookupName,
  type MergeWarning,
  mergePdfsTo,
  openPdf,
  type PdfFile,
  rawName,
  requireFieldCount,
} from '@countersign/pdf';
import { stripSignatures } from '@countersign/seal';
import { PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { MAX_INPUT_BYTES, ToolkitError } from '../errors.ts';
import type { MergeReport } from '../reports.ts';
import type { MergeArgs, PdfInput } from '../requests.ts';
import { nameInput } from './reading.ts';

interface GroupIndex {
  readonly group: string;
  readonly index: number;
}

export class MergedNames {
  readonly #roots = new Set<string>();
  /**
   * The last number by name: all smaller ones are taken, as names stay. A search from 2 for each of many
   * inputs would be quadratic.
   */
  readonly #numbers = new Map<string, number>();
  readonly #indices = new Map<string, Set<number>>();

  /** Returns the new name of each segment, changed or not. */
  addInput(
    segments: readonly string[],
    roots: readonly string[],
  ): (segment: string, isRoot: boolean) => string {
    const renumber = this.#renumbering(segments);
    const rootNames = this.#distinguish(new Map(roots.map((root) => [root, renumber(root)])));
    for (const name of rootNames.values()) this.#roots.add(name);
    return (segment, isRoot) => (isRoot ? rootNames.get(segment) : undefined) ?? renumber(segment);
  }

  /** Takes no number that an earlier input has, or another field of this one. */
  #distinguish(names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const own = new Set(names.values());
    const chosen = new Map(names);
    for (const [root, name] of names) {
      if (!this.#roots.has(name)) continue;
      const distinct = this.#addNumber(name, own);
      own.add(distinct);
      chosen.set(root, distinct);
    }
    return chosen;
  }

  /** The first that is not taken, at the label, before the attributes. */
  #addNumber(name: string, own: ReadonlySet<string>): string {
    const [label = '', ...attributes] = name.split('|');
    for (let number = this.#numbers.get(name) ?? 2; ; number++) {
      const distinct = [`${label}#${number}`, ...attributes].join('|');
      if (this.#roots.has(distinct) || own.has(distinct)) continue;
      this.#numbers.set(name, number + 1);
      return distinct;
    }
  }

  #renumbering(segments: readonly string[]): (segment: string) => string {
    const chosen = new Map<string, number>();
    const own = segments.flatMap((segment) => segment.split('|').slice(1).flatMap(groupIndexOf));
    for (const group of new Set(own.map((member) => member.group))) {
      const indices = new Set(own.filter((member) => member.group === group).map(({ index }) => index));
      for (const [from, to] of this.#chooseIndices(group, indices)) chosen.set(`${group} ${from}`, to);
    }
    return (segment) =>
      segment
        .split('|')
        .map((part, index) => renumberPart(part, index, chosen))
        .join('|');
  }

  /** The next free number if an earlier input has it. */
  #chooseIndices(group: string, own: ReadonlySet<number>): Map<number, number> {
    const used = this.#indices.get(group) ?? new Set();
    let next = Math.max(0, ...used, ...own) + 1;
    const chosen = new Map<number, number>();
    for (const index of own) chosen.set(index, used.has(index) ? next++ : index);
    this.#indices.set(group, new Set([...used, ...chosen.values()]));
    return chosen;
  }
}

function groupIndexOf(part: string): GroupIndex[] {
  const attribute = parseNameSegment(`|${part}`).attributes[0];
  const group = attribute === undefined ? undefined : findAttribute(attribute.name)?.group;
  return group === undefined || attribute?.index === undefined ? [] : [{ group, index: attribute.index }];
}

function renumberPart(part: string, index: number, chosen: ReadonlyMap<string, number>): string {
  const [member] = index === 0 ? [] : groupIndexOf(part);
  if (member === undefined) return part;
  return part.replace(/\[\d+\](\s*)$/, `[${chosen.get(`${member.group} ${member.index}`)}]$1`);
}

/** Longer chains are cyclic. */
const MAX_PARENTS = 32;
const KEYS = new DictKeys(['Subtype']);
const WIDGET = 'Widget';

/** The topmost ones of widgets on the pages, each once, without `listed`. */
function findUnlistedFields(file: PdfFile, listed: readonly PDFDict[]): PDFDict[] {
  const known = new Set(listed);
  const visited = new Set<PDFObject>();
  const unlisted: PDFDict[] = [];
  for (const page of file.pages()) {
    for (const item of page.annotationItems()) {
      if (visited.has(item) || isNotWidget(file, item)) continue;
      visited.add(item);
      const top = topOf(file.context.lookup(item));
      if (top === undefined || known.has(top)) continue;
      known.add(top);
      unlisted.push(top);
    }
  }
  return unlisted;
}

/** Reads the bytes of the item, so that no object is made. */
function isNotWidget(file: PdfFile, item: PDFObject): boolean {
  const type = item instanceof PDFRef ? file.walkDict(item, KEYS)?.get('Subtype') : undefined;
  return type?.kind === 'name' && rawName(type) !== WIDGET;
}

function topOf(annotation: PDFObject | undefined): PDFDict | undefined {
  if (!(annotation instanceof PDFDict) || lookupName(annotation, 'Subtype') !== WIDGET) return undefined;
  let top = annotation;
  for (let level = 0; level < MAX_PARENTS; level++) {
    const parent = lookupDict(top, 'Parent');
    if (parent === undefined) return top;
    top = parent;
  }
  return undefined;
}

type RenamedField = MergeReport['renamedFields'][number];

interface NamedNode {
  readonly dict: PDFDict;
  readonly segment: string;
  readonly isRoot: boolean;
  /** The path is the qualified name before renaming. */
  readonly path: string;
}

const T = PDFName.of('T');

function renameFields(file: PdfFile, input: number, names: MergedNames): RenamedField[] {
  const nodes = listNamedNodes(rootFields(file));
  const roots = nodes.filter(({ isRoot }) => isRoot).map(({ segment }) => segment);
  const segments = nodes.map(({ segment }) => segment);
  const rename = names.addInput(segments, roots);
  return nodes.flatMap(({ dict, segment, isRoot, path }) => {
    const name = rename(segment, isRoot);
    if (name === segment) return [];
    dict.set(T, encodeTextString(name));
    return [{ input, from: path, to: path.slice(0, path.length - segment.length) + name }];
  });
}

/** Lists the nodes below the root fields, each once, in spite of cycles. */
function listNamedNodes(roots: readonly PDFDict[]): NamedNode[] {
  const seen = new Set<PDFDict>();
  const waiting = roots.map((dict) => ({ dict, prefix: '', isRoot: true })).reverse();
  const nodes: NamedNode[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { dict, prefix, isRoot } = next;
    if (seen.has(dict)) continue;
    seen.add(dict);
    requireFieldCount(seen.size);
    const segment = decodeTextString(dict.lookup(T));
    const path = [prefix, segment].filter((part) => part !== undefined && part !== '').join('.');
    if (segment !== undefined) nodes.push({ dict, segment, isRoot, path });
    for (const kid of dictsOf(dict, 'Kids')) waiting.push({ dict: kid, prefix: path, isRoot: false });
  }
  return nodes;
}

/** Adds the fields of unlisted widgets, which readers find on the pages. */
function rootFields(file: PdfFile): PDFDict[] {
  const form = lookupDict(file.catalog, 'AcroForm');
  const listed = form === undefined ? [] : dictsOf(form, 'Fields');
  return [...listed, ...findUnlistedFields(file, listed)];
}

function dictsOf(owner: PDFDict, key: string): PDFDict[] {
  const entries = lookupArray(owner, key)?.asArray() ?? [];
  return entries.map((entry) => owner.context.lookup(entry)).filter((entry) => entry instanceof PDFDict);
}

/**
 * /NeedAppearances applies to the whole form: if the inputs disagree, makes the appearances of those that
 * have it.
 */
async function unifyNeedAppearances(files: readonly PdfFile[]): Promise<void> {
  const asking = files.filter(needsAppearances);
  const areOthersQuiet = files.some((file) => hasFields(file) && !asking.includes(file));
  if (!areOthersQuiet || asking.length === 0) return;
  // The module loads fonts and drawing.
  const { makeAppearances } = await import('./make-appearances.ts');
  for (const file of asking) await makeAppearances(file);
}

function hasFields(file: PdfFile): boolean {
  const form = lookupDict(file.catalog, 'AcroForm');
  return form !== undefined && (lookupArray(form, 'Fields')?.size() ?? 0) > 0;
}

/** Merges without signatures. `params.input` is the index of a refused input. */
export async function merge({
  inputs,
  output,
  titles,
  maxBytes = MAX_INPUT_BYTES,
}: MergeArgs): Promise<MergeReport> {
  checkSizes(inputs, maxBytes);
  const files: PdfFile[] = [];
  try {
    for (const [index, input] of inputs.entries()) files.push(nameInput(index, () => openPdf(input)));
    return await mergeFiles(files, output, titles);
  } finally {
    for (const file of files) file.close();
  }
}

function checkSizes(inputs: readonly PdfInput[], limit: number): void {
  const bytes = inputs.reduce((sum, input) => sum + sizeOf(input), 0);
  if (bytes <= limit) return;
  const message = `the files have ${bytes} bytes together, ${limit} may be merged`;
  throw new ToolkitError('inputs_too_large', message, { bytes, limit });
}

/** Refused when it is opened. */
function sizeOf(input: PdfInput): number {
  if (typeof input !== 'string') return input.byteLength;
  return statSync(input, { throwIfNoEntry: false })?.size ?? 0;
}

/** Merges in memory: signatures are removed, fields renamed. */
async function mergeFiles(
  files: readonly PdfFile[],
  output: string,
  titles: readonly string[] | undefined,
): Promise<MergeReport> {
  const names = new MergedNames();
  const removed: MergeReport['removedSignatures'][number][] = [];
  const renamedFields = files.flatMap((file, index) =>
    nameInput(index, () => {
      const report = stripSignatures(file);
      if (report.changed) removed.push({ input: index, ...report });
      return renameFields(file, index, names);
    }),
  );
  await unifyNeedAppearances(files);
  const warnings: MergeWarning[] = [];
  const size = mergePdfsTo(output, files, {
    titles,
    onWarning: (warning) => warnings.push(warning),
  });
  const pages = files.reduce((sum, { pageCount }) => sum + pageCount, 0);
  return {
    pages,
    size,
    removedSignatures: removed,
    renamedFields,
    droppedStructures: inputsOf(warnings, 'structure_dropped'),
    differingOutputIntents: inputsOf(warnings, 'output_intents_differ'),
  };
}

function inputsOf(warnings: readonly MergeWarning[], code: MergeWarning['code']): number[] {
  return warnings.filter((warning) => warning.code === code).map(({ input }) => input);
}
