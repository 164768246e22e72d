import { isLocked, type Permissions } from '@countersign/seal/checks';
import { LATER_CHANGES, type LaterChange, type LaterChangeCode } from './later-change.ts';

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
