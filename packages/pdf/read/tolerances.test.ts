import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { appendPageContent } from '../pages/page-content.ts';
import { type BuildOptions, buildPdf } from '../testing/build-pdf.ts';
import { textsByReaders } from '../testing/texts-by-readers.ts';

const ALPHA = contentOf('Alpha');
const BODIES: Readonly<Record<number, string>> = {
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Count 2 /MediaBox [0 0 300 400] /Resources << /Font << /F1 7 0 R >> >> /Kids [3 0 R 5 0 R] >>',
  3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>',
  4: ALPHA,
  5: '<< /Type /Page /Parent 2 0 R /Contents 6 0 R >>',
  6: contentOf('Beta'),
  7: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
};
const STREAM: BuildOptions = { kind: 'stream', compressed: [1, 2, 3, 5, 7] };
const HYBRID: BuildOptions = { kind: 'hybrid', compressed: [3, 5, 7] };
const JUNK = 'HTTP/1.1 200 OK\r\n\r\n';

function contentOf(word: string): string {
  const text = `BT /F1 20 Tf 40 300 Td (${word}) Tj ET`;
  return `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
}

type Change = (text: string) => string;

type Row = readonly [name: string, change: Change, options?: BuildOptions | undefined];

const replace =
  (from: string | RegExp, to: string): Change =>
  (text) =>
    text.replace(from, to);
const replaceAll =
  (from: RegExp, to: (match: string) => string): Change =>
  (text) =>
    text.replace(from, to);
const moveStartxref =
  (by: number): Change =>
  (text) =>
    text.replace(/startxref\n(\d+)/, (_, digits) => `startxref\n${Number(digits) + by}`);
const moveOffsets =
  (by: number): Change =>
  (text) =>
    text.replace(/^\d{10}(?= 00000 n)/gm, (digits) => String(Number(digits) + by).padStart(10, '0'));
const rowsOf = (text: string) => [...text.matchAll(/^\d{10} \d{5} [nf] \n/gm)].map(([row]) => row);
const setRow =
  (number: number, make: (rows: readonly string[]) => string): Change =>
  (text) =>
    text.replace(rowsOf(text)[number] ?? 'no such row', () => make(rowsOf(text)));

/** Violations that readers interpret differently: saving rewrites the file. */
const REPAIRED: readonly Row[] = [
  ['a table that begins with 1 and the head of the free list', replace('xref\n0 8', 'xref\n1 8')],
  ['a table that begins with 0 and lacks the head of the free list', headless],
  ['a table that begins with 2', replace('xref\n0 8', 'xref\n2 8')],
  ['no white space after the word xref', replace('xref\n0 8', 'xref0 8')],
  ['a count of entries that is too small', replace('xref\n0 8', 'xref\n0 7')],
  ['a count of entries that is too large', replace('xref\n0 8', 'xref\n0 9')],
  ['a count of entries that is much too large', replace('xref\n0 8', 'xref\n0 20')],
  ['offsets of nine digits', replaceAll(/^0(?=\d{9} \d{5} [nf])/gm, () => '')],
  ['blanks for leading zeros', replaceAll(/^0+(?=\d+ 00000 n)/gm, (zeros) => ' '.repeat(zeros.length))],
  ['an entry without a line end', setRow(6, (rows) => `${rows[6]?.trimEnd()}  `)],
  ['entries of an unknown kind', replaceAll(/ 00000 n/g, () => ' 00000 N')],
  ['subsections that overlap', replace(/(xref\n0 )8(\n(?:.{19}\n){4})/, '$14$23 5\n')],
  ['a subsection that begins with a wrong number', replace(/(xref\n0 )8(\n(?:.{19}\n){4})/, '$14$25 4\n')],
  ['a startxref one byte late', moveStartxref(1)],
  ['a startxref twenty bytes late', moveStartxref(20)],
  ['a startxref one byte late, cross-reference stream', moveStartxref(1), STREAM],
  ['a second startxref of 0', (text) => `${text}startxref\n0\n%%EOF\n`],
  ['no word trailer', replace('trailer', '')],
  ['no trailer', replace(/trailer.*startxref/s, 'startxref')],
  ['no /Size', replace('/Size 8', '')],
  ['a /Size that is a reference', replace('/Size 8', '/Size 9 0 R')],
  ['no /Size, cross-reference stream', replace(/\/Size \d+/, ''), STREAM],
  [
    'a /Prev that leads back to the section',
    (text) => text.replace('/Root', `/Prev ${text.indexOf('xref\n0')} /Root`),
  ],
  ['a /Prev that is a real number', replace('/Root', '/Prev 0.0 /Root')],
  ['a /Prev beyond the end', replace('/Root', '/Prev 99999 /Root')],
  ['a /Length that is too small', replace('/Length 36', '/Length 10')],
  ['a /Length that is too large', replace('/Length 36', '/Length 90')],
  ['a negative /Length', replace('/Length 36', '/Length -1')],
  ['a /Length of 0', replace('/Length 36', '/Length 00')],
  ['a /Length that leads nowhere', replace('/Length 36', '/Length 99 0 R')],
  ['no /Length', replace('/Length 36', '          ')],
  [
    'data on the line of the keyword stream',
    (text) => text.replace('stream\nBT', 'stream BT').replace('/Length 36', '/Length 37'),
  ],
  ['no endstream', replace('\nendstream', '\n         ')],
  ['two swapped entries', (text) => swap(text, rowsOf(text)[3], rowsOf(text)[5])],
  ['an entry that leads to another object', setRow(5, (rows) => rows[2] ?? '')],
  ['an offset that is three bytes late', (text) => setRow(5, (rows) => moveOffsets(3)(rows[5] ?? ''))(text)],
  ['offsets that are three bytes late', moveOffsets(3)],
  ['another generation in the table', setRow(5, (rows) => (rows[5] ?? '').replace('00000 n', '00003 n'))],
  ['another generation in the header', replace('5 0 obj', '5 1 obj')],
  [
    'another generation in the reference and the header',
    (text) => text.replace('5 0 obj', '5 1 obj').replace('5 0 R]', '5 1 R]'),
  ],
  ['no end of the last object', replace('Helvetica >>\nendobj', 'Helvetica >>      ')],
  [
    'junk before the header, offsets from the first byte',
    (text) => JUNK + moveStartxref(JUNK.length)(moveOffsets(JUNK.length)(text)),
  ],
  [
    'junk before the header, startxref from the first byte',
    (text) => JUNK + moveStartxref(JUNK.length)(text),
  ],
  ['a /W of two numbers', replace('/W [1 4 2]', '/W [1 4]  '), STREAM],
  ['a /W with a real number', replace('/W [1 4 2]', '/W [1 4.0 2]'), STREAM],
  ['an /Index that counts too few', replace(/\/Index \[[^\]]*\]/, '/Index [0 5]'), STREAM],
  ['an /Index that counts too many', replace(/\/Index \[[^\]]*\]/, '/Index [0 50]'), STREAM],
  ['an /Index that begins with 1', replace(/\/Index \[[^\]]*\]/, '/Index [1 10]'), STREAM],
  ['an /Index of three numbers', replace(/\/Index \[[^\]]*\]/, '/Index [0 10 3]'), STREAM],
  ['a cross-reference stream without /Type', replace('/Type /XRef', ''), STREAM],
  ['a cross-reference stream of another /Type', replace('/Type /XRef', '/Type /Page'), STREAM],
  [
    'a wrong /Length of the cross-reference stream',
    replace(/\/Length (\d+) \/Root/, '/Length 9 /Root'),
    STREAM,
  ],
  ['an object stream with a larger /N', replace('/N 5', '/N 50'), STREAM],
  ['a wrong /Length of an object stream', replace(/(\/First \d+ \/Length) \d+/, '$1 20'), STREAM],
  ['an /XRefStm that is off by three', replace(/\/XRefStm (\d)/, '/XRefStm 3$1'), HYBRID],
  ['a /Root of another generation', replace('/Root 1 0 R', '/Root 1 5 R')],
  ['a /Count that is too large', replace('/Count 2', '/Count 7')],
  ['a /Count that is too small', replace('/Count 2', '/Count 1')],
  ['a /Count that is negative', replace('/Count 2 ', '/Count -2')],
  ['no /Count', replace('/Count 2', '        ')],
  ['a kid that leads nowhere', replace('/Kids [3 0 R', '/Kids [3 0 R 88 0 R')],
  ['a kid that is a number', replace('/Kids [3 0 R', '/Kids [3 0 R 7')],
  ['a list of kids that is not closed', replace('5 0 R]', '5 0 R ')],
  ['a page that is not closed', replace('/Contents 6 0 R >>', '/Contents 6 0 R   ')],
];

/** Violations that every reader interprets alike: saving may append. */
const READ_ALIKE: readonly Row[] = [
  ['rows of 19 bytes', replaceAll(/( [nf]) \n/g, (end) => end.replace(' \n', '\n'))],
  ['rows of 21 bytes', replaceAll(/( [nf]) \n/g, (end) => end.replace(' \n', ' \r\n'))],
  ['rows that end with CR LF', replaceAll(/( [nf]) \n/g, (end) => end.replace(' \n', '\r\n'))],
  ['rows that end with CR', replaceAll(/( [nf]) \n/g, (end) => end.replace(' \n', ' \r'))],
  ['an empty subsection', replace('xref\n0 8\n', 'xref\n0 0\n0 8\n')],
  ['a /Size that is too small', replace('/Size 8', '/Size 4')],
  ['a /Size that is too large', replace('/Size 8', '/Size 100')],
  ['a /Size that is too small, cross-reference stream', replace(/\/Size \d+/, '/Size 3 '), STREAM],
  ['a /Prev of 0', replace('/Root', '/Prev 0 /Root')],
  ['white space before the word xref', replace('\nxref\n', '\n  xref\n')],
  ['a startxref one byte early', moveStartxref(-1)],
  ['no %%EOF', replace('%%EOF\n', '')],
  ['junk after %%EOF', (text) => `${text}<html>junk</html>\n`],
  ['1,500 bytes of junk after %%EOF', (text) => text + 'j'.repeat(1500)],
  ['zeros after %%EOF', (text) => text + '\0'.repeat(1000)],
  ['an object without endobj', replace('\nendobj\n4 0', '\n      \n4 0')],
  ['offsets of the white space before the objects', moveOffsets(-1)],
  ['junk before the header', (text) => JUNK + text],
  ['junk before the header, cross-reference stream', (text) => JUNK + text, STREAM],
  ['a /W of four numbers', replace('/W [1 4 2]', '/W [1 4 2 0]'), STREAM],
  ['no /Index', replaceAll(/\/Index \[[^\]]*\]/g, (index) => ' '.repeat(index.length)), STREAM],
  ['a stream whose keyword CR alone ends', replace('stream\nBT', 'stream\rBT')],
];

function headless(text: string): string {
  return text.replace('xref\n0 8', 'xref\n0 7').replace('0000000000 65535 f \n', '');
}

function swap(text: string, one = '', other = ''): string {
  return text.replace(one, 'the other').replace(other, one).replace('the other', other);
}

function build([name, change, options = {}]: Row): Uint8Array {
  const text = Buffer.from(buildPdf(BODIES, options)).toString('latin1');
  const changed = change(text);
  expect(changed, name).not.toBe(text);
  return Buffer.from(changed, 'latin1');
}

function drawAndSave(bytes: Uint8Array): { readonly saved: Uint8Array; readonly repaired: boolean } {
  const file = openPdf(bytes);
  expect(file.pageCount).toBe(2);
  appendPageContent(file, file.page(0), '1 0 0 rg 10 10 20 20 re f');
  const saved = file.save().toBytes();
  return { saved, repaired: file.repaired };
}

function expectWhole(saved: Uint8Array): void {
  for (const { reader, pages, text } of textsByReaders(saved)) {
    expect([reader, pages]).toEqual([reader, 2]);
    if (reader !== 'qpdf') expect([reader, text]).toEqual([reader, 'Alpha Beta']);
  }
}

describe('a file that is read with tolerance', () => {
  it.each(REPAIRED.map((row) => ({ name: row[0], row })))(
    'with $name: is rewritten, and whole for other readers',
    ({ row }) => {
      const bytes = build(row);
      const { saved, repaired } = drawAndSave(bytes);
      expect(repaired).toBe(true);
      expect(openPdf(saved).repaired).toBe(false);
      expectWhole(saved);
    },
  );

  it.each(READ_ALIKE.map((row) => ({ name: row[0], row })))(
    'with $name: is continued, and whole for other readers',
    ({ row }) => {
      const bytes = build(row);
      const { saved, repaired } = drawAndSave(bytes);
      expect(repaired).toBe(false);
      expect(Buffer.from(saved.subarray(0, bytes.length)).equals(bytes)).toBe(true);
      expectWhole(saved);
    },
  );

  it('says so as soon as all objects are looked at, whatever page is drawn on', () => {
    const bytes = build(['a wrong /Length', replace(ALPHA, ALPHA.replace('/Length 36', '/Length 12'))]);
    const file = openPdf(bytes);
    expect(file.repaired).toBe(false);
    file.rewrite();
    expect(file.repaired).toBe(true);
  });
});
