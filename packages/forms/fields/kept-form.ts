import { openPdf, type PdfFile } from '@countersign/pdf';

const OBJECTS = [
  '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]>>>>',
  '<</Type/Pages/Count 1/Kids[3 0 R]>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[4 0 R 5 0 R]>>',
  '<</Subtype/Widget/FT/Tx/T(a)/V(b)/Rect[0 0 9 9.5]/P 3 0 R>>',
  '<</Subtype/Widget/FT/Btn/T(c)/Rect[0 0 9 9.5]/P 3 0 R>>',
];

let uses = 0;
const kept: unknown[] = [];

/**
 * If a full collection finds no living object of a shape, V8 drops its compiled code: reading forms in
 * sequence took three times as long.
 */
export function keepShapes(read: (file: PdfFile) => unknown): void {
  uses += 1;
  if (uses === 2) kept.push(read(openPdf(spellFile())));
}

function spellFile(): Uint8Array {
  let body = '%PDF-1.7\n';
  let table = `xref\n0 ${OBJECTS.length + 1}\n0000000000 65535 f \n`;
  for (const [index, object] of OBJECTS.entries()) {
    table += `${String(body.length).padStart(10, '0')} 00000 n \n`;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const trailer = `trailer\n<</Root 1 0 R/Size ${OBJECTS.length + 1}>>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
}
