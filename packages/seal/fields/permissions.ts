import { decodeTextString, lookupArray, lookupDict, lookupName, lookupNumber } from '@countersign/pdf';
import { PDFDict } from 'pdf-lib';

/** What signatures allow to follow them. */
export interface Permissions {
  /**
   * The level of DocMDP (ISO 32000-2 12.8.2.2): 1 allows nothing, 2 filling in and signing, 3 also annotations.
   */
  readonly level: number | undefined;
  readonly locks: readonly FieldLock[];
}

export interface FieldLock {
  readonly action: 'All' | 'Include' | 'Exclude';
  readonly fields: readonly string[];
}

/** A signature has one for each transform method. */
const MAX_REFERENCES = 16;
const DEFAULT_LEVEL = 2;

/** Reads DocMDP and FieldMDP of a signature, and the /Lock of its field. */
export function readPermissions(signature: PDFDict, field: PDFDict | undefined): Permissions {
  const references = (lookupArray(signature, 'Reference')?.asArray() ?? []).slice(0, MAX_REFERENCES);
  const dicts = references.map((item) => signature.context.lookup(item));
  const transforms = dicts.filter((item) => item instanceof PDFDict);
  const paramsOf = (method: string) =>
    transforms
      .filter((transform) => lookupName(transform, 'TransformMethod') === method)
      .map((transform) => lookupDict(transform, 'TransformParams'));
  const lock = field && lookupDict(field, 'Lock');
  const levels = [
    ...paramsOf('DocMDP').map((params) => (params && lookupNumber(params, 'P')) ?? DEFAULT_LEVEL),
    ...(lock ? [lookupNumber(lock, 'P')] : []),
  ];
  return {
    level: lowest(levels),
    locks: [...paramsOf('FieldMDP'), lock].flatMap((params) => (params ? readLock(params) : [])),
  };
}

/** Whether one of the locks forbids to change the field of that fully qualified name. */
export function isLocked(field: string, locks: readonly FieldLock[]): boolean {
  return locks.some(({ action, fields }) => {
    if (action === 'All') return true;
    const isNamed = fields.some((name) => field === name || field.startsWith(`${name}.`));
    return isNamed === (action === 'Include');
  });
}

/** Reads a lock, or the parameters of FieldMDP, which have the same entries (ISO 32000-2 tables 236 and 259). */
export function readLock(params: PDFDict): FieldLock[] {
  const action = lookupName(params, 'Action');
  if (action !== 'All' && action !== 'Include' && action !== 'Exclude') return [];
  const names = lookupArray(params, 'Fields')?.asArray() ?? [];
  return [{ action, fields: names.flatMap((name) => decodeTextString(params.context.lookup(name)) ?? []) }];
}

/** Returns what the signatures of a file allow together: each restricts those before it further. */
export function combinePermissions(all: readonly Permissions[]): Permissions {
  return { level: lowest(all.map(({ level }) => level)), locks: all.flatMap(({ locks }) => locks) };
}

function lowest(levels: readonly (number | undefined)[]): number | undefined {
  const stated = levels.filter((level) => level !== undefined);
  return stated.length === 0 ? undefined : Math.min(...stated);
}
