import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRef, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { DictKeys } from '../read/dict-keys.ts';
import { FIELD_INDEX } from '../read/field-walks.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';

const FF = PDFName.of('Ff');
const KEYS = new DictKeys(['Ff']);
const REF = PDFRef.of(9);

/** A file with one untouched dictionary. */
function openWith(body: string, kind: 'table' | 'stream' = 'table') {
  const bodies = { ...pageBodies(1), 9: body };
  return openPdf(buildPdf(bodies, { kind, compressed: [1, 2, 9], trailer: '/Extra 9 0 R' }));
}

function flagsAfterSave(file: ReturnType<typeof openPdf>): unknown {
  const saved = file.save().toBytes();
  expect(complaintsOfQpdf(saved)).toBe('');
  const dict = openPdf(saved).context.lookup(REF, PDFDict);
  expect(dict.keys().filter((key) => key === FF)).toHaveLength(1);
  return dict.get(FF);
}

const SPELLINGS: readonly (readonly [what: string, body: string])[] = [
  ['without the entry', '<</T(a)/F 4>>'],
  ['with it', '<</T(a)/Ff 2/F 4>>'],
  ['with it as a delimited value', '<</Ff[0 1]/T(a)>>'],
  ['with it as null', '<</Ff null/T(a)>>'],
  ['with the key written in hexadecimal', '<</#46f 2/T(a)>>'],
  ['with a comment before its end', '<</T(a) % a comment >>\n>>'],
  ['that ends in a reference', '<</T(a)/P 3 0 R>>'],
  ['that has it twice', '<</Ff 2/T(a)/Ff 3>>'],
  ['in white space', '  <<\n/T (a)\n/Ff   2\n>>  '],
];

describe.each(['table', 'stream'] as const)('an entry set in a file of kind %s', (kind) => {
  it.each(SPELLINGS)('is saved in a dictionary %s', (_, body) => {
    const file = openWith(body, kind);
    file.setEntry(REF, FF, PDFNumber.of(7));
    expect(flagsAfterSave(file)).toEqual(PDFNumber.of(7));
  });

  it.each(SPELLINGS)(
    'is saved by an earlier walk over a dictionary %s, whatever else that looked for',
    (_, body) => {
      for (const names of [['T', 'Ff'], ['T']]) {
        const file = openWith(body, kind);
        const walked = file.walkDict(REF, new DictKeys(names));
        expect(walked).toBeDefined();
        file.setEntry(REF, FF, PDFNumber.of(7), walked);
        expect(flagsAfterSave(file)).toEqual(PDFNumber.of(7));
      }
    },
  );

  it.each(SPELLINGS)('is in the object of a dictionary %s as soon as that is looked up', (_, body) => {
    const file = openWith(body, kind);
    file.setEntry(REF, FF, PDFNumber.of(7));
    expect(file.walkDict(REF, KEYS)).toBeUndefined();
    expect(file.context.lookup(REF, PDFDict).get(FF)).toEqual(PDFNumber.of(7));
    expect(flagsAfterSave(file)).toEqual(PDFNumber.of(7));
  });

  it('makes no object', () => {
    const file = openWith('<</T(a)/Ff 2>>', kind);
    const before = file.parsedObjectCount;
    file.setEntry(REF, FF, PDFNumber.of(7));
    expect(file.saveIncremental().increment.length).toBeGreaterThan(0);
    expect(file.parsedObjectCount).toBe(before);
  });

  it('appends nothing when the file says the same', () => {
    const file = openWith('<</T(a)/Ff 2>>', kind);
    file.setEntry(REF, FF, PDFNumber.of(2));
    expect(file.saveIncremental().increment).toHaveLength(0);
  });

  it('survives a rewrite', () => {
    const bytes = buildPdf(
      { ...pageBodies(1, '/Annots [9 0 R]'), 9: '<</T(a)/Ff 2>>' },
      { kind, compressed: [1, 2, 9] },
    );
    const file = openPdf(bytes);
    file.setEntry(REF, FF, PDFNumber.of(7));
    const [annotation] = openPdf(file.rewrite().toBytes()).page(0).annotations();
    expect(annotation?.dict.get(FF)).toEqual(PDFNumber.of(7));
  });
});

it('Of several entries and several values the last counts, and what was there stays', () => {
  const file = openWith('<</T(a)/Ff 2/F 4>>');
  file.setEntry(REF, FF, PDFNumber.of(3));
  file.setEntry(REF, PDFName.of('V'), PDFString.of('x'));
  file.setEntry(REF, FF, PDFNumber.of(7));
  expect(flagsAfterSave(file)).toEqual(PDFNumber.of(7));
  const dict = file.context.lookup(REF, PDFDict);
  expect(dict.entries().map(([key, value]) => `${key} ${value}`)).toEqual([
    '/T (a)',
    '/Ff 7',
    '/F 4',
    '/V (x)',
  ]);
});

it('An object that was looked up before is changed itself', () => {
  const file = openWith('<</T(a)/Ff 2>>');
  const dict = file.context.lookup(REF, PDFDict);
  file.setEntry(REF, FF, PDFNumber.of(7));
  expect(dict.get(FF)).toEqual(PDFNumber.of(7));
});

it.each(['table', 'stream'] as const)(
  'A field in a file of kind %s is walked once, edited or not',
  (kind) => {
    const file = openWith('<</T(a)/Ff 2>>', kind);
    const walked = file.walkField(REF);
    expect(walked?.kindAt(FIELD_INDEX.T)).toBe('string');
    expect(file.walkField(REF)).toBe(walked);
    file.setEntry(REF, FF, PDFNumber.of(7));
    expect(file.walkField(REF)).toBeUndefined();
    expect(file.walkUneditedField(REF)).toBe(walked);
    file.context.lookup(REF);
    expect(file.walkUneditedField(REF)).toBeUndefined();
  },
);

it('An object that replaces the edited one, or its deletion, counts more than the edit', () => {
  const file = openWith('<</T(a)/Ff 2>>');
  file.setEntry(REF, FF, PDFNumber.of(7));
  file.context.assign(REF, file.context.obj({ Ff: 1 }));
  expect(flagsAfterSave(file)).toEqual(PDFNumber.of(1));
  const other = openWith('<</T(a)/Ff 2>>');
  other.setEntry(REF, FF, PDFNumber.of(7));
  other.context.delete(REF);
  expect(openPdf(other.save().toBytes()).context.lookup(REF)).toBeUndefined();
});

it('ignores entries for objects that are missing or not dictionaries', () => {
  const file = openWith('[1 2]');
  file.setEntry(REF, FF, PDFNumber.of(7));
  file.setEntry(PDFRef.of(99), FF, PDFNumber.of(7));
  expect(file.saveIncremental().increment).toHaveLength(0);
  expect(file.context.lookup(REF)).toBeInstanceOf(PDFArray);
});
