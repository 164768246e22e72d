import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { generatedPath } from '../../fixtures/fixture-path.ts';

/** A page with many annotations with scripts: small, but slow to strip. */
export function buildHeavyPdf(annotations: number): string {
  const path = generatedPath(`scripts-${annotations}.pdf`);
  if (existsSync(path)) return path;
  const numbers = Array.from({ length: annotations }, (_, index) => 4 + index);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 595 842] >>',
    `<< /Type /Page /Parent 2 0 R /Annots [${numbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
    ...numbers.map(
      (number) =>
        `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /JavaScript /JS (app.alert(${number})) >> >>`,
    ),
  ];
  const bodies = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  let offset = '%PDF-1.7\n'.length;
  const entries = bodies.map((body) => {
    const entry = `${String(offset).padStart(10, '0')} 00000 n \n`;
    offset += body.length;
    return entry;
  });
  const size = bodies.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`;
  const trailer = `trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`;
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, ['%PDF-1.7\n', ...bodies, table, trailer].join(''), 'latin1');
  renameSync(unfinished, path);
  return path;
}
