import { PDFRef } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';

const HEADER = '%PDF-2.0\n%\xe2\xe3\xcf\xd3\n';

class Body {
  text: string;
  readonly offsets = new Map<number, number>();

  constructor(text = HEADER) {
    this.text = text;
  }

  add(bodies: Readonly<Record<number, string>>): this {
    for (const [number, body] of Object.entries(bodies)) {
      this.offsets.set(Number(number), this.text.length);
      this.text += `${number} 0 obj\n${body}\nendobj\n`;
    }
    return this;
  }

  entry(number: number): string {
    return `${String(this.offsets.get(number) ?? 0).padStart(10, '0')} 00000 n \n`;
  }
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function pack(value: number, width: number): string {
  const digits = value.toString(16).padStart(width * 2, '0');
  return width === 0 ? '' : Buffer.from(digits.slice(-width * 2), 'hex').toString('latin1');
}

function withWidths(widths: readonly [number, number, number], index = '', from = 0): Buffer {
  const body = new Body().add(pageBodies(3));
  const start = body.text.length;
  body.offsets.set(9, start);
  const rows = Array.from({ length: 10 - from }, (_, row) => {
    const number = from + row;
    const [type, second, third] = number === 0 ? [0, 0, 0] : [1, body.offsets.get(number) ?? 0, 0];
    return pack(type, widths[0]) + pack(second, widths[1]) + pack(third, widths[2]);
  }).join('');
  const dict = `/Type /XRef /Size 10 /Root 1 0 R /W [${widths.join(' ')}] ${index} /Length ${rows.length}`;
  const section = `9 0 obj\n<< ${dict} >>\nstream\n${rows}\nendstream\nendobj\n`;
  return bytesOf(`${body.text}${section}startxref\n${start}\n%%EOF\n`);
}

describe('a cross-reference stream', () => {
  it.each([[[1, 2, 1]], [[1, 4, 2]], [[1, 8, 8]], [[2, 3, 0]], [[8, 8, 8]], [[1, 2, 0]]] as const)(
    'is read with fields of %j bytes',
    (widths) => {
      const bytes = withWidths([...widths]);
      const file = openPdf(bytes);
      expect([file.pageCount, file.page(2).ref.objectNumber, file.repaired]).toEqual([3, 7, false]);
      expect(complaintsOfQpdf(bytes)).toBe('');
    },
  );

  it('has entries of type 1 only when the type field is missing', () => {
    const file = openPdf(withWidths([0, 2, 1], '/Index [1 9]', 1));
    expect([file.pageCount, file.repaired]).toEqual([3, false]);
  });

  it('has its entries in the sections that /Index names', () => {
    const file = openPdf(withWidths([1, 2, 1], '/Index [0 4 4 3 7 3]'));
    expect([file.pageCount, file.page(2).ref.objectNumber, file.repaired]).toEqual([3, 7, false]);
  });

  it('ends where its bytes end, whatever /Index promises, which is repaired since qpdf refuses it', () => {
    const file = openPdf(withWidths([1, 2, 1], '/Index [0 4000000]'));
    expect([file.pageCount, file.repaired]).toEqual([3, true]);
  });
});

describe('a hybrid file', () => {
  /** The stream has objects that the table marks free (ISO 32000-1 7.5.8.4). */
  const hybrid = buildPdf(pageBodies(3), { kind: 'hybrid', compressed: [1, 2, 3, 5] });

  it('has the objects of its stream before the free entries of its table', () => {
    const file = openPdf(hybrid);
    expect([file.pageCount, file.page(1).ref.objectNumber, file.repaired]).toEqual([3, 5, false]);
  });

  it('has the objects in use of its table before those of its stream', () => {
    const text = Buffer.from(hybrid).toString('latin1');
    const at = text.length;
    const object = '3 0 obj\n<< /Type /Page /Parent 2 0 R /Rotate 90 >>\nendobj\n';
    const start = /\/XRefStm (\d+)/.exec(text)?.[1];
    const previous = /startxref\n(\d+)/.exec(text)?.[1];
    const entry = `${String(at).padStart(10, '0')} 00000 n \n`;
    const section = `xref\n3 1\n${entry}trailer\n<< /Size 10 /Root 1 0 R /Prev ${previous} /XRefStm ${start} >>\n`;
    const file = openPdf(bytesOf(`${text}${object}${section}startxref\n${at + object.length}\n%%EOF\n`));
    expect([file.pageCount, file.page(0).geometry.rotate, file.repaired]).toEqual([3, 90, false]);
  });
});

/** Builds a linearized file (annex F): first-page section at the start, the rest at the end. */
function linearized(): Buffer {
  const bodies = pageBodies(80);
  const first = Object.keys(bodies).map(Number).slice(0, 4);
  const lastNumber = 162;
  const head = (main: number, own: number): string => {
    const body = new Body(HEADER).add({ 163: '<< /Linearized 1 /N 80 >>' });
    const at = body.text.length;
    const room = ' '.repeat(20 * 5 + 300);
    body.text += room;
    body.add(Object.fromEntries(first.map((number) => [number, bodies[number] ?? ''])));
    const entries = first.map((number) => body.entry(number)).join('');
    const size = `/Size ${lastNumber + 2} /Root 1 0 R /Prev ${main}`;
    const section = `xref\n1 4\n${entries}163 1\n${body.entry(163)}trailer\n<< ${size} >>\nstartxref\n0\n%%EOF\n`;
    const filled = `${body.text.slice(0, at)}${section.padEnd(room.length - 1)}\n`;
    return own === 0 ? `${at}` : filled + body.text.slice(at + room.length);
  };
  const start = Number(head(0, 0));
  const rest = new Body(head(0, 1));
  rest.add(Object.fromEntries(Object.entries(bodies).slice(4)));
  const main = rest.text.length;
  const entries = Array.from({ length: lastNumber - 4 }, (_, index) => rest.entry(index + 5)).join('');
  const free = '0000000000 65535 f \n';
  const table = `xref\n0 1\n${free}5 ${lastNumber - 4}\n${entries}trailer\n<< /Size ${lastNumber + 2} /Root 1 0 R >>\n`;
  const body = rest.text.slice(head(0, 1).length);
  const prefix = head(main, 1);
  // The padding after the section absorbs the longer /Prev.
  expect(prefix.length).toBe(head(0, 1).length);
  return bytesOf(`${prefix}${body}${table}startxref\n${start}\n%%EOF\n`);
}

describe('a linearized file', () => {
  it('is read through its section at the start', () => {
    const file = openPdf(linearized());
    expect([file.pageCount, file.page(79).ref.objectNumber, file.repaired]).toEqual([80, 161, false]);
  });

  it('is continued by saving, and the last section wins', () => {
    const file = openPdf(linearized());
    file.page(0).dict.set(file.context.obj('Rotate') as never, file.context.obj(180));
    const saved = file.save().toBytes();
    expect(Buffer.from(saved.subarray(0, file.source.size))).toEqual(linearized());
    const again = openPdf(saved);
    expect([again.pageCount, again.repaired, again.page(0).geometry.rotate]).toEqual([80, false, 180]);
    expect(again.page(79).ref.objectNumber).toBe(161);
  });

  it('that was cut off in the middle is refused: its later pages are lost', () => {
    const bytes = linearized();
    expect(() => openPdf(bytes.subarray(0, bytes.length / 2))).toThrow(/promises 80 pages/);
  });
});

describe('entries that are read when they are asked for', () => {
  it('are those of the newest section that has the object', () => {
    let bytes = buildPdf(pageBodies(200));
    for (const rotate of [90, 180, 270]) {
      const file = openPdf(bytes);
      file.page(100).dict.set(file.context.obj('Rotate') as never, file.context.obj(rotate));
      bytes = file.save().toBytes();
    }
    const file = openPdf(bytes);
    expect(file.page(100).geometry.rotate).toBe(270);
    expect(file.page(101).geometry.rotate).toBe(0);
  });

  it('say free where a later section freed the object', () => {
    const file = openPdf(buildPdf(pageBodies(200)));
    file.context.delete(PDFRef.of(4));
    const again = openPdf(file.save().toBytes());
    expect(again.context.lookup(PDFRef.of(4))).toBeUndefined();
    expect(again.context.lookup(PDFRef.of(6))).toBeDefined();
  });
});
