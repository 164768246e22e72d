import { deflateSync } from 'node:zlib';
import { PDFContext, PDFRawStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { Budget } from '../limits.ts';
import { decodeAscii85, decodeAsciiHex, decodeLzw, decodeRunLength, undoPredictor } from './filters.ts';
import { decodeStream } from './streams.ts';

const LIMIT = 1_000_000;
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

function packLzw(codes: readonly number[], early = 1): Uint8Array {
  let bits = '';
  let entries = 258;
  let isFirst = true;
  for (const code of codes) {
    const width = Math.max(9, Math.min(12, Math.floor(Math.log2(entries + early)) + 1));
    bits += code.toString(2).padStart(width, '0');
    if (code === 256) entries = 258;
    else if (!isFirst && entries < 4096) entries += 1;
    isFirst = code === 256;
  }
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  return Uint8Array.from(padded.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

function encodeLzw(bytes: Uint8Array): number[] {
  const codes = [256];
  let table = new Map<string, number>();
  let piece = '';
  const codeOf = (key: string): number => (key.length === 1 ? key.charCodeAt(0) : (table.get(key) ?? -1));
  for (const byte of bytes) {
    const longer = piece + String.fromCharCode(byte);
    if (piece === '' || table.has(longer)) {
      piece = longer;
      continue;
    }
    codes.push(codeOf(piece));
    table.set(longer, 258 + table.size);
    piece = String.fromCharCode(byte);
    if (table.size < 4096 - 258 - 2) continue;
    codes.push(codeOf(piece), 256);
    table = new Map();
    piece = '';
  }
  if (piece !== '') codes.push(codeOf(piece));
  return [...codes, 257];
}

describe('LZW', () => {
  it('gives the example of the standard', () => {
    const encoded = Uint8Array.from([0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01]);
    expect([...decodeLzw(encoded, LIMIT)]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
  });

  it.each([1, 0])('gives back what was encoded through every width of code, EarlyChange %d', (early) => {
    const bytes = Uint8Array.from({ length: 30_000 }, (_, i) => ((i * i) % 251) ^ ((i >> 7) % 17));
    const decoded = decodeLzw(packLzw(encodeLzw(bytes), early), LIMIT, early === 1);
    expect(Buffer.compare(decoded, bytes)).toBe(0);
  });

  it('stops at the limit: codes of twelve bits stand for thousands of bytes each', () => {
    const codes = [256, 0, ...Array.from({ length: 3800 }, (_, i) => 258 + i)];
    expect(() => decodeLzw(packLzw(codes), 100_000)).toThrow(/inflatedStream/);
  });
});

describe('the other filters', () => {
  it('ASCII85 gives bytes, zeros for z and a short last group', () => {
    expect(text(decodeAscii85(latin1('9jqo^BlbD-BleB1DJ+*+F(f,q'), LIMIT))).toBe('Man is distinguished');
    expect([...decodeAscii85(latin1('z !!\n!!"~>xx'), LIMIT)]).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect([...decodeAscii85(latin1('5sd~>'), LIMIT)]).toEqual([...latin1('AB')]);
  });

  it('ASCIIHex passes over blanks and ends an odd number of digits with 0', () => {
    expect([...decodeAsciiHex(latin1('4 1 4\n2 7>99'), LIMIT)]).toEqual([0x41, 0x42, 0x70]);
  });

  it('RunLength copies and repeats', () => {
    expect(text(decodeRunLength(Uint8Array.from([2, 97, 98, 99, 254, 120, 128, 5]), LIMIT))).toBe('abcxxx');
  });

  it.each([
    ['RunLength', () => decodeRunLength(new Uint8Array(2000).fill(129), 10_000)],
    ['ASCII85', () => decodeAscii85(latin1('z'.repeat(5000)), 10_000)],
    ['ASCIIHex', () => decodeAsciiHex(latin1('00'.repeat(20_000)), 10_000)],
  ])('%s stops at the limit', (_, decode) => {
    expect(decode).toThrow(/inflatedStream/);
  });
});

describe('a predictor', () => {
  const context = PDFContext.create();
  const parameters = context.obj({ Predictor: 12, Columns: 4 });

  it('is undone for every type of PNG row', () => {
    const rows = [
      [0, 1, 2, 3, 4],
      [1, 1, 1, 1, 1],
      [2, 1, 1, 1, 1],
      [3, 2, 2, 2, 2],
      [4, 1, 1, 1, 1],
    ].flat();
    const expected = [1, 2, 3, 4, 1, 2, 3, 4, 2, 3, 4, 5, 3, 5, 6, 7, 4, 6, 7, 8];
    expect([...undoPredictor(Uint8Array.from(rows), parameters)]).toEqual(expected);
  });

  it('gives what a row that was cut off has', () => {
    const rows = Uint8Array.from([2, 1, 1, 1, 1, 2, 5, 5]);
    expect([...undoPredictor(rows, parameters)].slice(0, 6)).toEqual([1, 1, 1, 1, 6, 6]);
  });
});

describe('a chain of filters', () => {
  const context = PDFContext.create();
  const streamOf = (bytes: Uint8Array, ...filters: string[]): PDFRawStream =>
    PDFRawStream.of(context.obj({ Filter: filters }), bytes);
  const million = deflateSync(Buffer.alloc(1_000_000));

  it('is undone from the outside in', () => {
    const hex = latin1(deflateSync(latin1('inside')).toString('hex'));
    expect(text(decodeStream(streamOf(hex, 'ASCIIHexDecode', 'FlateDecode'), LIMIT))).toBe('inside');
  });

  it('counts what each filter makes: a bomb in a bomb is stopped on the way', () => {
    const bomb = streamOf(deflateSync(deflateSync(million)), 'FlateDecode', 'FlateDecode', 'FlateDecode');
    expect(decodeStream(bomb, LIMIT)).toHaveLength(1_000_000);
    expect(() => decodeStream(bomb, LIMIT, new Budget('inflatedTotal', 1_000_000))).toThrow(/inflatedTotal/);
  });

  it('is counted when it breaks, or broken streams would cost nothing', () => {
    const broken = streamOf(latin1('no zlib data'.repeat(100)), 'FlateDecode');
    const budget = new Budget('inflatedTotal', 500_000);
    expect(() => decodeStream(broken, LIMIT, budget)).toThrow(/cannot be inflated/);
    expect(() => decodeStream(broken, LIMIT, budget)).toThrow(/cannot be inflated/);
    expect(() => decodeStream(broken, LIMIT, budget)).toThrow(/inflatedTotal/);
  });

  it('is refused when it is longer than any in use', () => {
    const filters = Array.from({ length: 9 }, () => 'ASCIIHexDecode');
    expect(() => decodeStream(streamOf(latin1('41>'), ...filters), LIMIT)).toThrow(/filters/);
  });

  it('is refused when it has an unknown filter', () => {
    expect(() => decodeStream(streamOf(latin1('x'), 'JPXDecode'), LIMIT)).toThrow(/JPXDecode/);
  });
});
