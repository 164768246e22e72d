import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DictKeys } from '../read/dict-keys.ts';
import { roundsOf } from '../testing/share.ts';
import { ReferenceScanner } from './reference-scanner.ts';

const NAMES = {
  keys: new DictKeys(['Kids', 'D']),
  values: new DictKeys(['Font']),
  comparable: new DictKeys(['Image']),
};

/** Parts of values and of what follows, with digits wherever they are allowed. */
const PIECES = [
  ['/A', '/A1', '/Kids', '/Type', '/Font', '/Image', '/Length', '/ByteRange', '/F#41', '/F', '/D', '/P2P'],
  ['12', '0', '7 0 R', '12 0 R', '3 1 R', '10  0 R', '4 % 5\n 0 R', '-3', '.5', '0.25', '99999999999 0 R'],
  ['<<', '>>', '[', ']', '(a1)', '(\\051)', '<4f0>', 'true', 'null', '% 1\n', 'oops'],
  ['endobj', 'stream\n', 'endobj2', 'end'],
].flat();
const piece = fc.constantFrom(...PIECES);
const entry = fc
  .tuple(
    fc.constantFrom('/A', '/B1', '/Length', '/D', '/Type', '/Kids', '/ByteRange', '/G2', '/F', '/#46'),
    piece,
  )
  .map(([key, value]) => `${key} ${value}`);
const body = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(' ')),
  fc.array(entry, { maxLength: 5 }).map((entries) => `<< ${entries.join(' ')} >>`),
);
const end = fc.constantFrom('', '\n', '\nendobj\n', '\nstream\nxyz', ' % 3\nendobj', 'endobj');
const value = fc.tuple(body, end).map(([text, after]) => text + after);
/** Digits to replace those of a value. */
const digits = fc.array(fc.constantFrom('0', '1', '42', '65535', '4294967296'), {
  minLength: 1,
  maxLength: 6,
});

function redigit(text: string, others: readonly string[]): string {
  let at = 0;
  return text.replaceAll(/\d+/g, (old) => {
    at += 1;
    return at % 3 === 0 ? old : (others[at % others.length] ?? old);
  });
}

function scan(scanner: ReferenceScanner, text: string): unknown {
  const bytes = Uint8Array.from(Buffer.from(text, 'latin1'));
  const isPlain = scanner.scan(bytes, text.search(/\S|$/), bytes.length);
  if (!isPlain) return false;
  const { references, bodyEnd, position, streamLength, hasByteRange, hasName, hasFile, isComparable } =
    scanner;
  const found = Array.from({ length: references.length }, (_, at) => [
    references.number(at),
    references.generation(at),
    references.start(at),
    references.end(at),
  ]);
  return { found, bodyEnd, position, streamLength, hasByteRange, hasName, hasFile, isComparable };
}

describe('a scan that remembers shapes', () => {
  it('finds the same as a new scanner', () => {
    const values = fc.array(fc.tuple(value, digits), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(values, (pairs) => {
        const remembering = new ReferenceScanner(NAMES);
        for (const [text, others] of pairs) {
          for (const each of [text, redigit(text, others), text, redigit(text, [...others].reverse())])
            expect(scan(remembering, each), each).toEqual(scan(new ReferenceScanner(NAMES), each));
        }
      }),
      { numRuns: roundsOf(1500) },
    );
  });

  it('finds a name that it wants to know itself as well', () => {
    const scanner = new ReferenceScanner({
      keys: new DictKeys(['ByteRange', 'Length', 'Lock']),
      values: new DictKeys([]),
    });
    for (const key of ['ByteRange', 'Length', 'Lock', 'Other'])
      expect(scan(scanner, `<< /${key} 1 >>`)).toMatchObject({ hasName: key !== 'Other' });
    expect(scan(scanner, '<< /Length 7 >>')).toMatchObject({ streamLength: 7, hasByteRange: false });
  });

  it('notes a file that a stream names by a key of its own dictionary, however that is written', () => {
    const scanner = new ReferenceScanner(NAMES);
    for (const [entries, hasFile] of [
      ['/F (a)', true],
      ['/#46 7', true],
      ['/A << /F 7 >>', false],
      ['/A /F', false],
      ['/FF 7', false],
      ['/F 7', true],
      ['/F 8', true],
    ] as const)
      expect(scan(scanner, `<< ${entries} >>\nstream\n`), entries).toMatchObject({ hasFile });
  });

  it('takes no name with digits for another that is looked for', () => {
    const scanner = new ReferenceScanner({ keys: new DictKeys([]), values: new DictKeys(['3D']) });
    for (const name of ['2D', '3D', '4D', '3D'])
      expect(scan(scanner, `<< /Subtype /${name} >>`)).toMatchObject({ hasName: name === '3D' });
  });

  it('looks again after values of which none came twice', () => {
    const scanner = new ReferenceScanner(NAMES);
    for (let at = 0; at < 2000; at += 1) {
      const text = `<< /${'x'.repeat(at % 90)} ${at} 0 R >>\nendobj`;
      expect(scan(scanner, text)).toEqual(scan(new ReferenceScanner(NAMES), text));
    }
  });

  it('scans values in one memory after others in another, also when it has just begun to look again', () => {
    const scanner = new ReferenceScanner(NAMES);
    for (let at = 0; at < 1200; at += 1) {
      // Separate memory for each, as for a file and its object streams.
      const text = `${' '.repeat(at)}<< /${'x'.repeat(1 + at)} ${at} 0 R >>`;
      expect(scan(scanner, text)).toEqual(scan(new ReferenceScanner(NAMES), text));
    }
  });
});
