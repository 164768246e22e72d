import fc from 'fast-check';
import { PDFContext, type PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import { roundsOf } from '../testing/share.ts';
import { ObjectParser } from './object-parser.ts';
import { WINDOW_EXHAUSTED } from './token-reader.ts';

function parse(text: string | Uint8Array): string {
  const parser = new ObjectParser(PDFContext.create(), DEFAULT_LIMITS);
  parser.reset(typeof text === 'string' ? Buffer.from(text, 'latin1') : text, 0, true);
  return String(parser.readObject()).replace(/\s+/g, ' ');
}

function isBroken(text: string): boolean {
  const parser = new ObjectParser(PDFContext.create(), DEFAULT_LIMITS);
  parser.reset(Buffer.from(text), 0, true);
  parser.readObject();
  return parser.isBroken;
}

function thrownBy(action: () => unknown): unknown {
  try {
    return action();
  } catch (thrown) {
    return thrown;
  }
}

describe('ObjectParser', () => {
  it.each([
    ['12', '12'],
    ['-.5', '-0.5'],
    ['+7.', '7'],
    ['--3', '-3'],
    ['99999999999999999999', '100000000000000000000'],
    ['4.5.6', '4.5'],
    ['12 0 R', '12 0 R'],
    ['12 0 Rx', '12'],
    ['12 65536 R', '12'],
    ['12 % comment\n0\rR', '12 0 R'],
    ['[1 2 R 3 0 R]', '[ 1 2 R 3 0 R ]'],
    ['[1 0 2]', '[ 1 0 2 ]'],
    ['/A#42c', '/ABc'],
    ['/caf#c3#a9', '/caf#C3#A9'],
    ['/caf\xe9', '/caf#E9'],
    ['/a#2342', '/a#2342'],
    ['/a#20b#2f#23#00', '/a#20b#2F#23#00'],
    ['/a#zz#4', '/a#23zz#234'],
    ['/#', '/#23'],
    ['/ /A', '/'],
    ['/', '/'],
    ['<4 8 65>', '<4865>'],
    ['(a(b)\\)c)', '(a(b)\\)c)'],
    ['<</A/B/C[<</D(x)>>]>>', '<< /A /B /C [ << /D (x) >> ] >>'],
    ['<</A 1 % comment\n/B true/C null>>', '<< /A 1 /B true /C null >>'],
    ['<</A 1 garbage /B 2', '<< /A 1 /B 2 >>'],
    ['[1 2 endobj', '[ 1 2 ]'],
  ])('reads %s', (text, expected) => {
    expect(parse(text)).toBe(expected);
  });

  /** Each changed what another reader showed after a seal, unnoticed. */
  it.each(['[+7 0 R]', '[7 -0 R]', '[7- 0 R]', '[7.0 0 R]', 'nul', '[1'])(
    'knows that readers interpret %s differently',
    (text) => {
      expect(isBroken(text)).toBe(true);
    },
  );

  it.each(['[7 0 R]', '-.5', '+7.', '99999999999999999999', 'null', '[true]'])(
    'knows that readers interpret %s alike',
    (text) => {
      expect(isBroken(text)).toBe(false);
    },
  );

  it('reads differently escaped names as the same key', () => {
    expect(parse('<</Type 1/Ty#70e 2/#54#79#70#65 3>>')).toBe('<< /Type 3 >>');
  });

  it('gives every name its bytes back, in the file and out of it', () => {
    const bytes = fc.uint8Array({ minLength: 0, maxLength: 80 });
    fc.assert(
      fc.property(bytes, (name) => {
        const escaped = Array.from(name, (byte) => `#${byte.toString(16).padStart(2, '0')}`).join('');
        const parser = new ObjectParser(PDFContext.create(), DEFAULT_LIMITS);
        parser.reset(Buffer.from(`/${escaped} `), 0, true);
        const read = parser.readObject() as PDFName;
        expect(read.asBytes()).toEqual(name);
        parser.reset(Buffer.from(`${read.asString()} `, 'latin1'), 0, true);
        expect(parser.readObject()).toBe(read);
      }),
    );
  });

  it('asks for more bytes wherever the window ends', () => {
    const text = '<</Length 12 0 R/Name/Value/Text(abc)/Hex<4142>/List[1 2.5 true]>> ';
    const parser = new ObjectParser(PDFContext.create(), DEFAULT_LIMITS);
    for (let length = 1; length < text.length - 2; length += 1) {
      parser.reset(Buffer.from(text.slice(0, length)), 0, false);
      expect(thrownBy(() => parser.readObject())).toBe(WINDOW_EXHAUSTED);
    }
  });

  it('ends on any bytes', () => {
    const alphabet = fc.constantFrom(...'<>[]()/% 01.-Rabc\n'.split(''), 'endobj', 'true', '<<', '>>');
    fc.assert(
      fc.property(fc.array(alphabet), (parts) => {
        expect(typeof parse(parts.join(''))).toBe('string');
      }),
      { numRuns: roundsOf(500) },
    );
  });

  it('pools small numbers and names', () => {
    const parser = new ObjectParser(PDFContext.create(), DEFAULT_LIMITS);
    parser.reset(Buffer.from('<</A 5/B 5>>'), 0, true);
    const dict = parser.readObject() as PDFDict;
    expect(dict.get(PDFName.of('A'))).toBe(dict.get(PDFName.of('B')));
    expect(dict.get(PDFName.of('A'))).toBeInstanceOf(PDFNumber);
  });
});
