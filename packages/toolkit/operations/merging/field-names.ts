import { lookupArray } from '@countersign/pdf';
import { PDFDict, PDFHexString, PDFName, PDFString } from 'pdf-lib';

/** Nodes of a field tree at most: as many as the form reader follows. */
const MAX_NODES = 200_000;
const T = PDFName.of('T');

/** A node of a field tree that has a name of its own. */
export interface NamedNode {
  readonly dict: PDFDict;
  readonly segment: string;
  readonly isRoot: boolean;
  /** Qualified names of the node, as it is. */
  readonly path: string;
}

/** All named nodes below the root fields, each once, however the tree is knotted. */
export function listNamedNodes(roots: readonly PDFDict[]): NamedNode[] {
  const seen = new Set<PDFDict>();
  const waiting = roots.map((dict) => ({ dict, prefix: '', isRoot: true })).reverse();
  const nodes: NamedNode[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { dict, prefix, isRoot } = next;
    if (seen.has(dict) || seen.size >= MAX_NODES) continue;
    seen.add(dict);
    const segment = nameOf(dict);
    const path = [prefix, segment].filter((part) => part !== undefined && part !== '').join('.');
    if (segment !== undefined) nodes.push({ dict, segment, isRoot, path });
    for (const kid of kidsOf(dict)) waiting.push({ dict: kid, prefix: path, isRoot: false });
  }
  return nodes;
}

export function setName(dict: PDFDict, name: string): void {
  dict.set(T, PDFHexString.fromText(name));
}

function nameOf(dict: PDFDict): string | undefined {
  const name = dict.lookup(T);
  return name instanceof PDFString || name instanceof PDFHexString ? name.decodeText() : undefined;
}

function kidsOf(dict: PDFDict): PDFDict[] {
  const kids = lookupArray(dict, 'Kids')?.asArray() ?? [];
  return kids.map((kid) => dict.context.lookup(kid)).filter((kid) => kid instanceof PDFDict);
}
