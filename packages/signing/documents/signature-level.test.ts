import { BUILT_AT } from '@countersign/identity/testing';
import { describe, expect, it } from 'vitest';
import type { Signature, SignatureType } from '../methods/methods.ts';
import { identificationOf } from '../methods/signature-parts.ts';
import { buildInkSignature } from '../testing/builders.ts';
import { documentSignatureLevel } from './signed-content.ts';

const ink = buildInkSignature();
const identification = identificationOf({ provider: 'Freja', fullName: 'Bo' });
const scan = { scannedAt: BUILT_AT, imageBlobId: null };
const SIGNATURES: { readonly [Type in SignatureType]: Extract<Signature, { method: Type }> } = {
  digital_ink: ink,
  bankid_identification: { ...ink, method: 'bankid_identification', identification },
  digital_ink_id_scan: { ...ink, method: 'digital_ink_id_scan', scan, identification: null },
  face_liveness: { ...ink, method: 'face_liveness', identification },
};
const sandbox = identificationOf({ provider: 'Sandbox e-ID', isSandbox: true, fullName: 'Bo' });
const signed = (type: SignatureType) => ({ signature: SIGNATURES[type] });
const waiting = { signature: null };

describe('the level of a document', () => {
  it.each([
    ['AES', [signed('bankid_identification'), signed('face_liveness')]],
    ['SES', [signed('bankid_identification'), signed('digital_ink')]],
    ['SES', [signed('digital_ink_id_scan')]],
    [null, [signed('bankid_identification'), waiting]],
    [null, [signed('digital_ink'), waiting]],
    [null, []],
  ])('[4.4-37] is %s: AES takes all of its signatures', (level, signees) => {
    expect(documentSignatureLevel(signees)).toBe(level);
  });

  it('[D12-07] is SES where a sandbox identified nobody', () => {
    const signature = { ...SIGNATURES.bankid_identification, identification: sandbox };
    expect(documentSignatureLevel([{ signature }])).toBe('SES');
  });
});
