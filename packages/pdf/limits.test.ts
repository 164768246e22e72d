import { deflateSync } from 'node:zlib';
import { PDFRef } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { PdfError } from './errors.ts';
import { DEFAULT_LIMITS, type PdfLimits } from './limits.ts';
import { openPdf } from './open-pdf.ts';
import { buildPdf, pageBodies } from './testing/build-pdf.ts';

const MIB = 1024 * 1024;

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function stream(entries: string, data: string | Buffer): string {
  const content = typeof data === 'string' ? data : data.toString('latin1');
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** The limit exceeded by opening a file and reading all objects; undefined if there is none. */
function limitMet(bytes: Uint8Array, limits: Partial<PdfLimits> = {}): unknown {
  try {
    const file = openPdf(bytes, { limits });
    const most = file.context.largestObjectNumber;
    for (let number = 1; number <= most; number += 1) file.context.lookup(PDFRef.of(number));
    return undefined;
  } catch (error) {
    if (error instanceof PdfError && error.code === 'too_complex') return error.params.limit;
    throw error;
  }
}

/** A file with a cross-reference stream of the given entries, read before its table. */
function withXrefStream(entries: string, data: Buffer, more: Record<number, string> = {}): Buffer {
  const text = Buffer.from(buildPdf({ ...pageBodies(1), ...more })).toString('latin1');
  const start = /startxref\n(\d+)/.exec(text)?.[1];
  const section = `90 0 obj\n${stream(`/Type /XRef /Root 1 0 R /Prev ${start} ${entries}`, data)}\nendobj\n`;
  return bytesOf(`${text}${section}startxref\n${text.length}\n%%EOF\n`);
}

interface StreamsOptions {
  /** Objects that the cross-reference assigns to the streams. */
  readonly objects?: number;
  readonly filter?: string;
}

/** A file of `count` object streams of `size` blanks each after inflation. */
function withObjectStreams(count: number, size: number, options: StreamsOptions = {}): Buffer {
  const { objects = count, filter = '/FlateDecode' } = options;
  const bodies: Record<number, string> = { ...pageBodies(1) };
  const data = deflateSync(Buffer.concat([bytesOf('99 0 7'), Buffer.alloc(size, ' ')]));
  for (let number = 10; number < 10 + count; number += 1) {
    bodies[number] = stream(`/Type /ObjStm /N 1 /First 5 /Filter [${filter}]`, data);
  }
  const rows = Array.from({ length: objects }, (_, index) => [2, 10 + (index % count), 0]).flat();
  return withXrefStream(`/Size 500 /W [1 1 1] /Index [200 ${objects}]`, Buffer.from(rows), bodies);
}

function deepTree(levels: number): Uint8Array {
  const bodies: Record<number, string> = { 1: '<< /Type /Catalog /Pages 2 0 R >>' };
  for (let number = 2; number < 2 + levels; number += 1) {
    bodies[number] = `<< /Type /Pages /Count 1 /Kids [${number + 1} 0 R] >>`;
  }
  bodies[2 + levels] = '<< /Type /Page /MediaBox [0 0 9 9] >>';
  return buildPdf(bodies);
}

function listAllAnnotations(limits: Partial<PdfLimits>): unknown {
  const bodies = {
    ...pageBodies(2, '/Annots 9 0 R'),
    9: `[${'10 0 R '.repeat(30)}]`,
    10: '<< /Subtype /Link >>',
  };
  try {
    return Array.from(openPdf(buildPdf(bodies), { limits }).pages(), (page) => page.annotations().length);
  } catch (error) {
    return error instanceof PdfError ? error.params.limit : error;
  }
}

/** Modifies three pages that share one object. */
function partPages(limits: Partial<PdfLimits>): unknown {
  const bodies = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 3 /Kids [3 0 R 3 0 R 3 0 R] /MediaBox [0 0 9 9] >>',
    3: `<< /Type /Page /Parent 2 0 R /Contents [${'4 0 R '.repeat(30)}] >>`,
  };
  try {
    return Array.from(openPdf(buildPdf(bodies), { limits }).pages(), (page) => page.dict.keys().length);
  } catch (error) {
    return error instanceof PdfError ? error.params.limit : error;
  }
}

