import { randomBytes } from 'node:crypto';
import { lookupArray, lookupDict, openPdf } from '@countersign/pdf';
import { PDFDict, PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { sealPdf } from '../../../packages/seal/sign/seal-pdf.ts';
import { createDevelopmentSigner } from '../../../packages/seal/signers/development-signer.ts';
import { verifyFile } from '../../../packages/verify/verify-signatures.ts';

const FIELDS = 50;

describe('a signature that is the value of many fields', () => {
  it('is checked once: checked for each field, a file of some MB would cost minutes', async () => {
    const signer = await createDevelopmentSigner({ key: 'ec-p256' });
    const statement = { reason: 'Sealed', name: 'Countersign', signedAt: new Date() };
    const sealed = (await sealPdf(openPdf(await createLargePdf()), signer, statement)).toBytes();
    const file = openPdf(sealed);
    const form = lookupDict(file.catalog, 'AcroForm');
    const fields = form && lookupArray(form, 'Fields');
    const value = fields?.lookup(0, PDFDict).get(PDFName.of('V'));
    for (let index = 0; index < FIELDS; index += 1) {
      const field = file.context.obj({ FT: 'Sig', T: PDFString.of(`copy ${index}`), V: value ?? null });
      fields?.push(file.context.register(field));
    }
    const copied = openPdf(Buffer.concat([sealed, file.saveIncremental().increment]));
    const { signatures, state } = verifyFile(copied);
    expect(signatures).toHaveLength(FIELDS + 1);
    expect(state).toBe('changed');
    expect(copied.source.bytesRead).toBeLessThan((FIELDS / 5) * copied.source.size);
  });
});

async function createLargePdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  document.context.register(document.context.stream(randomBytes(500_000)));
  return document.save();
}
