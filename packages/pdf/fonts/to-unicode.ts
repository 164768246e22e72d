/** Entries of one `bfchar` block (ISO 32000-1 9.10.3 by way of Adobe's CMap specification). */
const BLOCK = 100;

/** A ToUnicode CMap for codes 1, 2, 3 ... that stand for the given code points. */
export function buildToUnicode(codePoints: readonly number[]): Uint8Array {
  const lines = codePoints.map((codePoint, index) => `<${hex(index + 1)}> <${utf16(codePoint)}>`);
  const blocks: string[] = [];
  for (let from = 0; from < lines.length; from += BLOCK) {
    const block = lines.slice(from, from + BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`);
  }
  return Buffer.from(`${HEAD}${blocks.join('')}${TAIL}`, 'latin1');
}

const HEAD = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
`;

const TAIL = `endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;

function utf16(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  return Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join('');
}

function hex(value: number): string {
  return value.toString(16).padStart(4, '0');
}
