import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { lookupArray, lookupDict, lookupName, nameOf } from '../read/lookup.ts';

/** Nested visibility expressions; deeper ones count as shown. */
const MAX_DEPTH = 20;
/** Terms of all expressions of a file: they may share parts, and so multiply. */
const MAX_TERMS = 100_000;
const MAX_GROUPS = 100_000;

/** Which layers a reader shows when it opens the file (ISO 32000-1 8.11). */
export class OptionalContent {
  readonly #hidden = new Set<PDFDict>();
  readonly #known = new Map<PDFDict, boolean>();
  #terms = 0;

  constructor(catalog: PDFDict) {
    const properties = lookupDict(catalog, 'OCProperties');
    const config = properties && lookupDict(properties, 'D');
    if (properties === undefined || config === undefined) return;
    if (lookupName(config, 'BaseState') === 'OFF') this.#setAll(properties, 'OCGs', true);
    this.#setAll(config, 'ON', false);
    this.#setAll(config, 'OFF', true);
    this.#applyUsage(config);
  }

  /** Returns whether content of a group or membership dictionary is shown. */
  isShown(object: PDFObject | undefined): boolean {
    if (!(object instanceof PDFDict)) return true;
    const known = this.#known.get(object);
    if (known !== undefined) return known;
    const isShown =
      lookupName(object, 'Type') === 'OCMD' ? this.#isMemberShown(object) : !this.#hidden.has(object);
    if (this.#known.size < MAX_GROUPS) this.#known.set(object, isShown);
    return isShown;
  }

  #setAll(dict: PDFDict, key: string, isHidden: boolean): void {
    for (const group of listDicts(lookupArray(dict, key))) {
      if (isHidden) this.#hidden.add(group);
      else this.#hidden.delete(group);
    }
  }

  /** Groups that /AS lets their usage switch for viewing (8.11.4.4). */
  #applyUsage(config: PDFDict): void {
    for (const usage of listDicts(lookupArray(config, 'AS'))) {
      if (lookupName(usage, 'Event') !== 'View') continue;
      for (const group of listDicts(lookupArray(usage, 'OCGs'))) {
        const entry = lookupDict(group, 'Usage');
        const view = entry && lookupDict(entry, 'View');
        const state = view && lookupName(view, 'ViewState');
        if (state === 'OFF') this.#hidden.add(group);
        if (state === 'ON') this.#hidden.delete(group);
      }
    }
  }

  #isMemberShown(member: PDFDict): boolean {
    const expression = lookupArray(member, 'VE');
    if (expression !== undefined) return this.#evaluate(expression, 0);
    const entry = member.lookup(nameOf('OCGs'));
    const groups =
      entry instanceof PDFDict ? [entry] : listDicts(entry instanceof PDFArray ? entry : undefined);
    if (groups.length === 0) return true;
    const isOn = (group: PDFDict) => !this.#hidden.has(group);
    const policy = lookupName(member, 'P');
    if (policy === 'AllOn') return groups.every(isOn);
    if (policy === 'AnyOff') return !groups.every(isOn);
    if (policy === 'AllOff') return !groups.some(isOn);
    return groups.some(isOn);
  }

  #evaluate(object: PDFObject | undefined, depth: number): boolean {
    if (object instanceof PDFDict) return !this.#hidden.has(object);
    this.#terms += 1;
    if (!(object instanceof PDFArray) || depth > MAX_DEPTH || this.#terms > MAX_TERMS) return true;
    const operator = object.lookup(0);
    const size = Math.min(object.size(), MAX_GROUPS);
    const values = Array.from({ length: Math.max(0, size - 1) }, (_, index) =>
      this.#evaluate(object.lookup(index + 1), depth + 1),
    );
    const name = operator instanceof PDFName ? operator.asString() : '';
    if (name === '/Not') return values[0] !== true;
    return name === '/Or' ? values.includes(true) : !values.includes(false);
  }
}

function listDicts(array: PDFArray | undefined): PDFDict[] {
  if (array === undefined) return [];
  const items = Array.from({ length: Math.min(array.size(), MAX_GROUPS) }, (_, index) => array.lookup(index));
  return items.filter((item) => item instanceof PDFDict);
}
