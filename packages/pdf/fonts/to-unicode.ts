/** Of one `bfchar` (ISO 32000-1 9.10.3, Adobe's CMap specification). */
const BLOCK = 100;

export function buildToUnicode(texts: Iterable<readonly [code: number, text: string]>): Uint8Array {
  const lines = Array.from(texts, ([code, text]) => `<${hex(code)}> <${utf16(text)}>`);
  const blocks: string[] = [];
  for (let from = 0; from < lines.length; from += BLOCK) {
    const block = lines.slice(from, from + BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`);
  }
  return Buffer.from(`${HEAD}${blocks.join('')}${TAIL}`, 'latin1');
}

export function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join('');
}

export function hex(value: number): string {
  return value.toString(16).padStart(4, '0');
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
