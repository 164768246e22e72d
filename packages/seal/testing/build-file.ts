/** The text between `obj` and `endobj`, in Latin-1. */
type Bodies = Readonly<Record<number, string>>;

export interface FileOptions {
  /** Different from where the objects are. */
  readonly offsets?: Readonly<Record<number, number>>;
  /** The stream and index of each member. The file then has a cross-reference stream. */
  readonly members?: Readonly<Record<number, readonly [number, number]>>;
  readonly trailer?: string;
}

export const FREE_HEAD = '0000000000 65535 f \n';
const HEADER = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';

/** Object 1 is its catalog. */
export function buildFile(bodies: Bodies, { offsets = {}, members, trailer = '' }: FileOptions = {}): Buffer {
  const found: Record<number, number> = {};
  let text = HEADER;
  for (const [number, body] of Object.entries(bodies)) {
    found[Number(number)] = text.length;
    text += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const start = text.length;
  const listed = { ...found, ...offsets };
  const size = Math.max(...Object.keys({ ...listed, ...members }).map(Number)) + 1;
  const numbers = Array.from({ length: size }, (_, number) => number);
  const entries = `/Root 1 0 R ${trailer}`;
  if (members === undefined) {
    const rows = numbers.map((number) => {
      const offset = listed[number];
      return offset === undefined ? FREE_HEAD : formatEntry(offset);
    });
    text += `xref\n0 ${size}\n${rows.join('')}trailer\n<</Size ${size} ${entries}>>\n`;
  } else {
    const rows = [...numbers, size].map((number) => {
      const [stream, index] = members[number] ?? [];
      if (stream !== undefined) return packRow(2, stream, index);
      const offset = number === size ? start : listed[number];
      return offset === undefined ? packRow(0, 0, 255) : packRow(1, offset);
    });
    const dict = `/Type/XRef/Size ${size + 1}/W[1 3 1] ${entries}`;
    text += `${size} 0 obj\n${formatStream(rows.join(''), dict)}\nendobj\n`;
  }
  return Buffer.from(`${text}startxref\n${start}\n%%EOF\n`, 'latin1');
}

export function formatEntry(offset: number): string {
  return `${String(offset).padStart(10, '0')} 00000 n \n`;
}

/** The fields are 1, 3 and 1 bytes wide. */
export function packRow(type: number, second: number, third = 0): string {
  return String.fromCharCode(type, second >> 16, (second >> 8) & 255, second & 255, third);
}

export function formatStream(data: string, entries = ''): string {
  return `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`;
}

/** Pages 3 and 5 have the contents 4 and 6. */
export function twoPages(): Record<number, string> {
  const page = (contents: number) => `<</Type/Page/Parent 2 0 R/Contents ${contents} 0 R>>`;
  return {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 2/MediaBox[0 0 300 400]/Resources<<>>/Kids[3 0 R 5 0 R]>>',
    3: page(4),
    4: formatStream('0 0 10 10 re f'),
    5: page(6),
    6: formatStream('0 0 20 20 re f'),
  };
}
