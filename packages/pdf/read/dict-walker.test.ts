import fc from 'fast-check';
import { PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { roundsOf } from '../testing/share.ts';
import { isSameObject } from '../write/serialise.ts';
import { DictKeys } from './dict-keys.ts';
import { RawDict, walkDict, walkDictAt } from './dict-walker.ts';
import { EntryMemo } from './entry-memo.ts';
import { ObjectParser } from './object-parser.ts';
import {
  type RawValue,
  rawBoolean,
  rawItems,
  rawName,
  rawNumber,
  rawNumbers,
  rawRect,
  rawRef,
  rawText,
} from './raw-value.ts';
import { CUT, IRREGULAR } from './strict-reader.ts';

const KEYS = new DictKeys(['A', 'B', 'Type', 'Rect', 'a b']);

const PARSER = new ObjectParser(PDFContext.create(), DEFAULT_LIMITS);

function walk(text: string): RawDict | number {
  const bytes = Buffer.from(text, 'latin1');
  return walkDictAt(bytes, 0, bytes.length, KEYS, new EntryMemo());
}

function found(text: string): RawDict {
  const result = walk(text);
  if (!(result instanceof RawDict)) throw new Error(`${text} gives ${result}`);
  return result;
}

function parse(bytes: Uint8Array, start = 0, end = bytes.length): PDFObject | undefined {
  PARSER.reset(bytes, start, true, end);
  return PARSER.readObject();
}

function sourceOf(value: RawValue | undefined): string | undefined {
  return value && Buffer.from(value.bytes.subarray(value.start, value.end)).toString('latin1');
}

describe('a walk over a dictionary', () => {
  it('finds values of every kind', () => {
    expect(rawName(found('<</A/caf#c3#a9>>').get('A'))).toBe('café');
    expect(rawNumber(found('<</A -1.5 /B 2>>').get('A'))).toBe(-1.5);
    expect(rawRef(found('<</A 12 0 R/B 1>>').get('A'))).toBe(PDFRef.of(12, 0));
    expect(rawText(found('<</A(a\\(b\\)\\\r\n(c)) >>').get('A'))).toBe('a(b)(c)');
    expect(rawText(found('<</A <FEFF 00E5> >>').get('A'))).toBe('å');
    expect(rawBoolean(found('<</A true/B false>>').get('A'))).toBe(true);
    expect(rawBoolean(found('<</A true/B false>>').get('B'))).toBe(false);
    expect(rawNumbers(found('<</Rect[0 1.5 % x\n 3 4]>>').get('Rect'))).toEqual([0, 1.5, 3, 4]);
    expect(rawRect(found('<</Rect[0 1.5 % x\n 3 -4]>>').get('Rect'))).toEqual([0, 1.5, 3, -4]);
    const inner = walkDict(found('<</A<</B<</A 1>>/A 2>>/B 3>>').get('A'), KEYS);
    expect([rawNumber(inner?.get('A')), sourceOf(inner?.get('B'))]).toEqual([2, '<</A 1>>']);
  });

  it.each(['[1 2 3]', '[1 2 3 4 5]', '[1 2 3 4 0 R]', '[1 2 /A 4]', '(1 2 3 4)'])(
    'takes %s for no rectangle',
    (array) => {
      expect(rawRect(found(`<</Rect${array}>>`).get('Rect'))).toBeUndefined();
    },
  );

  it('gives nothing for a value of another kind', () => {
    const dict = found('<</A 1/B[1 0 R]>>');
    const a = dict.get('A');
    expect([rawName(a), rawText(a), rawRef(a), rawBoolean(a), rawItems(a), walkDict(a, KEYS)]).toEqual(
      new Array(6).fill(undefined),
    );
    expect(rawNumbers(dict.get('B'))).toBeUndefined();
    expect(rawItems(dict.get('B'))?.map(rawRef)).toEqual([PDFRef.of(1, 0)]);
    expect([rawNumber(undefined), rawItems(undefined), walkDict(undefined, KEYS)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('returns the last of equal keys, however they are escaped', () => {
    expect(rawNumber(found('<</Type 1/Ty#70e 2/Other 3>>').get('Type'))).toBe(2);
    expect(found('<</A 1/A null>>').get('A')).toBeUndefined();
    expect(rawNumber(found('<</a#20b 7>>').get('a b'))).toBe(7);
  });

  it.each(['<</A 1>', '<</A (x>>', '<</A 1 0', '<', '<</A <41', '<</A 1 >'])(
    '%s goes on beyond the bytes',
    (text) => {
      expect(walk(text)).toBe(CUT);
    },
  );

  it.each([
    '<</A 1> >>',
    '<</A [1}] >>',
    '<</A [1 2>>',
    '<</A [<<]>>] >>',
    '<</A word /B 1>>',
    '<</A 1 2 >>',
    '<</A endobj /B 1>>',
    '<</A 1234567890123456 0 R>>',
    '<</A 1 70000 R>>',
    '<</A 12aR/B 1>>',
    '<</A<</B/C/D>>>>',
    '<</A<4x>/B 1>>',
    '[1]   ',
    `<</A ${'['.repeat(100)}${']'.repeat(100)}>>`,
  ])('%s is left to the parser', (text) => {
    expect(walk(text)).toBe(IRREGULAR);
  });
});

function describeWalk(text: string, memo: EntryMemo): unknown {
  const bytes = Buffer.from(text, 'latin1');
  const walked = walkDictAt(bytes, 0, bytes.length, KEYS, memo);
  if (!(walked instanceof RawDict)) return walked;
  const { start, end } = walked;
  return { start, end, ranges: KEYS.names.map((_, key) => [walked.rangeOf(key), walked.count(key)]) };
}

describe('EntryMemo', () => {
  it.each([
    ['a value that goes on', ['<</A 4/B 5>>', '<</A 4 0 R/B 5>>', '<</A 4/B 5>>']],
    ['an entry more and one less', ['<</A 1/B 2>>', '<</A 1/X 3/B 2>>', '<</A 1>>', '<</B 2/A 1>>']],
    ['a dictionary that is cut off', ['<</A 1/B (x)>>', '<</A 1/B (x', '<</A 1/B (x)', '<</A 1/B (x)>']],
    ['a broken one in between', ['<</A 1/B 2>>', '<</A 1 2/B 2>>', '<</A 1/B 2>>']],
    ['one key twice', ['<</A 1/A 2>>', '<</A 1/A 2>>']],
    ['more entries than are remembered', [`<<${'/A 1'.repeat(40)}>>`, `<<${'/A 1'.repeat(39)}/B 2>>`]],
  ])('finds the same as a walk without one after %s', (_, texts) => {
    const memo = new EntryMemo();
    for (const text of texts) expect(describeWalk(text, memo)).toEqual(describeWalk(text, new EntryMemo()));
  });

  it('forgets what it found for other keys', () => {
    const memo = new EntryMemo();
    const bytes = Buffer.from('<</A 1/B 2>>');
    walkDictAt(bytes, 0, bytes.length, new DictKeys(['B', 'A']), memo);
    expect(describeWalk('<</A 1/B 2>>', memo)).toEqual(describeWalk('<</A 1/B 2>>', new EntryMemo()));
  });
});

/** Regular PDF syntax, with white space and comments in between. */
const space = fc.constantFrom(' ', '\n', '\r\n', '% note >> (\n', '\t', '\0');
const regular = fc.string({ unit: fc.constantFrom(...'abcXYZ019.#-R'), minLength: 1, maxLength: 5 });
const name = fc.oneof(
  fc.constantFrom('/A', '/B', '/Type', '/Rect', '/T#79pe', '/a#20b'),
  regular.map((t) => `/${t}`),
);
const scalar = fc.oneof(
  name,
  fc.integer().map(String),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value.toFixed(4)),
  fc.constantFrom('true', 'false', 'null', '.5', '-3.', '+7', '--2', '<>', '()'),
  fc
    .tuple(fc.nat(99999), fc.nat(3), space)
    .map(([number, generation, gap]) => `${number}${gap}${generation} R`),
  fc
    .string({ unit: fc.constantFrom('a', '\\(', '\\)', '(x)', '\\\\', '>>', '%', ' ', '\xfe') })
    .map((t) => `(${t})`),
  fc.string({ unit: fc.constantFrom(...'0123456789abcDEF \n') }).map((digits) => `<${digits}>`),
);
const { dict } = fc.letrec<{ value: string; array: string; dict: string }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, scalar, tie('array'), tie('dict')),
  array: fc
    .array(fc.tuple(tie('value'), space), { maxLength: 5 })
    .map((items) => `[${items.flat().join('')}]`),
  dict: fc
    .array(fc.tuple(name, space, tie('value'), space), { maxLength: 6 })
    .map((entries) => `<<${entries.flat().join('')}>>`),
}));

