import {
  decodeTextString,
  encodeTextString,
  lookupArray,
  lookupDict,
  type PdfFile,
  requireFieldCount,
} from '@countersign/pdf';
import { PDFDict, PDFName } from 'pdf-lib';
import type { MergeReport } from '../../pdf-toolkit.ts';
import { findUnlistedFields } from './find-unlisted-fields.ts';
import type { MergedNames } from './merged-names.ts';

type RenamedField = MergeReport['renamedFields'][number];

interface NamedNode {
  readonly dict: PDFDict;
  readonly segment: string;
  readonly isRoot: boolean;
  /** Qualified, before renaming. */
  readonly path: string;
}

const T = PDFName.of('T');

export function renameFields(file: PdfFile, input: number, names: MergedNames): RenamedField[] {
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

/** Below the root fields, each once, in spite of cycles. */
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

/** Also those of unlisted widgets, which readers find on the pages. */
function rootFields(file: PdfFile): PDFDict[] {
  const form = lookupDict(file.catalog, 'AcroForm');
  const listed = form === undefined ? [] : dictsOf(form, 'Fields');
  return [...listed, ...findUnlistedFields(file, listed)];
}

function dictsOf(owner: PDFDict, key: string): PDFDict[] {
  const entries = lookupArray(owner, key)?.asArray() ?? [];
  return entries.map((entry) => owner.context.lookup(entry)).filter((entry) => entry instanceof PDFDict);
}
