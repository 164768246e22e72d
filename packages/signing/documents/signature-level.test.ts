import { describe, expect, it } from 'vitest';
import type { SignatureType } from '../configuration/signee.ts';
import type { Signature } from './document.ts';
import { documentSignatureLevel } from './signature-level.ts';

const signature: Signature = {
  signedAt: new Date('2026-03-04T05:06:07Z'),
  ipAddress: '192.0.2.1',
  userAgent: 'Test/1',
  ink: { kind: 'typed', blobId: null, typedName: 'Bo' },
  values: [],
};
const signed = (signatureType: SignatureType) => ({ signatureType, signature });
const waiting = (signatureType: SignatureType) => ({ signatureType, signature: null });

describe('the level of a document', () => {
  it.each([
    ['AES', [signed('bankid_identification'), signed('face_liveness')]],
    ['SES', [signed('bankid_identification'), signed('digital_ink')]],
    ['SES', [signed('digital_ink_id_scan')]],
    [null, [signed('bankid_identification'), waiting('bankid_identification')]],
    [null, [signed('digital_ink'), waiting('digital_ink')]],
    [null, []],
  ])('[4.4-37] is %s: AES takes all of its signatures', (level, signees) => {
    expect(documentSignatureLevel(signees)).toBe(level);
  });
});
