import { decodeTextString, lookupArray, lookupDict, lookupName, lookupNumber } from '@countersign/pdf';
import { PDFDict } from 'pdf-lib';
import { LATER_CHANGES, type LaterChange, type LaterChangeCode } from './later-change.ts';

export interface Permissions {
  /**
   * The level of DocMDP (ISO 32000-2 12.8.2.2): 1 allows nothing, 2 filling in and signing, 3 also annotations.
   */
  readonly level: number | undefined;
  readonly locks: readonly FieldLock[];
}

interface FieldLock {
  readonly action: 'All' | 'Include' | 'Exclude';
  readonly fields: readonly string[];
}

/** A signature has one for each transform method. */
const MAX_REFERENCES = 16;
const DEFAULT_LEVEL = 2;

export function readPermissions(signature: PDFDict, field: PDFDict): Permissions {
  const references = (lookupArray(signature, 'Reference')?.asArray() ?? []).slice(0, MAX_REFERENCES);
  const dicts = references.map((item) => signature.context.lookup(item));
  const transforms = dicts.filter((item) => item instanceof PDFDict);
  const paramsOf = (method: string) =>
    transforms
      .filter((transform) => lookupName(transform, 'TransformMethod') === method)
      .map((transform) => lookupDict(transform, 'TransformParams'));
  const lock = lookupDict(field, 'Lock');
  const levels = [
    ...paramsOf('DocMDP').map((params) => (params && lookupNumber(params, 'P')) ?? DEFAULT_LEVEL),
    ...(lock ? [lookupNumber(lock, 'P')] : []),
  ];
  return {
    level: lowest(levels),
    locks: [...paramsOf('FieldMDP'), lock].flatMap((params) => (params ? readLock(params) : [])),
  };
}

/**
 * Without DocMDP, further signatures and filling in empty fields are. Certified documents may not get visible
 * signatures in new fields.
 */
function isAllowed({ code, params }: LaterChange, { level, locks }: Permissions): boolean {
  if (LOCKABLE.has(code) && isLocked(String(params.field), locks)) return false;
  switch (LATER_CHANGES[code].need) {
    case 'nothing':
      return true;
    case 'sign':
    case 'fill':
      return level === undefined || level >= 2;
    case 'sign_visibly':
      return level === undefined || level >= 3;
    case 'alter':
      return level !== undefined && level >= 2;
    case 'annotate':
      return level !== undefined && level >= 3;
    case 'impossible':
      return false;
  }
}

/** The changes of existing fields that a lock forbids. */
const LOCKABLE: ReadonlySet<LaterChangeCode> = new Set(['field_signed', 'field_filled', 'field_altered']);

function isLocked(field: string, locks: readonly FieldLock[]): boolean {
  return locks.some(({ action, fields }) => {
    if (action === 'All') return true;
    const isNamed = fields.some((name) => field === name || field.startsWith(`${name}.`));
    return isNamed === (action === 'Include');
  });
}

function readLock(params: PDFDict): FieldLock[] {
  const action = lookupName(params, 'Action');
  if (action !== 'All' && action !== 'Include' && action !== 'Exclude') return [];
  const names = lookupArray(params, 'Fields')?.asArray() ?? [];
  return [{ action, fields: names.flatMap((name) => decodeTextString(params.context.lookup(name)) ?? []) }];
}

function lowest(levels: readonly (number | undefined)[]): number | undefined {
  const stated = levels.filter((level) => level !== undefined);
  return stated.length === 0 ? undefined : Math.min(...stated);
}

interface SignatureChanges {
  readonly valid: boolean;
  /** The number of bytes of the signed revision. */
  readonly coveredBytes: number;
  readonly changes: readonly LaterChange[];
  readonly permissions: Permissions;
}

/**
 * Valid signatures whose later changes are all allowed, by themselves and by those before. A file may have
 * thousands of signatures, so permissions are accumulated and a change is judged once per revision.
 */
export function findAllowed<Signature extends SignatureChanges>(
  signatures: readonly Signature[],
): ReadonlySet<Signature> {
  const found = new Set<Signature>();
  let level: number | undefined;
  const locks: Permissions['locks'][number][] = [];
  for (const revision of groupByRevision(signatures)) {
    for (const { permissions } of revision) {
      level = lower(level, permissions.level);
      for (const lock of permissions.locks) locks.push(lock);
    }
    const permissions = { level, locks };
    const verdicts = new Map<LaterChange, boolean>();
    const judge = (change: LaterChange) => {
      const verdict = verdicts.get(change) ?? isAllowed(change, permissions);
      verdicts.set(change, verdict);
      return verdict;
    };
    for (const signature of revision) if (signature.changes.every(judge)) found.add(signature);
  }
  return found;
}

function groupByRevision<Signature extends SignatureChanges>(all: readonly Signature[]): Signature[][] {
  const groups = new Map<number, Signature[]>();
  const valid = all.filter((signature) => signature.valid);
  for (const signature of valid.sort((a, b) => a.coveredBytes - b.coveredBytes)) {
    const group = groups.get(signature.coveredBytes);
    if (group) group.push(signature);
    else groups.set(signature.coveredBytes, [signature]);
  }
  return [...groups.values()];
}

function lower(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
