import fc from 'fast-check';
import { PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { decodeHex, stringBytes } from './strings.ts';

function literal(raw: string): string {
  return Buffer.from(stringBytes(PDFString.of(raw)) ?? []).toString('latin1');
}

describe('the bytes of a literal string', () => {
  it.each([
    ['plain', 'plain'],
    ['\\n\\r\\t\\b\\f', '\n\r\t\b\f'],
    ['\\(\\)\\\\', '()\\'],
    ['nested (brackets)', 'nested (brackets)'],
    ['\\101\\1012\\53x\\7', 'AA2+x\x07'],
    ['\\777', '\xff'],
    ['\\8\\9', '89'],
    ['\\q', 'q'],
    ['a\rb\r\nc\nd', 'a\nb\nc\nd'],
    ['one\\\nline', 'oneline'],
    ['one\\\rline', 'oneline'],
    // pdf-lib leaves the LF of this one in the text.
    ['one\\\r\nline', 'oneline'],
    ['\\\r\n\r\n', '\n'],
    ['end\\', 'end'],
    ['\xfe\xff\x00\\(', '\xfe\xff\x00('],
  ])('%j', (raw, bytes) => {
    expect(literal(raw)).toBe(bytes);
  });

  it('do not depend on the escapes', () => {
    const encodings = (byte: number) => [
      `\\${byte.toString(8).padStart(3, '0')}`,
      `\\\r\n\\${byte.toString(8).padStart(3, '0')}`,
      '\r\n\\()'.includes(String.fromCharCode(byte)) ? '' : String.fromCharCode(byte),
    ];
    const encoded = fc
      .tuple(fc.integer({ min: 0, max: 255 }), fc.nat(2))
      .map(([byte, kind]) => ({ byte, raw: encodings(byte)[kind] || (encodings(byte)[0] ?? '') }))
      // A backslash before a letter would be another escape.
      .filter(({ raw }) => raw !== '');
    fc.assert(
      fc.property(fc.array(encoded), (parts) => {
        const bytes = String.fromCharCode(...parts.map(({ byte }) => byte));
        expect(literal(parts.map(({ raw }) => raw).join(''))).toBe(bytes);
      }),
    );
  });
});

describe('the bytes of a hex string', () => {
  it.each([
    ['48656C6c6f', 'Hello'],
    ['48 65\n6c\t6C 6f', 'Hello'],
    ['484', 'H@'],
    ['', ''],
    ['4x1', 'A'],
  ])('%j', (digits, bytes) => {
    expect(Buffer.from(decodeHex(digits)).toString('latin1')).toBe(bytes);
    expect(stringBytes(PDFHexString.of(digits))).toEqual(decodeHex(digits));
  });
});

it('other objects have no bytes', () => {
  expect([stringBytes(PDFName.of('A')), stringBytes(undefined)]).toEqual([undefined, undefined]);
});
