import { bankId } from './bankid.ts';
import { digitalInk } from './digital-ink.ts';
import { faceLiveness } from './face-liveness.ts';
import { idScan } from './id-scan.ts';

/** The first is the default. */
export const SIGNATURE_METHODS = [digitalInk, bankId, idScan, faceLiveness] as const;

type Method = (typeof SIGNATURE_METHODS)[number];
export type SignatureType = Method['type'];

export const SIGNATURE_TYPES: readonly SignatureType[] = SIGNATURE_METHODS.map(({ type }) => type);
export const DEFAULT_SIGNATURE_TYPE = SIGNATURE_METHODS[0].type;

export function findMethod(type: string): Method | undefined {
  return SIGNATURE_METHODS.find((method) => method.type === type);
}

export function hasIdScanBox(type: string): boolean {
  return findMethod(type)?.boxes.some((box) => box === 'id_scan') ?? false;
}

export function methodOf(type: SignatureType): Method {
  const method = findMethod(type);
  if (method === undefined) throw new TypeError(`no signature method ${type}`);
  return method;
}
