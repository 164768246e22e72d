/** A4 with one text field `Name`, new bytes at each call. */
export function smallPdf(options: { readonly rotate?: number } = {}): Uint8Array {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 5 0 R>>>>>>>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Rotate ${options.rotate ?? 0}/Resources<<>>/Annots[4 0 R]>>`,
    '<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/Rect[72 700 272 720]/DA(/Helv 12 Tf 0 g)/F 4/P 3 0 R>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R>>\n`;
  return new TextEncoder().encode(`${text}${table}startxref\n${text.length}\n%%EOF\n`);
}