/** Expects the walk to find exactly what the parser finds. */
function expectAgreement(text: string, walked: RawDict): void {
  const parsed = parse(Buffer.from(text, 'latin1'));
  if (!(parsed instanceof PDFDict)) throw new Error('the parser found no dictionary');
  for (const key of KEYS.names) {
    const value = walked.get(key);
    const actual = value && parse(value.bytes, value.start, value.end);
    const expected = parsed.get(PDFName.of(key));
    if (!isSameObject(actual, expected)) throw new Error(`/${key} is ${actual}, for the parser ${expected}`);
    expect(rawNumber(value) ?? 0).toBe(value?.kind === 'number' ? Number(String(expected)) : 0);
  }
}

describe('a walk and the parser', () => {
  it('agree on every regular dictionary', () => {
    fc.assert(
      fc.property(dict, (text) => expectAgreement(text, found(text))),
      { numRuns: roundsOf(1000) },
    );
  });

  it('find the same with and without a memo of similar dictionaries', () => {
    const edit = fc.tuple(
      fc.nat(),
      fc.nat(3),
      fc.constantFrom('', ' ', '1', '/', '>', '(', ')', ' 0 R', '%\n'),
    );
    const alike = fc.tuple(dict, fc.array(edit, { minLength: 1, maxLength: 8 })).map(([text, edits]) =>
      edits.flatMap(([at, length, junk]) => {
        const offset = at % text.length;
        return [text, `${text.slice(0, offset)}${junk}${text.slice(offset + length)}`, text.slice(0, offset)];
      }),
    );
    fc.assert(
      fc.property(alike, (texts) => {
        const memo = new EntryMemo();
        for (const text of texts)
          expect(describeWalk(text, memo)).toEqual(describeWalk(text, new EntryMemo()));
      }),
      { numRuns: roundsOf(1000) },
    );
  });

  it('agree on broken ones, or the walk gives up', () => {
    const broken = fc
      .tuple(dict, fc.nat(), fc.constantFrom('', '>', '<', '(', ')', '[', ']', '/', 'R', 'endobj', '\\', '%'))
      .map(([text, at, junk]) => {
        const offset = at % text.length;
        return `${text.slice(0, offset)}${junk}${text.slice(offset + (at % 3))} endobj `;
      });
    fc.assert(
      fc.property(broken, (text) => {
        const walked = walk(text);
        if (walked instanceof RawDict) expectAgreement(text, walked);
      }),
      { numRuns: roundsOf(2000) },
    );
  });
});

