import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type FieldValue, prefill, readFormFields } from '@countersign/forms';
import { type ByteSource, openFileSource, openPdf, PdfError, type PdfFile } from '@countersign/pdf';
import { PDFRef } from 'pdf-lib';
import { expect, test } from 'vitest';
import { buildManyFieldForm, buildManyFieldFormPacked } from '../../fixtures/build/large.ts';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { corpusFolder, listCorpus } from '../../packages/pdf/testing/corpus.ts';
import { shareOf } from '../../packages/pdf/testing/share.ts';

const FORMS = readdirSync(fixturePath('forms'))
  .filter((name) => name.endsWith('.pdf'))
  .map((name) => fixturePath(join('forms', name)));
const CORPUS = shareOf(listCorpus().map(({ file }) => join(corpusFolder, file)));

function lookUpAll(file: PdfFile): void {
  for (let number = 1; number <= file.context.largestObjectNumber; number += 1) {
    try {
      file.context.lookup(PDFRef.of(number));
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
    }
  }
}

function listFields(path: string, prepare: (file: PdfFile) => void): unknown {
  try {
    const file = openPdf(path);
    try {
      prepare(file);
      return readFormFields(file);
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof PdfError) return error.code;
    throw error;
  }
}

test('bytes and objects give the same fields: fixtures and, where it is there, the corpus', () => {
  expect(FORMS.length).toBeGreaterThan(5);
  const differing = [...FORMS, ...CORPUS].filter((path) => {
    const walked = listFields(path, () => undefined);
    return JSON.stringify(walked) !== JSON.stringify(listFields(path, lookUpAll));
  });
  expect(differing).toEqual([]);
}, 300_000);

test.each([
  ['plain', buildManyFieldForm],
  ['in object streams', buildManyFieldFormPacked],
])('a form of 1,000 fields, %s, is listed without an object for any of them', (_, build) => {
  const file = openPdf(build());
  expect(readFormFields(file)).toHaveLength(1000);
  // 50 pages, their parent, the catalog, and object streams.
  expect(file.parsedObjectCount).toBeLessThan(70);
  file.close();
});

function countReads(source: ByteSource): ByteSource & { readonly reads: number } {
  let reads = 0;
  return {
    size: source.size,
    get bytesRead() {
      return source.bytesRead;
    },
    get reads() {
      return reads;
    },
    read(offset, length) {
      reads += 1;
      return source.read(offset, length);
    },
    close: () => source.close(),
  };
}

test('1,000 fields are listed, filled and closed with a read for every few of them, and each byte comes from the disk once', async () => {
  const source = countReads(openFileSource(buildManyFieldForm()));
  const file = openPdf(source);
  expect(readFormFields(file)).toHaveLength(1000);
  // Blocks of the file and its table, not fields one by one.
  expect(source.reads).toBeLessThan(150);
  await prefill(file, [{ name: 'field1', value: 'a' }], 'all');
  expect(file.saveIncremental().increment.length).toBeGreaterThan(100_000);
  expect(source.reads).toBeLessThan(300);
  expect(source.bytesRead).toBe(source.size);
  source.close();
});

async function fillAndClose(count: number) {
  const file = openPdf(buildManyFieldForm(count));
  const values = Array.from(
    { length: 20 },
    (_, index): FieldValue => ({ name: `field${index + 1}`, value: 'a' }),
  );
  const { closed } = await prefill(file, values, 'all');
  const { length } = file.saveIncremental().increment;
  const counts = { objects: file.parsedObjectCount, bytesRead: file.source.bytesRead, appended: length };
  file.close();
  return { closed: closed.length, ...counts, size: file.source.size };
}

test('filling 20 fields and closing all costs ten times as much for ten times the fields, and objects for the 20', async () => {
  const small = await fillAndClose(1000);
  const large = await fillAndClose(10_000);
  expect([small.closed, large.closed]).toEqual([1000, 10_000]);
  // Pages and changed fields only.
  expect(small.objects).toBeLessThan(50 + 20 + 30);
  expect(large.objects).toBeLessThan(500 + 20 + 30);
  expect(large.appended).toBeLessThan(small.appended * 11);
  expect(small.bytesRead).toBeLessThan(small.size * 2.5);
  expect(large.bytesRead).toBeLessThan(large.size * 2.5);
}, 60_000);
