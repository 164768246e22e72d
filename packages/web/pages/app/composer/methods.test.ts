import { SIGNATURE_METHODS } from '@countersign/signing';
import { describe, expect, it } from 'vitest';
import { availableMethods, boxKindsOf, METHODS } from './signee.ts';

describe('the signature methods of the composer', () => {
  it('[D10-13] are those of the service, with initials where there is ink', () => {
    const found = SIGNATURE_METHODS.map(({ type, capability, boxes }) => ({ type, capability, boxes }));
    expect(METHODS).toEqual(found);
    for (const { type, parts } of SIGNATURE_METHODS)
      expect(boxKindsOf(type).includes('initials'), type).toBe('initials' in parts);
  });

  it('are offered if the account has their capability', () => {
    expect(availableMethods({}, 'digital_ink')).toEqual(['digital_ink']);
    expect(availableMethods({ signatureBankId: true, signatureIdScan: false }, 'digital_ink')).toEqual([
      'digital_ink',
      'bankid_identification',
    ]);
    expect(availableMethods({}, 'face_liveness')).toEqual(['digital_ink', 'face_liveness']);
  });

  it('have a box for the signature, and one for the scan of an ID document', () => {
    expect(boxKindsOf('digital_ink_id_scan')).toEqual(['signature', 'id_scan', 'initials']);
    expect(boxKindsOf('not_set')).toEqual(['signature', 'initials']);
  });
});
