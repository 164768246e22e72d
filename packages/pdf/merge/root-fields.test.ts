import { PDFDict, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { lookupArray } from '../read/lookup.ts';
import { decodeTextString } from '../read/strings.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';
import { mergePdfs } from './merge.ts';

const FIELDS: readonly string[] = [
  '<</FT/Tx/T(plain)/V(1)/DA(/B 8 Tf)/Q 2>>',
  '  <<  /T  (a\\(b\\)) /FT/Tx/V(2)/Q 0\n>>',
  '<</FT/Tx/T<FEFF00C5>/V(3)/AP<</N 20 0 R>>/Parent null>>',
  '<</FT/Tx/T 21 0 R/V(4)>>',
  '<</FT/Tx/T(first)/T(last)/V(5)>>',
  '<</FT/Tx/V(6)>>',
  '<</FT/Tx/T(node)/Kids[22 0 R]>>',
  '<</FT/Tx/T()/V(7)>>',
  '<</FT/Tx/T(plain)/V(8)>>',
];

/** A form whose root fields are encoded in the ways above, with defaults that the first two override. */
function formFile(kind: 'table' | 'stream'): Uint8Array {
  const refs = FIELDS.map((_, index) => `${9 + index} 0 R`).join(' ');
  const bodies = {
    ...pageBodies(1),
    1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${refs}]/DA(/A 9 Tf)/Q 1>>>>`,
    ...Object.fromEntries(FIELDS.map((field, index) => [9 + index, field])),
    20: '<</Length 0>>\nstream\n\nendstream',
    21: '(indirect)',
    22: '<</Parent 15 0 R/T(kid)/V(9)>>',
  };
  const compressed = [...FIELDS.keys()].map((index) => 9 + index);
  return buildPdf(bodies, kind === 'stream' ? { kind, compressed } : { kind });
}

type Facts = readonly (string | undefined)[];

function readFields(bytes: Uint8Array): Facts[] {
  const { catalog } = openPdf(bytes);
  const form = catalog.lookup(PDFName.of('AcroForm'), PDFDict);
  return (lookupArray(form, 'Fields')?.asArray() ?? []).map((ref) => {
    const field = catalog.context.lookup(ref, PDFDict);
    const read = (key: string) => decodeTextString(field.lookup(PDFName.of(key)));
    return [read('T'), read('V'), read('DA'), String(field.lookup(PDFName.of('Q')))];
  });
}

const EXPECTED: readonly Facts[] = [
  ['plain', '1', '/B 8 Tf', '2'],
  ['a(b)', '2', '/A 9 Tf', '0'],
  ['Å', '3', '/A 9 Tf', '1'],
  ['indirect', '4', '/A 9 Tf', '1'],
  ['last', '5', '/A 9 Tf', '1'],
  [undefined, '6', '/A 9 Tf', '1'],
  ['node', undefined, '/A 9 Tf', '1'],
  ['', '7', '/A 9 Tf', '1'],
  ['plain', '8', '/A 9 Tf', '1'],
];

function renamed(copy: number): Facts[] {
  return EXPECTED.map(([name, ...rest]) => [name === undefined ? name : `${name}#${copy}`, ...rest]);
}

describe.each(['table', 'stream'] as const)('the root fields of merged files of kind %s', (kind) => {
  it.each([
    ['edited as bytes', 0],
    ['parsed', Number.MAX_SAFE_INTEGER],
  ])('are renamed and keep the defaults of their form, %s', (_, copiesFrom) => {
    const files = [1, 2, 3].map(() => openPdf(formFile(kind)));
    const merged = mergePdfs(files, { copiesFrom }).toBytes();
    expect(readFields(merged)).toEqual([...EXPECTED, ...renamed(2), ...renamed(3)]);
    expect(complaintsOfQpdf(merged)).toBe('');
  });

  it('are read without being parsed', () => {
    const file = openPdf(formFile(kind));
    mergePdfs([openPdf(formFile(kind)), file], { copiesFrom: 0 });
    // Those with an indirect name, a repeated one and kids are parsed.
    const parsed = FIELDS.map((_, index) => file.isTouched(file.refTo(9 + index)));
    expect(parsed).toEqual([false, false, false, true, true, false, true, false, false]);
  });
});

it.each(['table', 'stream'] as const)(
  'are edited as bytes after `setEntry` named them, in a file of kind %s',
  (kind) => {
    const file = openPdf(formFile(kind));
    const [plain, unnamed] = [file.refTo(9), file.refTo(14)];
    file.setEntry(plain, PDFName.of('T'), PDFString.of('given'), file.walkField(plain));
    file.setEntry(unnamed, PDFName.of('T'), PDFString.of('new'));
    const merged = mergePdfs([openPdf(formFile(kind)), file], { copiesFrom: 0 }).toBytes();
    const fields = readFields(merged).slice(FIELDS.length);
    expect(fields[0]).toEqual(['given', '1', '/B 8 Tf', '2']);
    expect(fields[5]).toEqual(['new', '6', '/A 9 Tf', '1']);
    expect(file.editsOf(plain)).toBeDefined();
    expect(complaintsOfQpdf(merged)).toBe('');
  },
);

it('are moved with the names that they have if these are distinct, which is not looked at', () => {
  const file = openPdf(formFile('table'));
  const [plain, unnamed] = [file.refTo(9), file.refTo(14)];
  file.setEntry(plain, PDFName.of('T'), PDFString.of('given'));
  file.setEntry(unnamed, PDFName.of('T'), PDFName.of('new'));
  const files = [openPdf(formFile('table')), file];
  const merged = mergePdfs(files, { renameField: 'distinct', copiesFrom: 0 }).toBytes();
  const names = readFields(merged).map(([name]) => name);
  const kept = EXPECTED.map(([name]) => name);
  expect(names).toEqual([...kept, 'given', ...kept.slice(1)]);
  expect(complaintsOfQpdf(merged)).toBe('');
});

it('asks for a new name about as often as there are files with a name', () => {
  let asked = 0;
  const renameField = (name: string, copy: number) => {
    asked += 1;
    return `${name}#${copy}`;
  };
  const files = Array.from({ length: 20 }, () => openPdf(formFile('table')));
  mergePdfs(files, { renameField });
  expect(asked).toBeLessThan(3 * files.length * FIELDS.length);
});
