import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verifyFile } from './verify-signatures.ts';

const SHARED = fileURLToPath(new URL('../../../shared/', import.meta.url));

/** Third-party and forged files, with the verdicts of independent readers and their authors. */
describe.skipIf(!existsSync(SHARED))('the verdict of', () => {
  it.each([
    ['found/attack-own-signature.pdf', 'changed', 'other'],
    ['found/attack-dangling-reference.pdf', 'changed', 'other'],
    ['found/attack-dss-listed-content.pdf', 'changed', 'other'],
    ['found/round3/S01-service-freetext-DR.pdf', 'changed', 'other'],
    ['found/round3/B07-AP-N-empty-dict-DR.pdf', 'changed', 'other'],
    ['found/round3/doc-firmado.pdf', 'intact', 'validation_data'],
    ['found/round3/testPAdES_BLT.pdf', 'intact', 'validation_data'],
    ['found/round3/C15-whitespace-512-EOF.pdf', 'intact', 'none'],
    ['found/round3/D01-expired-cert.pdf', 'intact', 'none'],
    ['found/round3/D13-rsa512.pdf', 'intact', 'none'],
    ['found/round3/D15-cms-as-rfc3161.pdf', 'changed', 'other'],
    // A signature wrapping attack: the gap holds another cross-reference table and page.
    ['found/round3/siwa.pdf', 'changed', 'other'],
    ['found/dss__dss-818-P-SK-1.pdf', 'intact', 'signature'],
    ['found/dss__pades-same-border-annotations.pdf', 'intact', 'validation_data'],
    ['found/pdfjs__bug854315.pdf', 'intact', 'none'],
    ['corpus/signed/dss__pades-ltv.pdf', 'intact', 'validation_data'],
    ['corpus/signed/pyHanko__pades-lta-dss-indirect-arrs-test.pdf', 'intact', 'validation_data'],
    ['corpus/signed/pyHanko__separate-annots-kids-indir.pdf', 'intact', 'signature'],
    ['corpus/signed/pyHanko__minimal-two-fields-signed-twice.pdf', 'intact', 'none'],
    ['corpus/signed/node-signpdf__signed-twice.pdf', 'intact', 'signature'],
    ['corpus/signed/dss__DSS1376-rev-n-1.pdf', 'intact', 'form_filling'],
    ['corpus/signed/dss__pdf-signed-added-page.pdf', 'changed', 'other'],
    ['corpus/signed/dss__pdf-spoofing-attack.pdf', 'changed', 'other'],
    ['corpus/signed/itext-java__lockedSignatureFieldModified.pdf', 'changed', 'signature'],
    ['corpus/signed/itext-java__danglingWidgetAnnotation.pdf', 'changed', 'annotations'],
  ])('%s is %s, with %s after the first signature', (path, state, laterChanges) => {
    const report = verifyFile(SHARED + path);
    expect(report.state).toBe(state);
    expect(report.signatures[0]?.laterChanges).toBe(laterChanges);
  });
});