/** Exceeds each limit with little time and memory. */
const MEETS: Readonly<Record<keyof PdfLimits, () => unknown>> = {
  nesting: () => limitMet(buildPdf({ ...pageBodies(1), 9: '['.repeat(2 * MIB) })),
  objectItems: () =>
    limitMet(buildPdf({ ...pageBodies(1), 9: `[${'1 '.repeat(5000)}]` }), { objectItems: 4000 }),
  keptItems: () => {
    const list = `[${'1 '.repeat(1000)}]`;
    return limitMet(buildPdf({ ...pageBodies(1), 9: list, 10: list, 11: list }), { keptItems: 2500 });
  },
  annotations: () => listAllAnnotations({ annotations: 40 }),
  copiedItems: () => partPages({ copiedItems: 40 }),
  objects: () =>
    limitMet(withXrefStream('/Size 9000 /W [0 1 0] /Index [0 9000]', Buffer.alloc(9000)), { objects: 8000 }),
  xrefEntries: () =>
    limitMet(withXrefStream(`/Size 9 /W [0 1 0] /Index [${'5 1 '.repeat(1000)}]`, Buffer.alloc(1000)), {
      xrefEntries: 10_000,
    }),
  inflatedStream: () => limitMet(withObjectStreams(1, 2 * MIB), { inflatedStream: MIB }),
  inflatedTotal: () => limitMet(withObjectStreams(20, MIB), { inflatedTotal: 10 * MIB }),
  // Five streams of 30 MiB do not fit into the cache, so reading them in turn inflates each again.
  reinflatedTotal: () =>
    limitMet(withObjectStreams(5, 30 * MIB, { objects: 25 }), { reinflatedTotal: 64 * MIB }),
  filters: () => limitMet(withObjectStreams(1, 10, { filter: '/FlateDecode '.repeat(9) })),
  revisions: () =>
    limitMet(withXrefStream('/Size 9 /W [1 1 1] /Index [9 1]', Buffer.alloc(3)), { revisions: 1 }),
  pageTreeDepth: () => limitMet(deepTree(100)),
  searchedBytes: () => {
    const bodies: Record<number, string> = { ...pageBodies(1) };
    for (let number = 10; number < 40; number += 1) bodies[number] = '(never closed';
    return limitMet(bytesOf(`${Buffer.from(buildPdf(bodies)).toString('latin1')}${' '.repeat(MIB)}`), {
      searchedBytes: 8 * MIB,
    });
  },
  pages: () => limitMet(buildPdf(pageBodies(50)), { pages: 40 }),
};

describe('the limit', () => {
  const met = Object.entries(MEETS).filter(
    ([limit]) => !['pageTreeDepth', 'reinflatedTotal'].includes(limit),
  );

  it.each(met)('%s refuses a file that meets it', (limit, meet) => {
    expect(meet()).toBe(limit);
  });

  it('of levels lets a tree through that is just within it', () => {
    expect(openPdf(deepTree(DEFAULT_LIMITS.pageTreeDepth)).pageCount).toBe(1);
  });

  it('of copied items lets pages through that are just within it', () => {
    // Twice three entries and a list of 30.
    expect(partPages({ copiedItems: 66 })).toEqual([3, 3, 3]);
    expect(partPages({ copiedItems: 65 })).toBe('copiedItems');
  });

  it('is a whole number, and cannot be changed for all', () => {
    expect(Object.values(DEFAULT_LIMITS).every((limit) => Number.isSafeInteger(limit) && limit > 0)).toBe(
      true,
    );
    expect(Object.isFrozen(DEFAULT_LIMITS)).toBe(true);
  });
});

describe('what promises more than it has', () => {
  it.each([
    ['a giant /N', '/N 999999999 /First 5'],
    ['a giant /First', '/N 1 /First 999999999'],
    ['a negative /N', '/N -1 /First 5'],
    ['a fractional /First', '/N 1 /First 4.7'],
    ['/Extends in a circle', '/N 1 /First 5 /Extends 10 0 R'],
    ['a /Length that refers to what is in the stream', '/N 1 /First 5 /Length 99 0 R'],
  ])('an object stream with %s', (_, entries) => {
    const bodies = { ...pageBodies(1), 10: stream(`/Type /ObjStm ${entries}`, '99 0 (inside)') };
    const file = openPdf(
      withXrefStream('/Size 100 /W [1 1 1] /Index [99 1]', Buffer.from([2, 10, 0]), bodies),
    );
    expect(file.pageCount).toBe(1);
    expect(() => file.context.lookup(PDFRef.of(99))).not.toThrow();
  });

  it('an object stream inside an object stream is not read (7.5.7)', () => {
    const inner = '99 0 (inside)';
    const bodies = { ...pageBodies(1), 10: stream('/Type /ObjStm /N 1 /First 5', `11 0 ${inner}`) };
    const rows = Buffer.from([2, 10, 0, 2, 11, 0]);
    const file = openPdf(withXrefStream('/Size 100 /W [1 1 1] /Index [11 1 99 1]', rows, bodies));
    expect(file.context.lookup(PDFRef.of(99))).toBeUndefined();
  });

  it('/Length in a circle of two streams', () => {
    const bodies = {
      ...pageBodies(1),
      8: '<< /Length 9 0 R >>\nstream\nab\nendstream',
      9: '<< /Length 8 0 R >>\nstream\ncd\nendstream',
    };
    const file = openPdf(buildPdf(bodies));
    const found = file.context.lookup(PDFRef.of(8)) as { getContentsString(): string } | undefined;
    expect(found?.getContentsString()).toBe('ab');
  });

  it.each(['/W [1 99999999 1]', '/W [1 1]', '/W [0 0 0]', '/W [1.5 1 1]', '/W [(a) 1 1]'])('%s', (widths) => {
    const file = openPdf(withXrefStream(`/Size 100 ${widths} /Index [0 1]`, Buffer.alloc(9)));
    expect([file.pageCount, file.repaired]).toEqual([1, true]);
  });

  it.each(['/Index [0 99999999999]', '/Index [-5 9]', '/Index [99999999 9]', '/Index [(a) (b)]'])(
    '%s',
    (index) => {
      const file = openPdf(withXrefStream(`/Size 100 /W [1 1 1] ${index}`, Buffer.alloc(9)));
      expect(file.pageCount).toBe(1);
    },
  );

  it('a table of a million empty subsections', () => {
    const text = Buffer.from(buildPdf(pageBodies(1))).toString('latin1');
    const empty = text.replace('xref\n0 ', `xref\n${'0 0\n'.repeat(1_000_000)}0 `);
    expect(limitMet(bytesOf(empty), { xrefEntries: MIB })).toBe('xrefEntries');
  });
});
