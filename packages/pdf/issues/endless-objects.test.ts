import { deflateSync } from 'node:zlib';
import { PDFRef } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { inspect } from '../read/preflight.ts';

/** Found by the fuzzer: an object whose parsed form fills the memory, or whose end is far away. */
const HEAD = `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R /AcroForm << /Fields 7 0 R >> >> endobj
2 0 obj << /Type /Pages /Count 1 /MediaBox [0 0 200 200] /Kids [3 0 R] >> endobj
3 0 obj << /Type /Page /Parent 2 0 R >> endobj
`;
const TAIL = '\ntrailer << /Root 1 0 R >>\n%%EOF';

function withFields(objects: string): Buffer {
  return Buffer.from(HEAD + objects + TAIL, 'latin1');
}

/** Low limits, which are reached quickly. */
const LIMITS = { objectItems: 40_000, keptItems: 160_000, searchedBytes: 8 * 1024 * 1024 };

/** The exceeded limit, otherwise the number of fields. */
function limitOf(bytes: Buffer): unknown {
  try {
    return inspect(openPdf(bytes, { limits: LIMITS })).formFields;
  } catch (error) {
    return (error as { params?: { limit?: string } }).params?.limit;
  }
}

describe('a list of very many items', () => {
  it.each(['<<>>', '[]', '1 ', '/A ', '()', '.5 ', '3 0 R '])('is refused when they are %s', (item) => {
    const list = `[${item.repeat(41_000)}]`;
    expect(limitOf(withFields(`7 0 obj ${list} endobj`))).toBe('objectItems');
  });

  it('is refused in an object stream, where it takes a thousandth of its size', () => {
    const data = deflateSync(`7 0       [${'<<>>'.repeat(10_000)}]`, { level: 1 }).toString('latin1');
    const dict = `<< /Type /ObjStm /N 1 /First 10 /Filter /FlateDecode /Length ${data.length} >>`;
    expect(limitOf(withFields(`9 0 obj ${dict} stream\n${data}\nendstream endobj`))).toBe('objectItems');
  });
});

describe('an object stream that lists very many objects', () => {
  it('is refused before room is made for them', () => {
    const index = '7 0 '.repeat(41_000);
    const dict = `<< /Type /ObjStm /N 99999999 /First ${index.length} /Length ${index.length + 2} >>`;
    expect(limitOf(withFields(`9 0 obj ${dict} stream\n${index}[]\nendstream endobj`))).toBe('objectItems');
  });
});

describe('many lists that are kept together', () => {
  it('are refused when all of them were asked for', () => {
    const numbers = Array.from({ length: 8 }, (_, index) => index + 10);
    const lists = numbers.map((number) => `${number} 0 obj [${'<<>>'.repeat(3_000)}] endobj\n`);
    const file = openPdf(withFields(lists.join('')), { limits: LIMITS });
    const keepAll = () => {
      for (const number of numbers) file.context.lookup(PDFRef.of(number));
    };
    expect(keepAll).toThrow(expect.objectContaining({ params: { limit: 'keptItems', value: 160_000 } }));
  });
});

describe('strings that nothing closes, each as long as the rest of the file', () => {
  it.each(['(', '<', '%'])('are refused in bounded time when they begin with %s', (open) => {
    const numbers = Array.from({ length: 2_000 }, (_, index) => index + 10);
    const list = `7 0 obj [${numbers.map((number) => `${number} 0 R`).join(' ')}] endobj\n`;
    const strings = numbers.map((number) => `${number} 0 obj ${open}`).join('');
    expect(['searchedBytes', 'keptItems', 'objectItems']).toContain(limitOf(withFields(list + strings)));
  });
});
