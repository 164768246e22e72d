import { PDFArray, PDFBool, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { requireFieldCount, requireFieldDepth } from '../limits.ts';
import type { PdfFile } from '../pdf-file.ts';
import type { RawDict } from './dict-walker.ts';
import { FIELD_INDEX } from './field-walks.ts';
import {
  asDict,
  asName,
  asNumber,
  lookupArray,
  lookupDict,
  lookupName,
  lookupNumber,
  nameOf,
} from './lookup.ts';
import { type RawValue, rawName, rawNumber } from './raw-value.ts';

export interface FieldCounts {
  /** The number of signature fields, signed or not. */
  readonly signatureFields: number;
  readonly signed: number;
  /** The number of terminal fields of other types, without push buttons. */
  readonly formFields: number;
}

/** ISO 32000-1 table 226 defines bit 17. */
const PUSH_BUTTON = 1 << 16;

/**
 * Throws `too_complex` beyond `fieldDepth` and `formFields`. Creates no objects for fields in regular syntax.
 */
export function countFields(file: PdfFile): FieldCounts {
  const form = lookupDict(file.catalog, 'AcroForm');
  const counter = new FieldCounter(file);
  if (form !== undefined) counter.countKids(lookupArray(form, 'Fields'), NOTHING);
  const { signatureFields, signed, formFields } = counter;
  return { signatureFields, signed, formFields };
}

/** Entries that fields inherit (ISO 32000-1 12.7.3.1). */
interface Inheritable {
  readonly type: string | undefined;
  readonly flags: number | undefined;
  /** The value is not read for other types. */
  readonly hasValue: boolean;
}

const NOTHING: Inheritable = { type: undefined, flags: undefined, hasValue: false };

interface FieldNode extends Inheritable {
  readonly kids: PDFArray | undefined;
  /** Others are widgets (ISO 32000-1 12.7.3.1). */
  readonly hasName: boolean;
}

class FieldCounter {
  signatureFields = 0;
  signed = 0;
  formFields = 0;
  readonly #file: PdfFile;
  /** Nodes by reference, or by the object if it is direct; a node is null if it is not a dictionary. */
  readonly #nodes = new Map<PDFObject, FieldNode | null>();
  readonly #visited = new Set<FieldNode>();
  /** A shared array is walked once: a few bytes could cost minutes. */
  readonly #walked = new Set<PDFArray>();

  constructor(file: PdfFile) {
    this.#file = file;
  }

  countKids(kids: PDFArray | undefined, inherited: Inheritable, depth = 0): void {
    if (kids === undefined) return;
    requireFieldDepth(depth);
    this.#walked.add(kids);
    for (let index = 0; index < kids.size(); index += 1) {
      const node = this.#nodeAt(kids.get(index));
      if (node) this.#countNode(node, inherited, depth);
    }
  }

  #countNode(node: FieldNode, inherited: Inheritable, depth: number): void {
    if (this.#visited.has(node)) return;
    this.#visited.add(node);
    requireFieldCount(this.#visited.size);
    const field = inherit(node, inherited);
    const { kids } = node;
    if (kids !== undefined && !this.#walked.has(kids) && this.#hasFieldKids(kids))
      this.countKids(kids, field, depth + 1);
    else this.#countTerminal(field);
  }

  #hasFieldKids(kids: PDFArray): boolean {
    this.#walked.add(kids);
    for (let index = 0; index < kids.size(); index += 1) {
      const kid = this.#nodeAt(kids.get(index));
      if (kid?.hasName && !this.#visited.has(kid)) return true;
    }
    return false;
  }

  #countTerminal({ type, flags = 0, hasValue }: Inheritable): void {
    if (type === 'Sig') {
      this.signatureFields += 1;
      if (hasValue) this.signed += 1;
    } else if (type !== undefined && !(type === 'Btn' && flags & PUSH_BUTTON)) {
      this.formFields += 1;
    }
  }

  #nodeAt(item: PDFObject): FieldNode | null {
    const known = this.#nodes.get(item);
    if (known !== undefined) return known;
    const node = this.#read(item);
    this.#nodes.set(item, node);
    return node;
  }

  #read(item: PDFObject): FieldNode | null {
    const walked = item instanceof PDFRef ? this.#file.walkField(item) : undefined;
    if (walked !== undefined) return this.#walkedNode(walked);
    const dict = this.#file.context.lookup(item);
    return dict instanceof PDFDict ? objectNode(dict) : null;
  }

  #walkedNode(walked: RawDict): FieldNode {
    const [rawType, rawFlags] = [walked.at(FIELD_INDEX.FT), walked.at(FIELD_INDEX.Ff)];
    const type = rawName(rawType) ?? asName(this.#valueOf(rawType));
    const kids = this.#valueOf(walked.at(FIELD_INDEX.Kids));
    return {
      type,
      flags: rawNumber(rawFlags) ?? asNumber(this.#valueOf(rawFlags)),
      hasValue: maySign(type) && asDict(this.#valueOf(walked.at(FIELD_INDEX.V))) !== undefined,
      kids: kids instanceof PDFArray ? kids : undefined,
      hasName: walked.at(FIELD_INDEX.T) !== undefined,
    };
  }

  #valueOf(value: RawValue | undefined): PDFObject | undefined {
    return value && this.#file.context.lookup(this.#file.parseValue(value));
  }
}

function objectNode(dict: PDFDict): FieldNode {
  const type = lookupName(dict, 'FT');
  return {
    type,
    flags: lookupNumber(dict, 'Ff'),
    hasValue: maySign(type) && lookupDict(dict, 'V') !== undefined,
    kids: lookupArray(dict, 'Kids'),
    hasName: dict.has(nameOf('T')),
  };
}

/** Returns true if a field may be a signature by its own or an inherited type. */
function maySign(type: string | undefined): boolean {
  return type === undefined || type === 'Sig';
}

function inherit(node: FieldNode, above: Inheritable): Inheritable {
  return {
    type: node.type ?? above.type,
    flags: node.flags ?? above.flags,
    hasValue: node.hasValue || above.hasValue,
  };
}

/** Refuses dynamic forms, which need Adobe's engine. Throws `xfa_not_supported`. */
export function refuseDynamicXfa(catalog: PDFDict): void {
  const form = lookupDict(catalog, 'AcroForm');
  if (form === undefined || !form.has(PDFName.of('XFA'))) return;
  const hasFields = (lookupArray(form, 'Fields')?.size() ?? 0) > 0;
  const needsRendering = catalog.lookup(PDFName.of('NeedsRendering')) === PDFBool.True;
  if (hasFields && !needsRendering) return;
  if (!needsRendering && !hasFields) return;
  throw new PdfError('xfa_not_supported', 'The form is a dynamic XFA form, which needs Adobe Reader');
}
