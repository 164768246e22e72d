import fc from 'fast-check';
import { PDFDict, PDFDocument, PDFName, PDFRawStream, PDFRef } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { PdfError } from '../errors.ts';
import { openPdf } from '../open-pdf.ts';
import type { PdfFile } from '../pdf-file.ts';
import { type BuiltKind, buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';
import { printObjectGraph } from '../testing/object-graph.ts';
import { roundsOf } from '../testing/share.ts';
import type { ObjectStreamMode } from './rewrite.ts';

const KINDS = ['table', 'stream', 'hybrid'] as const;
const MODES: readonly ObjectStreamMode[] = ['keep', 'make', 'none'];
const PAGES = 4;

/** Four pages, and objects 20 to 29 that refer to each other. */
function build(kind: BuiltKind): Uint8Array {
  const bodies = pageBodies(PAGES, '/Data 20 0 R');
  for (let number = 20; number < 30; number += 1) {
    bodies[number] =
      `<< /Next ${number === 29 ? 20 : number + 1} 0 R /Text (object ${number}) /L [1 2.5 ${number} 0 R] >>`;
  }
  return buildPdf(bodies, { kind, compressed: [1, 2, 3, 21, 22, 23, 29], trailer: '/ID [<aa> <bb>]' });
}

type Edit = (file: PdfFile) => void;

const target = fc.integer({ min: 20, max: 29 });
const name = fc.constantFrom('Text', 'Next', 'L', 'New');
const edits = fc.array(
  fc.oneof(
    fc.tuple(target, name, fc.integer()).map(([number, key, value]): Edit => setKey(number, key, value)),
    fc.tuple(target, target).map(([number, other]): Edit => link(number, other)),
    fc.tuple(target, name).map(
      ([number, key]): Edit =>
        (file) =>
          dictAt(file, number)?.delete(PDFName.of(key)),
    ),
    target.map(
      (number): Edit =>
        (file) =>
          void file.context.delete(PDFRef.of(number)),
    ),
    fc.tuple(target, fc.string({ maxLength: 40 })).map(([number, text]): Edit => addStream(number, text)),
    fc.integer({ min: 0, max: PAGES - 1 }).map((page): Edit => replaceContents(page)),
  ),
  { minLength: 1, maxLength: 8 },
);

function dictAt(file: PdfFile, number: number): PDFDict | undefined {
  const object = file.context.lookup(PDFRef.of(number));
  return object instanceof PDFDict ? object : undefined;
}

function setKey(number: number, key: string, value: number): Edit {
  return (file) => dictAt(file, number)?.set(PDFName.of(key), file.context.obj(value));
}

function link(number: number, other: number): Edit {
  return (file) => dictAt(file, number)?.set(PDFName.of('Next'), PDFRef.of(other));
}

function addStream(number: number, text: string): Edit {
  return (file) => {
    const stream = PDFRawStream.of(PDFDict.withContext(file.context), Buffer.from(text));
    dictAt(file, number)?.set(PDFName.of('Stream'), file.context.register(stream));
  };
}

function replaceContents(page: number): Edit {
  return (file) => {
    const stream = file.page(page).dict.lookup(PDFName.of('Contents'));
    if (stream instanceof PDFRawStream) Object.assign(stream, { contents: Buffer.from('0 0 9 9 re f') });
  };
}

describe('any mix of edits', () => {
  it('is there again after a save, which has the original as its prefix', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), edits, (kind, list) => {
        const original = build(kind);
        const file = openPdf(original);
        for (const edit of list) edit(file);
        const saved = file.save().toBytes();
        expect(Buffer.compare(saved.subarray(0, original.length), original)).toBe(0);
        expect(printObjectGraph(openPdf(saved))).toEqual(printObjectGraph(file));
      }),
      { numRuns: roundsOf(150) },
    );
  });

  it('is there again after a rewrite, with object streams and without', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), fc.constantFrom(...MODES), edits, (kind, mode, list) => {
        const file = openPdf(build(kind));
        for (const edit of list) edit(file);
        const saved = file.rewrite({ objectStreams: mode }).toBytes();
        expect(printObjectGraph(openPdf(saved))).toEqual(printObjectGraph(file));
      }),
      { numRuns: roundsOf(250) },
    );
  });

  it('is read by others as by us', async () => {
    const samples = fc.sample(fc.tuple(fc.constantFrom(...KINDS), edits), { numRuns: 12, seed: 7 });
    for (const [kind, list] of samples) {
      const file = openPdf(build(kind));
      for (const edit of list) edit(file);
      for (const saved of [file.save(), ...MODES.map((mode) => file.rewrite({ objectStreams: mode }))]) {
        const bytes = saved.toBytes();
        expect(complaintsOfQpdf(bytes)).toBe('');
        expect((await PDFDocument.load(bytes)).getPageCount()).toBe(PAGES);
      }
    }
  }, 60_000);
});

describe('a save', () => {
  it('of one page among 60,000 objects parses a handful and appends a few hundred bytes', () => {
    const bodies = pageBodies(30_000);
    for (const kind of ['table', 'stream'] as const) {
      const file = openPdf(buildPdf(bodies, { kind }));
      const read = file.source.bytesRead;
      file.page(777).dict.set(PDFName.of('Rotate'), file.context.obj(90));
      expect(file.saveIncremental().increment.length).toBeLessThan(600);
      expect(file.parsedObjectCount).toBeLessThan(8);
      expect(file.source.bytesRead - read).toBeLessThan(file.source.size);
    }
  });

  it('never writes an encrypted file, not even its first byte', () => {
    const file = openPdf(build('table'));
    file.page(0).dict.set(PDFName.of('Rotate'), file.context.obj(90));
    file.trailer.set(PDFName.of('Encrypt'), file.context.obj({ Filter: 'Standard' }));
    const ways = [() => file.save(), () => file.saveIncremental(), () => file.rewrite()];
    for (const way of ways) expect(way).toThrow(expect.objectContaining({ code: 'locked' }) as PdfError);
  });
});
