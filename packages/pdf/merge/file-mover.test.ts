import fc from 'fast-check';
import { PDFArray, PDFDict, PDFName, PDFNull, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import type { PdfFile } from '../pdf-file.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';
import { roundsOf } from '../testing/share.ts';
import { mergePdfs } from './merge.ts';

const FIRST = 10;
const COUNT = 12;
/** A key with arbitrary contents. */
const PRIVATE = PDFName.of('PieceInfo');

/** Objects reachable from the last page, numbered in the order of the walk, as merging renumbers them. */
function printPrivate(file: PdfFile): string[] {
  const page = file.page(file.pageCount - 1);
  const turns = new Map<PDFRef, number>();
  const waiting: PDFRef[] = [];
  const print = (object: PDFObject | undefined): string => {
    if (object instanceof PDFRef) return printRef(object);
    if (object instanceof PDFArray) return `[${object.asArray().map(print).join(' ')}]`;
    if (object instanceof PDFDict) return printDict(object);
    if (object instanceof PDFStream)
      return printDict(object.dict) + Buffer.from(object.getContents()).toString();
    return String(object ?? PDFNull);
  };
  const printRef = (ref: PDFRef): string => {
    if (ref === page.ref) return 'the page';
    if ((file.context.lookup(ref) ?? PDFNull) === PDFNull) return 'null';
    if (!turns.has(ref)) waiting.push(ref);
    if (!turns.has(ref)) turns.set(ref, turns.size);
    return `#${turns.get(ref)}`;
  };
  const printDict = (dict: PDFDict): string => {
    const entries = dict.entries().map(([key, value]) => [key.asString(), print(value)]);
    return `<<${entries.filter(([, value]) => value !== 'null').map((entry) => entry.join(' '))}>>`;
  };
  const printed = [print(page.dict.get(PRIVATE))];
  for (let ref = waiting.shift(); ref !== undefined; ref = waiting.shift())
    printed.push(print(file.context.lookup(ref)));
  return printed;
}

function buildWith(bodies: readonly string[], kind: 'table' | 'stream'): Uint8Array {
  const numbered = Object.fromEntries(bodies.map((body, index) => [FIRST + index, body]));
  const pages = pageBodies(1, `/${PRIVATE.decodeText()} ${FIRST} 0 R`);
  const compressed = bodies.map((_, index) => FIRST + index).filter((number) => number % 3 > 0);
  return buildPdf({ ...pages, ...numbered }, { kind, compressed: kind === 'stream' ? compressed : [] });
}

const reference = fc.integer({ min: FIRST, max: FIRST + COUNT + 1 }).map((number) => `${number} 0 R`);
const scalar = fc.oneof(
  { weight: 4, arbitrary: reference },
  {
    weight: 4,
    arbitrary: fc.constantFrom('1', '-2.50', '(5 0 R)', '<ff>', '/Name', '/Image', 'true', 'null'),
  },
  { weight: 1, arbitrary: fc.constantFrom('3 0 R', '% 7 0 R\n4', '(\\))', '11  0\nR') },
);
const key = fc.constantFrom('A', 'B', 'Type', 'P', 'K', 'D', 'ID', 'Kids#20', 'X');
const array = fc.array(scalar, { maxLength: 6 }).map((items) => `[${items.join(' ')}]`);
const dict = fc
  .uniqueArray(fc.tuple(key, fc.oneof(scalar, array)), { maxLength: 6, selector: ([name]) => name })
  .map((entries) => `<<${entries.map(([name, value]) => `/${name} ${value}`).join('\n')}>>`);

describe('objects that are moved', () => {
  it.each(['table', 'stream'] as const)('are what they were, in a file of kind %s', (kind) => {
    fc.assert(
      fc.property(fc.array(fc.oneof(dict, array), { minLength: COUNT, maxLength: COUNT }), (bodies) => {
        const bytes = buildWith(
          [`<</All[${bodies.map((_, i) => `${FIRST + i} 0 R`).join(' ')}]>>`, ...bodies],
          kind,
        );
        const before = printPrivate(openPdf(bytes));
        const file = openPdf(bytes);
        const merged = mergePdfs([openPdf(buildPdf(pageBodies(2))), file], { copiesFrom: 0 }).toBytes();
        expect(printPrivate(openPdf(merged))).toEqual(before);
      }),
      { numRuns: roundsOf(200) },
    );
  });

  it('are read without being made, where they are only bytes with references in them', () => {
    const bodies = Array.from(
      { length: 200 },
      (_, index) => `<</N ${index}/Next ${FIRST + ((index + 1) % 200)} 0 R>>`,
    );
    for (const kind of ['table', 'stream'] as const) {
      const file = openPdf(buildWith(bodies, kind));
      const merged = mergePdfs([file], { copiesFrom: 0 }).toBytes();
      expect(file.parsedObjectCount).toBeLessThan(10);
      expect(printPrivate(openPdf(merged))).toHaveLength(bodies.length + 1);
      expect(complaintsOfQpdf(merged)).toBe('');
    }
  });

  it('are moved once, also when a font comes to what was moved before it', () => {
    const bodies = [
      '<</Widths 11 0 R/Then 12 0 R>>',
      '[250 333]',
      '<</Type/Font/Subtype/Type3/Widths 11 0 R>>',
    ];
    const file = openPdf(buildWith(bodies, 'table'));
    const printed = printPrivate(openPdf(mergePdfs([file], { copiesFrom: 0 }).toBytes()));
    expect(printed[0]).toBe('#0');
    expect(printed[1]).toContain('/Widths #1');
    expect(printed).toContain('<</Type /Font,/Subtype /Type3,/Widths #1>>');
  });

  it('of a long string that nothing closes cost no more than they do for the parser', () => {
    const bodies = ['<</Then 11 0 R>>', `(${'x'.repeat(40_000)}`];
    expect(() => mergePdfs([openPdf(buildWith(bodies, 'table'))], { copiesFrom: 0 })).not.toThrow();
  });
});
