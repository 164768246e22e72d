import { type PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { lookupArray, lookupDict, lookupNumber } from '../read/lookup.ts';

const KIDS = PDFName.of('Kids');
const PARENT = PDFName.of('Parent');
const PAGE = PDFName.of('Page');
const PAGES = PDFName.of('Pages');
const TYPE = PDFName.of('Type');

export function kidAt(kids: PDFArray, position: number): PDFDict | undefined {
  const isInside = position >= 0 && position < kids.size();
  const kid: PDFObject | undefined = isInside ? kids.lookup(position) : undefined;
  return kid instanceof PDFDict ? kid : undefined;
}

/** A stray /Kids does not matter. */
export function isNode(dict: PDFDict): boolean {
  const type = dict.lookup(TYPE);
  if (type === PAGE) return false;
  return type === PAGES || dict.has(KIDS);
}

/** Poppler inherits from the node, PDF.js and PDFium from /Parent. Returns whether /Parent changed. */
export function alignParent(kids: PDFArray, position: number, nodeRef: PDFRef | undefined): boolean {
  const kid = kidAt(kids, position);
  if (kid === undefined || nodeRef === undefined || kid.get(PARENT) === nodeRef) return false;
  const parent = lookupDict(kid, 'Parent');
  if (parent !== undefined && parent === kid.context.lookup(nodeRef)) return false;
  const siblings = parent && lookupArray(parent, 'Kids');
  if (siblings !== undefined && siblings.indexOf(kids.get(position)) !== undefined) return false;
  kid.set(PARENT, nodeRef);
  return true;
}

export function countOf(node: PDFDict): number {
  const count = lookupNumber(node, 'Count') ?? 0;
  return Number.isInteger(count) && count > 0 ? count : 0;
}

function sizeOf(kid: PDFDict): number {
  return isNode(kid) ? countOf(kid) : 1;
}

/** Kids between the first and last are read only if necessary. */
export function isCountRight(node: PDFDict): boolean {
  const kids = lookupArray(node, 'Kids');
  const first = kids === undefined ? undefined : kidAt(kids, 0);
  const last = kids === undefined ? undefined : kidAt(kids, kids.size() - 1);
  if (kids === undefined || first === undefined || last === undefined || sizeOf(last) === 0) return false;
  const promised = countOf(node);
  if ((kids.size() - 1) * sizeOf(first) + sizeOf(last) === promised) return true;
  return sumOfSizes(kids) === promised;
}

function sumOfSizes(kids: PDFArray): number {
  let sum = 0;
  for (let position = 0; position < kids.size(); position += 1) {
    const kid = kidAt(kids, position);
    sum += kid === undefined ? Number.NaN : sizeOf(kid);
  }
  return sum;
}

/** All counts below the node are right and every kid exists. */
export function isComplete(node: PDFDict, isListed: (ref: PDFRef) => boolean, depth: number): boolean {
  const kids = lookupArray(node, 'Kids');
  if (kids === undefined || depth === 0 || !isCountRight(node)) return false;
  if (!kids.asArray().every((kid) => !(kid instanceof PDFRef) || isListed(kid))) return false;
  const first = kidAt(kids, 0);
  if (countOf(node) === kids.size() && first !== undefined && !isNode(first)) return true;
  for (let position = 0; position < kids.size(); position += 1) {
    const kid = kidAt(kids, position);
    if (kid === undefined || (isNode(kid) && !isComplete(kid, isListed, depth - 1))) return false;
  }
  return true;
}

export interface TreeStep {
  readonly dict: PDFDict;
  readonly position: number;
  readonly remaining: number;
}

export function stepDown(node: PDFDict, index: number): TreeStep | undefined {
  const kids = lookupArray(node, 'Kids');
  if (kids === undefined) return undefined;
  return stepToLeaf(node, kids, index) ?? stepIntoLast(node, kids, index) ?? stepByCounts(kids, index);
}

function stepToLeaf(node: PDFDict, kids: PDFArray, index: number): TreeStep | undefined {
  const kid = countOf(node) === kids.size() ? kidAt(kids, index) : undefined;
  return kid === undefined || isNode(kid) ? undefined : { dict: kid, position: index, remaining: 0 };
}

function stepIntoLast(node: PDFDict, kids: PDFArray, index: number): TreeStep | undefined {
  const position = kids.size() - 1;
  const dict = kidAt(kids, position);
  const remaining = dict === undefined ? -1 : index - (countOf(node) - sizeOf(dict));
  return dict === undefined || remaining < 0 ? undefined : { dict, position, remaining };
}

function stepByCounts(kids: PDFArray, index: number): TreeStep | undefined {
  let remaining = index;
  for (let position = 0; position < kids.size(); position += 1) {
    const dict = kidAt(kids, position);
    if (dict === undefined) return undefined;
    const size = sizeOf(dict);
    if (remaining < size) return { dict, position, remaining };
    remaining -= size;
  }
  return undefined;
}

/** Undefined if a kid before the index is invalid. */
export function countBefore(node: PDFDict, kids: PDFArray, position: number): number | undefined {
  if (countOf(node) === kids.size()) return position;
  let count = 0;
  for (let before = 0; before < position; before += 1) {
    const kid = kidAt(kids, before);
    if (kid === undefined) return undefined;
    count += sizeOf(kid);
  }
  return count;
}
