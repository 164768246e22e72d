import { readFormFields } from '@countersign/forms';
import { FORM_LIMITS, inspect, openPdf } from '@countersign/pdf';
import { stripSignatures } from '@countersign/seal';
import { verifySignatures } from '@countersign/verify';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';

/**
 * Seven walks over the field tree silently stopped at different levels, so that `inspect` and `verifySignatures`
 * disagreed below level 32.
 */
describe('a signature field deep in the form', () => {
  const { fieldDepth } = FORM_LIMITS;
  const tooComplex = expect.objectContaining({
    code: 'too_complex',
    params: { limit: 'fieldDepth', value: fieldDepth },
  });

  it.each([1, 33, 64, 65, fieldDepth])('is seen by every walk %d levels down', async (levels) => {
    const bytes = await signedFieldBelow(levels);
    expect(inspect(openPdf(bytes))).toMatchObject({ signatureFields: 1, signed: 1 });
    expect(await verifySignatures(openPdf(bytes))).toHaveLength(1);
    expect(() => readFormFields(openPdf(bytes))).not.toThrow();
    expect(stripSignatures(openPdf(bytes)).removedFields).toHaveLength(1);
  });

  it.each([fieldDepth + 1, 1000])('is refused by every walk %d levels down', async (levels) => {
    const bytes = await signedFieldBelow(levels);
    expect(() => inspect(openPdf(bytes))).toThrow(tooComplex);
    await expect((async () => verifySignatures(openPdf(bytes)))()).rejects.toEqual(tooComplex);
    expect(() => readFormFields(openPdf(bytes))).toThrow(tooComplex);
    expect(() => stripSignatures(openPdf(bytes))).toThrow(tooComplex);
  });
});

async function signedFieldBelow(levels: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  const { context } = document;
  const signature = context.obj({ Type: 'Sig', Filter: 'Adobe.PPKLite', SubFilter: 'adbe.pkcs7.detached' });
  const field = context.obj({ FT: 'Sig', V: context.register(signature) });
  field.set(PDFName.of('T'), PDFString.of('signature'));
  let top = context.register(field);
  for (let level = 0; level < levels; level++) {
    const parent = PDFDict.withContext(context);
    parent.set(PDFName.of('T'), PDFString.of('group'));
    const kids = PDFArray.withContext(context);
    kids.push(top);
    parent.set(PDFName.of('Kids'), kids);
    top = context.register(parent);
  }
  document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [top] }));
  return document.save({ useObjectStreams: false });
}
