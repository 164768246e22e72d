import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFHexString, PDFName, PDFRef, PDFStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { type BuiltKind, buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';
import { ReferenceScanner } from './reference-scanner.ts';

const ROTATE = PDFName.of('Rotate');
const NOTE = PDFName.of('Note');

function scan(body: string): { plain: boolean; refs: string[]; length: number } {
  const scanner = new ReferenceScanner();
  const bytes = Buffer.from(`${body} endobj`, 'latin1');
  const isScanned = scanner.scan(bytes, 0, bytes.length);
  const plain = isScanned && bytes.toString('latin1', scanner.position) === 'endobj';
  const { references, streamLength: length } = scanner;
  const refs = Array.from(
    { length: references.length },
    (_, at) => `${references.number(at)} ${references.generation(at)}`,
  );
  return { plain, refs, length };
}

describe('the reference scanner', () => {
  it('finds references and nothing that only looks like one', () => {
    expect(scan('<</A 1 0 R/B[2 0 R 3 4 R]/C<</D 5 0 R>>>>').refs).toEqual(['1 0', '2 0', '3 4', '5 0']);
    expect(scan('<< /A (1 0 R \\) 2 0 R (3 0 R)) /B <31> /4 0 /C 5 >>')).toMatchObject({
      plain: true,
      refs: [],
    });
    expect(scan('<< /A 1 % 2 0 R\n 0 R /B [1 2 3 0 R] >>').refs).toEqual(['1 0', '3 0']);
    expect(scan('7 0 R')).toMatchObject({ plain: true, refs: ['7 0'] });
  });

  it('knows a direct /Length from a reference and from one deeper down', () => {
    expect(scan('<< /Length 12 /D << /Length 5 >> >>').length).toBe(12);
    expect(scan('<< /Length 12 0 R >>').length).toBe(-1);
    expect(scan('<< /D << /Length 5 >> >>').length).toBe(-1);
  });

  it.each([
    '<< /A >>',
    '<< /A 1 >',
    '<< /A [1 >> ]',
    '<< (A) 1 >>',
    '<< 1 /A >>',
    '(open',
    '<3g>',
    '[1 2',
    '[1 2 foo]',
    '1 2',
    '',
    '<< /A 1 0 R',
    '1-2',
    'R',
  ])('refuses what has to be parsed: %s', (body) => {
    const { plain } = scan(body);
    // `1-2` is one token, which readers agree is not a number.
    expect(plain).toBe(body === '1-2');
  });
});

/** Page 3 0 R after a rewrite with an edit elsewhere. */
function rewritten(bodies: Record<number, string>, kind: BuiltKind = 'table', compressed: number[] = []) {
  const file = openPdf(buildPdf(bodies, { kind, compressed }));
  file.page(1).dict.set(ROTATE, file.context.obj(90));
  return file.rewrite().toBytes();
}

describe('rewriting untouched objects', () => {
  const odd: Readonly<Record<string, string>> = {
    'a comment at the end': '<< /X 1 >> % and (that is it',
    'no white space around': '<</X 1>>',
    'a string with an end in it': '<< /X (endobj >> stream) >>',
    'an unknown word': '<< /X 1 /Y oops >>',
    'a bracket too few': '<< /X 1 /Y [1 2',
    'a number alone': '42',
  };

  it.each(Object.keys(odd))('keeps an object with %s', (name) => {
    for (const kind of ['table', 'stream'] as const) {
      const bodies = { ...pageBodies(2, '/Note 9 0 R'), 9: odd[name] ?? '' };
      const original = openPdf(buildPdf(bodies, { kind, compressed: [1, 2, 9] }));
      const saved = rewritten(bodies, kind, [1, 2, 9]);
      expect(complaintsOfQpdf(saved)).toBe('');
      const again = openPdf(saved);
      expect(String(again.page(0).dict.lookup(NOTE))).toBe(String(original.page(0).dict.lookup(NOTE)));
    }
  });

  it('writes a direct length where it was a reference or wrong', () => {
    for (const length of ['10 0 R', '3', '99999']) {
      const body = `<< /Length ${length} >>\nstream\nq 1 0 0 1 0 0 cm Q\nendstream`;
      const saved = rewritten({ ...pageBodies(2, '/Note 9 0 R'), 9: body, 10: '18' });
      expect(complaintsOfQpdf(saved)).toBe('');
      const stream = openPdf(saved).page(0).dict.lookup(NOTE);
      expect(stream instanceof PDFStream && stream.getContentsString()).toBe('q 1 0 0 1 0 0 cm Q');
      expect(Buffer.from(saved).includes('10 0 obj')).toBe(false);
    }
  });

  it('follows a reference regardless of its generation', () => {
    const text = Buffer.from(buildPdf({ ...pageBodies(2, '/Note 9 0 R'), 9: '(found)' })).toString('latin1');
    const other = text.replace('9 0 obj', '9 7 obj');
    const saved = openPdf(Buffer.from(other, 'latin1'));
    saved.page(1).dict.set(ROTATE, saved.context.obj(90));
    const again = openPdf(saved.rewrite().toBytes());
    expect(String(again.page(0).dict.lookup(NOTE))).toBe('(found)');
  });

  it('heals objects without white space between them', () => {
    const text = Buffer.from(buildPdf(pageBodies(2))).toString('latin1');
    const tight = text.replace('endobj\n4 0 obj', 'endobj4  0 obj').replace('/Rotate 1', '/Rotate 2');
    const saved = openPdf(Buffer.from(tight, 'latin1'));
    saved.page(1).dict.set(ROTATE, saved.context.obj(90));
    expect(complaintsOfQpdf(saved.rewrite().toBytes())).toBe('');
  });

  it.each(['table', 'stream'] as const)('makes no object of 2,500 pages (%s)', (kind) => {
    const compressed = Array.from({ length: 2_500 }, (_, index) => 3 + index * 2);
    const file = openPdf(buildPdf(pageBodies(2_500), { kind, compressed }));
    const before = file.parsedObjectCount;
    expect(openPdf(file.rewrite().toBytes()).pageCount).toBe(2_500);
    expect(file.parsedObjectCount).toBe(before);
  });

  it('leaves out what nothing refers to, between neighbours that stay', () => {
    const bodies = { ...pageBodies(2), 8: '<< /Secret (x) >>', 9: '<< /Kept true >>' };
    const saved = rewritten({ ...bodies, 1: '<< /Type /Catalog /Pages 2 0 R /Note 9 0 R >>' });
    expect(Buffer.from(saved).includes('/Secret')).toBe(false);
    expect(Buffer.from(saved).includes('9 0 obj\n<< /Kept true >>\nendobj')).toBe(true);
    expect(complaintsOfQpdf(saved)).toBe('');
  });

  it('writes a few bytes for a few objects, however high their numbers', () => {
    const bodies = {
      ...pageBodies(2),
      90000: '(far out)',
      1: '<< /Type /Catalog /Pages 2 0 R /N 90000 0 R >>',
    };
    const file = openPdf(buildPdf(bodies, { kind: 'table' }));
    const saved = file.rewrite().toBytes();
    expect(saved.length).toBeLessThan(4000);
    expect(complaintsOfQpdf(saved)).toBe('');
    expect(String(openPdf(saved).catalog.lookup(PDFName.of('N')))).toBe('(far out)');
  });
});

describe('object streams in a rewrite', () => {
  const bodies: Record<number, string> = {
    ...pageBodies(40),
    99: '<< /ByteRange [0 1 2 3] /Contents <00> >>',
  };
  bodies[1] = '<< /Type /Catalog /Pages 2 0 R /Sig 99 0 R >>';
  const dictionaries = [1, 2, ...Array.from({ length: 40 }, (_, index) => 3 + index * 2)];

  it('stay in a file that has them and stay out of one that has not', () => {
    for (const kind of ['table', 'stream', 'hybrid'] as const) {
      const saved = Buffer.from(rewritten(bodies, kind, dictionaries));
      expect(saved.includes('/ObjStm')).toBe(kind !== 'table');
      expect(saved.includes('trailer')).toBe(kind === 'table');
      expect(complaintsOfQpdf(saved)).toBe('');
      expect(openPdf(saved).page(1).geometry.rotate).toBe(90);
    }
  });

  it('are made or undone when asked', () => {
    const file = openPdf(buildPdf(bodies, { compressed: dictionaries }));
    const packed = file.rewrite({ objectStreams: 'make' }).toBytes();
    expect(complaintsOfQpdf(packed)).toBe('');
    expect(packed.length).toBeLessThan(file.source.size * 0.8);
    const plain = Buffer.from(openPdf(packed).rewrite({ objectStreams: 'none' }).toBytes());
    expect(plain.includes('/ObjStm')).toBe(false);
    expect(complaintsOfQpdf(plain)).toBe('');
    expect(openPdf(plain).pageCount).toBe(40);
  });

  it('never hide a signature', () => {
    const packed = openPdf(buildPdf(bodies)).rewrite({ objectStreams: 'make' }).toBytes();
    expect(Buffer.from(packed).includes('/ByteRange')).toBe(true);
    const inside = buildPdf(bodies, { kind: 'stream', compressed: [99] });
    expect(Buffer.from(openPdf(inside).rewrite().toBytes()).includes('/ByteRange')).toBe(true);
  });

  it('are kept byte for byte when all that is in them stays', () => {
    const first = openPdf(buildPdf(bodies)).rewrite({ objectStreams: 'make' }).toBytes();
    const file = openPdf(first);
    file.context.register(PDFHexString.fromText('unreferenced'));
    const again = Buffer.from(file.rewrite().toBytes());
    const stream = Buffer.from(first).subarray(Buffer.from(first).indexOf('/ObjStm'));
    expect(again.includes(stream.subarray(0, stream.indexOf('endstream')))).toBe(true);
    expect(complaintsOfQpdf(again)).toBe('');
  });

  it('do not take a number that a dead reference names', () => {
    const dead = { ...pageBodies(3), 1: '<< /Type /Catalog /Pages 2 0 R /Dead [9 0 R 10 0 R 11 0 R] >>' };
    const saved = openPdf(buildPdf(dead)).rewrite({ objectStreams: 'make' }).toBytes();
    const file = openPdf(saved);
    for (const number of [9, 10, 11]) expect(file.context.lookup(PDFRef.of(number))).toBeUndefined();
    expect(complaintsOfQpdf(saved)).toBe('');
  });
});

describe('writing to a path', () => {
  it('holds no stream in memory: what is long stays a range of the source', () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-rewrite-'));
    try {
      const image = `<< /Length 3000000 >>\nstream\n${'x'.repeat(3_000_000)}\nendstream`;
      const path = join(folder, 'in.pdf');
      writeFileSync(path, buildPdf({ ...pageBodies(2, '/Note 9 0 R'), 9: image }));
      const file = openPdf(path);
      const { segments, size } = file.rewrite();
      const held = segments.reduce((sum, part) => sum + (part instanceof Uint8Array ? part.length : 0), 0);
      expect(held).toBeLessThan(8000);
      expect(file.source.bytesRead).toBeLessThan(600_000);
      file.rewrite().writeTo(join(folder, 'out.pdf'));
      expect(statSync(join(folder, 'out.pdf')).size).toBe(size);
      file.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
