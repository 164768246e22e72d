import { deflateSync } from 'node:zlib';
import {
  appendBodies,
  findStartxref,
  formatStream,
  insertBeforeTable,
  packRow,
  showText,
  signBodies,
  signedPage,
} from '@countersign/seal/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyFile } from '../verify-signatures.ts';

const UNLISTED = `4 0 obj\n${formatStream(showText('Pay 900'))}\nendobj\n`;
const PREDICTED = '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 5>>';
const FREE_ROW = packRow(0, 0);

const deflate = (data: string) => deflateSync(Buffer.from(data, 'latin1')).toString('latin1');
/** Prepends a PNG filter type to rows of five bytes. */
const predict = (data: string, filter = '\0') => deflate(data.replace(/.{5}/gs, (row) => filter + row));
const stateOf = (text: string) => verifyFile(Buffer.from(text, 'latin1')).state;

interface Section {
  /** Entries beside /Type, /Size, /Index, /W, /Prev and /Root. */
  readonly entries?: string;
  readonly widths?: string;
  readonly rows?: readonly string[];
  readonly index?: string;
  readonly encode?: (rows: string) => string;
}

/**
 * An object that no section lists was signed with the page: harmless, until a reader rejects the section of a later
 * increment and rebuilds the cross-reference from every `N G obj` in the file. Each section below was accepted here, and
 * rejected by MuPDF, Poppler, PDF.js or qpdf, which then showed "Pay 900" in place of "Pay 100".
 */
describe('a signed file with an unlisted object', () => {
  let text: string;

  beforeAll(async () => {
    text = await signBodies(signedPage(), (built) => insertBeforeTable(built, UNLISTED));
  });

  function appendSection({
    entries = '',
    widths = '1 3 1',
    rows = [FREE_ROW],
    index,
    encode,
  }: Section): string {
    const data = rows.join('');
    const keys = `/Type/XRef/Size 100/Index[${index ?? `60 ${rows.length}`}]/W[${widths}]/Prev ${findStartxref(text)}`;
    const stream = formatStream(encode?.(data) ?? data, `${entries}${keys}/Root 1 0 R`);
    return `${text}99 0 obj\n${stream}\nendobj\nstartxref\n${text.length}\n%%EOF\n`;
  }

  it.each<[string, Section]>([
    ['without a filter', {}],
    ['of compressed rows', { entries: '/Filter/FlateDecode', encode: deflate }],
    ['of compressed rows, in an array', { entries: '/Filter[/FlateDecode]', encode: deflate }],
    ['of compressed and predicted rows', { entries: PREDICTED, encode: predict }],
    ['with wide fields', { widths: '1 8 8', rows: ['\0'.repeat(17)] }],
  ])('is intact with a section %s', (_, section) => {
    expect(stateOf(appendSection(section))).toBe('intact');
  });

  it.each<[string, Section]>([
    ['an object stream that does not exist', { rows: [packRow(2, 90)] }],
    ['an object stream beyond the last object', { rows: [packRow(2, 65_000)] }],
    ['an object that is no object stream', { rows: [packRow(2, 1)] }],
    ['an enormous next free object', { widths: '1 8 1', rows: [`\0${'\xff'.repeat(8)}\0`] }],
    ['an enormous generation', { widths: '1 3 8', rows: [`\0\0\0\0${'\xff'.repeat(8)}`] }],
    ['a type of eight bytes', { widths: '8 3 1', rows: ['\0'.repeat(12)] }],
    ['a real number as a width, after much else', { widths: '1.0 3 1', entries: `/X(${'x'.repeat(2000)})` }],
    ['a real number in /Index, after much else', { index: '60.0 1', entries: `/X(${'x'.repeat(2000)})` }],
    ['an /XRefStm', { entries: '/XRefStm 5' }],
    ['the /DP of inline images', { entries: '/Filter/FlateDecode/DP<</Columns 5>>', encode: deflate }],
    ['the /F of inline images', { entries: '/F/FlateDecode' }],
    ['truncated data', { entries: '/Filter/FlateDecode', encode: (rows) => deflate(rows).slice(0, -5) }],
    [
      'a wrong header of its data',
      { entries: '/Filter/FlateDecode', encode: (rows) => `zz${deflate(rows).slice(2)}` },
    ],
    [
      'another filter',
      {
        entries: '/Filter/ASCIIHexDecode',
        encode: (rows) => `zz${Buffer.from(rows, 'latin1').toString('hex')}>`,
      },
    ],
    ['an unknown row filter', { entries: PREDICTED, encode: (rows) => predict(rows, '\x09') }],
    ['an unknown predictor', { entries: PREDICTED.replace('12', '99'), encode: predict }],
    ['a real number as a predictor', { entries: PREDICTED.replace('12', '12.0'), encode: predict }],
    [
      'parameters of another filter',
      { entries: '/Filter/FlateDecode/DecodeParms[null<</Columns 5>>]', encode: deflate },
    ],
  ])('is changed with a section that has %s', (_, section) => {
    expect(stateOf(appendSection(section))).toBe('changed');
  });

  it.each([
    ['/XRefStm 0', 'changed'],
    ['/XRefStm -5', 'changed'],
    ['/XRefStm/A', 'changed'],
    ['/Other 0', 'intact'],
  ])('with a trailer that has %s is %s', (entry, state) => {
    expect(stateOf(appendBodies(text, { 60: '[1]' }).replace(/\/Size 100/, `$&${entry}`))).toBe(state);
  });

  it('is changed if the first entry of the table is in use', () => {
    const appended = appendBodies(text, { 0: '[1]' });
    expect(stateOf(appended.replace('0 1\n0000000000 65535 f \n0 1\n', '0 1\n'))).toBe('changed');
  });

  it.each([
    ['obj 5', 'intact'],
    ['obj+5', 'changed'],
    ['obj-5', 'changed'],
  ])('with an object that begins with %s is %s', (start, state) => {
    const appended = appendBodies(text, { 60: '[1]' }).replace('60 0 obj\n[1]', `60 0 ${start}  `);
    expect(stateOf(appended)).toBe(state);
  });

  it.each([' '.repeat(70), '\n'.repeat(300)])(
    'is changed with one whose header has much white space',
    (blank) => {
      const data = `4${blank}0 obj\n(forged)`;
      expect(stateOf(appendBodies(text, { 60: formatStream(data) }))).toBe('changed');
    },
  );
});

