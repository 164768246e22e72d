import { PDFName, PDFRef } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { type BuildOptions, buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';

const JUNK = 'HTTP/1.1 200 OK\r\n\r\n';

function damaged(change: (text: string) => string, options: BuildOptions = {}): Uint8Array {
  const text = Buffer.from(buildPdf(pageBodies(3), options)).toString('latin1');
  const changed = change(text);
  expect(changed).not.toBe(text);
  return Buffer.from(changed, 'latin1');
}

function shiftOffsets(text: string, by: number): string {
  return text.replace(/^(\d{10})(?= 00000 n)/gm, (digits) => String(Number(digits) + by).padStart(10, '0'));
}

const STREAM: BuildOptions = { kind: 'stream', compressed: [1, 2, 3, 5] };

/** Damage that is repaired; saving rewrites the file. */
const REPAIRABLE: Readonly<Record<string, () => Uint8Array>> = {
  'offsets that count from the first byte, before the junk': withOffsetsFromTheStart,
  'no startxref': () => damaged((text) => text.slice(0, text.indexOf('startxref'))),
  'a startxref that leads nowhere': () => damaged((text) => text.replace(/startxref\n\d+/, 'startxref\n7')),
  'a startxref beyond the end': () =>
    damaged((text) => text.replace(/startxref\n\d+/, 'startxref\n99999999')),
  'a startxref without a number': () => damaged((text) => text.replace(/startxref\n\d+/, 'startxref\nnone')),
  'a tail that is cut off': () => damaged((text) => text.slice(0, text.indexOf('trailer') + 10)),
  'a tail that is cut off, cross-reference stream': () =>
    damaged((text) => text.slice(0, text.lastIndexOf('/XRef') + 5), STREAM),
  'a table with invalid entries': () =>
    damaged((text) => text.replace(/\d{10} 00000 n /g, (entry) => 'x'.repeat(entry.length))),
  'all offsets wrong by three': () => damaged((text) => shiftOffsets(text, 3)),
  'all offsets wrong by minus two': () => damaged((text) => shiftOffsets(text, -2)),
  'a cyclic /Prev to an invalid section': () =>
    damaged((text) => text.replace('/Root 1 0 R', '/Root 1 0 R /Prev 12')),
  'a /Prev beyond 2 GiB': () => damaged((text) => text.replace('/Root', '/Prev 4294967305 /Root')),
  'a negative /Prev': () => damaged((text) => text.replace('/Root', '/Prev -20 /Root')),
  'a /Prev that is a string': () => damaged((text) => text.replace('/Root', '/Prev (20) /Root')),
  'a trailer without /Root': () => damaged((text) => text.replace('/Root 1 0 R', '')),
  'a /Root that leads nowhere': () => damaged((text) => text.replace('/Root 1 0 R', '/Root 90 0 R')),
  'a cross-reference stream with a field of nine bytes': () =>
    damaged((text) => text.replace('/W [1 4 2]', '/W [1 9 2]'), STREAM),
  'a cross-reference stream with a negative width': () =>
    damaged((text) => text.replace('/W [1 4 2]', '/W [1 -4 2]'), STREAM),
  'a cross-reference stream with a giant /Index': () =>
    damaged((text) => text.replace(/\/Index \[0 1 /, '/Index [8388600 100 '), STREAM),
};

describe.each(Object.entries(REPAIRABLE))('a file with %s', (_, build) => {
  it('opens with all of its pages and says that it was repaired', () => {
    const file = openPdf(build());
    expect([file.pageCount, file.page(2).ref.objectNumber, file.repaired]).toEqual([3, 7, true]);
  });

  it('is rewritten on save, never appended to', () => {
    const file = openPdf(build());
    file.page(0).dict.set(PDFName.of('Rotate'), file.context.obj(90));
    expect(() => file.saveIncremental()).toThrow(/cannot be saved incrementally/);
    const saved = file.save().toBytes();
    const reopened = openPdf(saved);
    expect([reopened.pageCount, reopened.repaired, reopened.page(0).geometry.rotate]).toEqual([3, false, 90]);
    expect(complaintsOfQpdf(saved)).toBe('');
  });
});

describe('what is odd and no damage', () => {
  it.each([
    ['offsets that count from a header with junk before it', () => buildPdf(pageBodies(3), { junk: JUNK })],
    ['the same, cross-reference stream', () => buildPdf(pageBodies(3), { ...STREAM, junk: JUNK })],
    ['a file of PDF 2.0', () => damaged((text) => text.replace('%PDF-1.7', '%PDF-2.0'))],
    ['offsets of the white space before the objects', () => damaged((text) => shiftOffsets(text, -1))],
    ['a /Prev of 0', () => damaged((text) => text.replace('/Root', '/Prev 0 /Root'))],
    ['objects without endobj', () => damaged((text) => text.replaceAll('\nendobj', '\n%ndobj'))],
    ['generations above zero', withGenerations],
  ])('%s', (_, build) => {
    const file = openPdf(build());
    expect([file.pageCount, file.page(2).ref.objectNumber, file.repaired]).toEqual([3, 7, false]);
    file.page(0).dict.set(PDFName.of('Rotate'), file.context.obj(90));
    const saved = openPdf(file.save().toBytes());
    expect([saved.pageCount, saved.repaired, saved.page(0).geometry.rotate]).toEqual([3, false, 90]);
  });

  it('a stream whose endstream is damaged: it ends before endobj and swallows nothing', () => {
    const damage = (text: string): string =>
      text.replace('endstream', 'endstreM-').replace('/Length 14', '/Length 9');
    const whole = damaged(damage);
    const cut = Buffer.from(whole).subarray(0, Buffer.from(whole).lastIndexOf('startxref'));
    for (const bytes of [whole, cut]) {
      const file = openPdf(bytes);
      const stream = file.context.lookup(PDFRef.of(4)) as { getContentsString(): string } | undefined;
      expect(stream?.getContentsString()).toBe('0 0 10 10 re f\nendstreM-');
      expect([...file.pages()]).toHaveLength(3);
    }
  });

  it('a stream with a wrong /Length: its end is searched for', () => {
    const file = openPdf(damaged((text) => text.replaceAll('/Length 14', '/Length 7')));
    const stream = file.context.lookup(PDFRef.of(4)) as { getContentsString(): string } | undefined;
    expect(stream?.getContentsString()).toBe('0 0 10 10 re f');
  });
});

/** Junk before the header, counted by the offsets. */
function withOffsetsFromTheStart(): Uint8Array {
  return damaged((text) => {
    const counted = shiftOffsets(text, JUNK.length);
    return JUNK + counted.replace(/startxref\n(\d+)/, (_, at) => `startxref\n${Number(at) + JUNK.length}`);
  });
}

/** Page 0 with generation 3 in table, header and tree. */
function withGenerations(): Uint8Array {
  return damaged((text) => {
    const offset = String(text.indexOf('3 0 obj')).padStart(10, '0');
    const changed = text.replace(`${offset} 00000 n`, `${offset} 00003 n`).replace('3 0 obj', '3 3 obj');
    return changed.replace('[3 0 R', '[3 3 R');
  });
}

describe('a rebuilt file', () => {
  const withoutEnd = (bytes: Uint8Array): Buffer => {
    const text = Buffer.from(bytes);
    return text.subarray(0, text.lastIndexOf('startxref'));
  };

  it('has the last of two objects with one number', () => {
    const [first, second] = ['/Rotate 90', '/Rotate 180'].map((entry) =>
      Buffer.from(`3 0 obj\n<< /Type /Page /Parent 2 0 R ${entry} >>\nendobj\n`),
    ) as [Buffer, Buffer];
    const file = openPdf(Buffer.concat([withoutEnd(buildPdf(pageBodies(3))), first, second]));
    expect([file.pageCount, file.page(0).geometry.rotate]).toEqual([3, 180]);
  });

  it('has the objects of object streams, and newer uncompressed ones before them', () => {
    const newer = Buffer.from('5 0 obj\n<< /Type /Page /Parent 2 0 R /Rotate 270 >>\nendobj\n');
    const file = openPdf(Buffer.concat([withoutEnd(buildPdf(pageBodies(3), STREAM)), newer]));
    expect([file.pageCount, file.page(0).geometry.rotate, file.page(1).geometry.rotate]).toEqual([3, 0, 270]);
  });

  it('keeps what pages inherit', () => {
    const file = openPdf(withoutEnd(buildPdf(pageBodies(3))));
    expect(file.page(1).geometry.displayedWidth).toBe(300);
  });

  it('has no objects that only look like some inside a stream', () => {
    const bodies = pageBodies(1);
    const inner = '3 0 obj\n<< /Type /Page /Rotate 90 >>\nendobj';
    bodies[9] = `<< /Length ${inner.length} >>\nstream\n${inner}\nendstream`;
    const file = openPdf(withoutEnd(buildPdf(bodies)));
    expect([file.pageCount, file.page(0).geometry.rotate]).toEqual([1, 0]);
  });

  it('parses no more than the way to its pages', () => {
    const file = openPdf(withoutEnd(buildPdf(pageBodies(300))));
    expect([file.pageCount, file.parsedObjectCount]).toEqual([300, 4]);
  });
});

describe('many streams of which none has its right /Length', () => {
  it('are searched for their ends once each, not for the rest of the file', () => {
    const bodies = pageBodies(600);
    for (let number = 4; number < 1200; number += 2)
      bodies[number] = bodies[number]?.replace(/Length \d+/, 'Length 99999999') ?? '';
    const file = openPdf(buildPdf(bodies), { limits: { searchedBytes: 100_000 } });
    for (let number = 4; number < 1200; number += 2) {
      const stream = file.context.lookup(PDFRef.of(number)) as { getContentsString(): string } | undefined;
      expect(stream?.getContentsString()).toMatch(/^0 0 \d+ 10 re f$/);
    }
  });
});

describe('damage that shows late', () => {
  /** 200 pages; the table entry of one in the middle is changed. */
  function withEntry(change: (entry: string) => string): Uint8Array {
    const text = Buffer.from(buildPdf(pageBodies(200))).toString('latin1');
    const offset = String(text.indexOf('\n203 0 obj') + 1).padStart(10, '0');
    return Buffer.from(text.replace(`${offset} 00000 n \n`, change), 'latin1');
  }

  it.each([
    ['is invalid', () => `${'x'.repeat(19)}\n`],
    ['leads elsewhere', () => '0000000020 00000 n \n'],
    ['leads beyond the end', () => '9999999999 00000 n \n'],
  ])('an object whose entry %s is found, and makes the file a repaired one', (_, change) => {
    const file = openPdf(withEntry(change));
    expect(file.repaired).toBe(false);
    expect(file.page(100).ref.objectNumber).toBe(203);
    expect(file.repaired).toBe(true);
    expect(() => file.saveIncremental()).toThrow(/cannot be saved incrementally/);
  });

  it.each([
    ['an invalid entry', withEntry(() => `${'x'.repeat(19)}\n`)],
    ['an entry beyond the end', withEntry(() => '9999999999 00000 n \n')],
  ])('nothing is appended to a table with %s, even if it was never read', (_, bytes) => {
    const file = openPdf(bytes);
    expect(file.save().toBytes()).toEqual(Buffer.from(bytes));
    file.page(0).dict.set(PDFName.of('Rotate'), file.context.obj(90));
    expect(() => file.saveIncremental()).toThrow(/cannot be saved incrementally/);
    const saved = openPdf(file.save().toBytes());
    expect([saved.pageCount, saved.repaired]).toEqual([200, false]);
    expect(saved.page(100).ref.objectNumber).toBe(203);
  });

  it('nothing is appended to a cross-reference stream with an entry beyond the end', () => {
    const bytes = Buffer.from(buildPdf(pageBodies(200), { kind: 'stream' }));
    // One section, of which entries are read on demand.
    const [sections = ''] = /\/Index \[[^\]]*\]/.exec(bytes.toString('latin1')) ?? [];
    bytes.fill(' ', bytes.indexOf(sections), bytes.indexOf(sections) + sections.length);
    const entry = Buffer.from([1, 0, 0, 0, 0, 0, 0]);
    entry.writeUInt32BE(bytes.indexOf('\n203 0 obj') + 1, 1);
    bytes.writeUInt32BE(bytes.length, bytes.lastIndexOf(entry) + 1);
    const file = openPdf(bytes);
    expect(file.page(99).ref.objectNumber).toBe(201);
    file.page(0).dict.set(PDFName.of('Rotate'), file.context.obj(90));
    expect(() => file.saveIncremental()).toThrow(/cannot be saved incrementally/);
  });

  it('an entry beyond the end that a later revision replaces is not damage', () => {
    const bytes = Buffer.from(withEntry(() => '9999999999 00000 n \n'));
    const start = bytes.length;
    const object = '203 0 obj\n<</Type/Page/Parent 2 0 R>>\nendobj\n';
    const [, last] = /startxref\s+(\d+)/.exec(bytes.toString('latin1')) ?? [];
    const section = `xref\n203 1\n${String(start).padStart(10, '0')} 00000 n \n`;
    const trailer = `trailer\n<</Root 1 0 R/Size 1000/Prev ${last}>>\nstartxref\n${start + object.length}\n%%EOF\n`;
    const file = openPdf(Buffer.concat([bytes, Buffer.from(object + section + trailer)]));
    file.page(0).dict.set(PDFName.of('Rotate'), file.context.obj(90));
    expect(file.saveIncremental().increment.length).toBeGreaterThan(0);
  });

  it('blanks in place of leading zeros are not damage', () => {
    const file = openPdf(withEntry((entry) => entry.replace(/^0+/, (zeros) => ' '.repeat(zeros.length))));
    expect(file.page(100).ref.objectNumber).toBe(203);
    expect(file.repaired).toBe(false);
  });
});
