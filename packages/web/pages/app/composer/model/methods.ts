import type { SignatureType } from '@countersign/signing';
import type { BoxKind } from './composition.ts';

/** Without their schemas; methods.test.ts compares both. */
export const METHODS = [
  { type: 'digital_ink', capability: null, boxes: ['signature'] },
  { type: 'bankid_identification', capability: 'signatureBankId', boxes: ['signature'] },
  { type: 'digital_ink_id_scan', capability: 'signatureIdScan', boxes: ['signature', 'id_scan'] },
  { type: 'face_liveness', capability: 'signatureFaceLiveness', boxes: ['signature'] },
] as const satisfies readonly {
  readonly type: SignatureType;
  readonly capability: string | null;
  readonly boxes: readonly BoxKind[];
}[];

/** An undecided one has a signature. */
export function boxKindsOf(type: SignatureType | 'not_set'): readonly BoxKind[] {
  return METHODS.find((method) => method.type === type)?.boxes ?? ['signature'];
}

/** `current` stays selectable. */
export function availableMethods(
  capabilities: Readonly<Record<string, unknown>>,
  current: SignatureType | 'not_set',
): readonly SignatureType[] {
  return METHODS.filter(
    ({ type, capability }) => capability === null || capabilities[capability] === true || type === current,
  ).map(({ type }) => type);
}