describe('a signed file with an unlisted object and a broken one', () => {
  /** MuPDF and PDF.js rebuild the file when they come upon the broken object. */
  it.each([
    ['has no header', '50 0 objx\n[1]\nendobj\n'],
    ['has another number', '51 0 obj\n[1]\nendobj\n'],
    ['is not closed', '50 0 obj\n[[[<<\nendobj\n'],
  ])('is changed once a field refers to the broken one, which %s', async (_, broken) => {
    const bodies = signedPage('10 0 R ');
    const field = '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 50 20]/P 3 0 R/F 4';
    bodies[10] = `${field}>>`;
    const text = await signBodies(bodies, (built) => {
      const at = String(built.lastIndexOf('\nxref') + 1).padStart(10, '0');
      const listed = built
        .replace('trailer', `50 1\n${at} 00000 n \ntrailer`)
        .replace(/\/Size \d+/, '/Size 51');
      return insertBeforeTable(listed, broken + UNLISTED);
    });
    const fill = (look: string) =>
      appendBodies(text, { 10: `${field}/V(x)/AP<</N ${look} 0 R>>>>`, 60: formatStream('') });
    expect(stateOf(fill('60'))).toBe('intact');
    expect(stateOf(fill('50'))).toBe('changed');
  });
});

describe('a signed file that other readers read from its start, or not from its end', () => {
  /** The end was moved out of the bytes in which readers search for it. */
  it('is changed by white space after much white space', async () => {
    const text = await signBodies(
      signedPage(),
      (built) => insertBeforeTable(built, UNLISTED) + ' '.repeat(700),
    );
    expect(stateOf(`${text}${' '.repeat(200)}`)).toBe('intact');
    expect(stateOf(`${text}${' '.repeat(500)}`)).toBe('changed');
  });

  /** Readers then begin with the section after the first object, here an empty one. */
  it.each([
    ['another length', () => 0, 'intact'],
    ['the length that the file will have', (signed: number) => signed + 9, 'changed'],
    [
      'the length of the signed file, which begins with another section',
      (signed: number) => signed,
      'changed',
    ],
  ])('with a linearization dictionary that states %s is as expected', async (_, stated, state) => {
    const sign = (length: number) => {
      const bodies = signedPage();
      const catalog = `<</Linearized 1/L ${String(length).padStart(8)}`;
      return signBodies({ ...bodies, 1: bodies[1]?.replace('<<', catalog) ?? '' });
    };
    const text = await sign(stated((await sign(0)).length));
    expect(stateOf(text + ' '.repeat(9))).toBe(state);
  });
});
