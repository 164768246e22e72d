import { openPdf } from '@countersign/pdf';
import { PDFDocument, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { prepareSeal } from '../../../packages/seal/sign/prepare-seal.ts';
import { sealPdf } from '../../../packages/seal/sign/seal-pdf.ts';
import { createDevelopmentSigner } from '../../../packages/seal/signers/development-signer.ts';
import { verifySignatures } from '../../../packages/verify/verify-signatures.ts';

/** /Info has an unterminated string and is read late: after the changes were compared. */
async function createBrokenInfo(): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.addPage();
  const { context } = document;
  context.trailerInfo.Info = context.register(context.obj({ Producer: PDFString.of('no end') }));
  const bytes = await document.save({ useObjectStreams: false });
  return Buffer.from(Buffer.from(bytes).toString('latin1').replace('(no end)', '(no end '), 'latin1');
}

const BROKEN_INFO = await createBrokenInfo();
const OPTIONS = {
  reason: 'All have signed',
  name: 'Countersign',
  signedAt: new Date('2026-11-22T10:00:00Z'),
};

describe('a file whose damage is found only while sealing', () => {
  it('is rewritten and sealed', async () => {
    const sealed = await sealPdf(
      openPdf(BROKEN_INFO),
      await createDevelopmentSigner({ key: 'ec-p256' }),
      OPTIONS,
    );
    expect(verifySignatures(sealed.toBytes())).toMatchObject([{ valid: true, coversWholeDocument: true }]);
    expect(openPdf(sealed.toBytes())).toMatchObject({ pageCount: 1, repaired: false });
  });

  it('is laid out by the same code when it is rehearsed', async () => {
    const prepared = await prepareSeal(openPdf(BROKEN_INFO), { ...OPTIONS, placeholderBytes: 16_384 });
    expect(prepared.increment.length).toBeGreaterThan(16_384);
  });
});
