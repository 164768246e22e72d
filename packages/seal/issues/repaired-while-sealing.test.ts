import { openPdf } from '@countersign/pdf';
import { describe, expect, it } from 'vitest';
import { buildPdf, pageBodies } from '../../pdf/testing/build-pdf.ts';
import { prepareSeal } from '../sign/prepare-seal.ts';
import { sealPdf } from '../sign/seal-pdf.ts';
import { createDevelopmentSigner } from '../signers/development-signer.ts';
import { verifySignatures } from '../verify/verify-signatures.ts';

/** /Info is read when the date of the seal is written, after the changes were compared; its string has no end. */
const BROKEN_INFO = buildPdf({ ...pageBodies(1), 9: '<< /Producer (no end >>' }, { trailer: '/Info 9 0 R' });
const OPTIONS = {
  reason: 'All have signed',
  name: 'Countersign',
  signedAt: new Date('2026-11-22T10:00:00Z'),
};

describe('a file that proves damaged only while it is sealed', () => {
  it('is rewritten and sealed', async () => {
    const sealed = await sealPdf(openPdf(BROKEN_INFO), await createDevelopmentSigner(), OPTIONS);
    expect(verifySignatures(sealed.toBytes())).toMatchObject([{ valid: true, coversWholeDocument: true }]);
    expect(openPdf(sealed.toBytes())).toMatchObject({ pageCount: 1, repaired: false });
  });

  it('is laid out by the same code when it is rehearsed', () => {
    const prepared = prepareSeal(openPdf(BROKEN_INFO), { ...OPTIONS, placeholderBytes: 16_384 });
    expect(prepared.increment.length).toBeGreaterThan(16_384);
  });
});