describe('PdfFile.walkDict', () => {
  const bodies = {
    ...pageBodies(1),
    10: `<< /A 1 /B (${'x'.repeat(10_000)}) >>`,
    11: '<< /A 2 /Length 1 >>\nstream\nx\nendstream',
    12: '[1]',
    13: '<< /A 3 >>',
  };
  const ref = (number: number) => PDFRef.of(number);

  it.each(['table', 'stream'] as const)('reads objects of a file with a cross-reference %s', (kind) => {
    const file = openPdf(buildPdf(bodies, { kind, compressed: [10, 13] }));
    const before = file.parsedObjectCount;
    expect(rawNumber(file.walkDict(ref(10), KEYS)?.get('A'))).toBe(1);
    expect(rawText(file.walkDict(ref(10), KEYS)?.get('B'))).toHaveLength(10_000);
    expect(rawNumber(file.walkDict(ref(13), KEYS)?.get('A'))).toBe(3);
    expect(file.parsedObjectCount).toBe(before);
  });

  it('leaves streams, other objects, and what is not there to the parser', () => {
    const file = openPdf(buildPdf(bodies));
    for (const number of [11, 12, 99]) expect(file.walkDict(ref(number), KEYS)).toBeUndefined();
    expect(file.walkDict(PDFRef.of(13, 1), KEYS)).toBeUndefined();
  });

  it('returns undefined for an object that may have changed in memory', () => {
    const file = openPdf(buildPdf(bodies));
    file.context.lookup(ref(13), PDFDict).set(PDFName.of('A'), PDFName.of('Changed'));
    file.context.delete(ref(10));
    expect([file.walkDict(ref(13), KEYS), file.walkDict(ref(10), KEYS)]).toEqual([undefined, undefined]);
  });
});
