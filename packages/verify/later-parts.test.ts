import { openPdf } from '@countersign/pdf';
import { sealPdf } from '@countersign/seal';
import { createDevelopmentSigner } from '@countersign/seal/signers/development-signer';
import { describe, expect, it } from 'vitest';
import { verifyFile } from './verify-signatures.ts';

const SPARSE_OBJECT_NUMBER = 8_000_000;

/** A page, and an object with a high number: two such revisions are affordable. */
function buildSparsePdf(): Buffer {
  const objects = new Map([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Note ${SPARSE_OBJECT_NUMBER} 0 R >>`],
    [SPARSE_OBJECT_NUMBER, '(sparse)'],
  ]);
  let text = '%PDF-1.7\n';
  let table = 'xref\n0 1\n0000000000 65535 f \n';
  for (const [number, body] of objects) {
    table += `${number} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const trailer = `trailer\n<< /Size ${SPARSE_OBJECT_NUMBER + 1} /Root 1 0 R >>\n`;
  return Buffer.from(`${text}${table}${trailer}startxref\n${text.length}\n%%EOF\n`, 'latin1');
}

describe('the revisions of a file with many entries', () => {
  // A file of 114 KB with twelve signatures stated eight million entries, and took 21 s and 942 MB to verify.
  it('are compared while the sum of their entries is affordable', async () => {
    const signer = await createDevelopmentSigner({ key: 'ec-p256' });
    let bytes: Uint8Array = buildSparsePdf();
    for (const reason of ['first', 'second', 'third', 'fourth']) {
      const statement = { reason, name: 'Countersign', signedAt: new Date() };
      bytes = (await sealPdf(openPdf(bytes), signer, statement)).toBytes();
    }
    const { state, signatures } = verifyFile(bytes);
    const codes = signatures.map(({ changes }) => changes.some(({ code }) => code === 'not_comparable'));
    expect({ state, codes }).toEqual({ state: 'changed', codes: [false, false, true, false] });
  });
});
