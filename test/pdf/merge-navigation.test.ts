import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawByMupdf, hasPrograms, runProgram } from '@countersign/pdf/testing';
import { inlineToolkit, type MergeReport } from '@countersign/toolkit';
import * as mupdf from 'mupdf';
import {
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { navigableFile } from '../../packages/pdf/testing/navigable-file.ts';

/**
 * Three files with internal links under equal names: the second in object streams, with labels and layers off by
 * default; the third with an incompatible structure tree.
 */
const folder = mkdtempSync(join(tmpdir(), 'countersign-navigation-'));
const output = join(folder, 'merged.pdf');
const packed = {
  kind: 'stream',
  compressed: [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 20, 21, 30, 40, 41, 42, 43],
} as const;
const inputs = [
  navigableFile({ title: 'One' }),
  navigableFile({ title: 'Two', labels: 'r', hidesLayers: true, build: packed }),
  navigableFile({ title: 'Three', role: 'H1' }),
];

let report: MergeReport;
let task: PDFDocumentLoadingTask;
let document: PDFDocumentProxy;
let byMupdf: mupdf.PDFDocument;

beforeAll(async () => {
  report = await inlineToolkit().merge({ inputs, output });
  task = getDocument({ data: new Uint8Array(readFileSync(output)), verbosity: 0 });
  document = await task.promise;
  byMupdf = mupdf.Document.openDocument(readFileSync(output), 'application/pdf') as mupdf.PDFDocument;
});

afterAll(async () => {
  await task.destroy();
  byMupdf.destroy();
  rmSync(folder, { recursive: true });
});

/** Returns the page (0-based) of a destination by pdf.js; -1 if there is none. */
async function pageOf(destination: unknown): Promise<number> {
  const explicit = typeof destination === 'string' ? await document.getDestination(destination) : destination;
  return Array.isArray(explicit) ? document.getPageIndex(explicit[0]) : -1;
}

/** Prints the objects, for facts that readers do not report. */
function readText(): string {
  return runProgram('qpdf', ['--qdf', '--object-streams=disable', output, '-']).bytes.toString('latin1');
}

describe('the outline of merged files', () => {
  it('has one entry for each file, with its own outline below, to pdf.js', async () => {
    type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;
    const read = async (items: Outline): Promise<unknown[]> =>
      Promise.all(
        items.map(async ({ title, dest, items: below }) => [title, await pageOf(dest), await read(below)]),
      );
    expect(await read(await document.getOutline())).toEqual([
      ['One', 0, [['Chapter of One', 1, [['Section', 1, []]]]]],
      ['Two', 2, [['Chapter of Two', 3, [['Section', 3, []]]]]],
      ['Three', 4, [['Chapter of Three', 5, [['Section', 5, []]]]]],
    ]);
  });

  it('is the same to MuPDF', () => {
    const read = (items: ReturnType<mupdf.PDFDocument['loadOutline']> | undefined): unknown[] =>
      (items ?? []).map(({ title, page, down }) => [title, page, read(down)]);
    expect(read(byMupdf.loadOutline())).toEqual([
      ['One', 0, [['Chapter of One', 1, [['Section', 1, []]]]]],
      ['Two', 2, [['Chapter of Two', 3, [['Section', 3, []]]]]],
      ['Three', 4, [['Chapter of Three', 5, [['Section', 5, []]]]]],
    ]);
  });
});

describe('named destinations of merged files', () => {
  it.each([
    ['chapter', 1],
    ['chapter#2', 3],
    ['chapter#3', 5],
  ])('lead to the page of their own file: %s', async (name, page) => {
    expect(await pageOf(name)).toBe(page);
  });

  /** Old destinations are read as objects: readers prefer the name tree, which has the same names. */
  it.skipIf(!hasPrograms('qpdf'))('of the old kind lead to the page of their own file', () => {
    const old = /\n {2}\/Dests <<\n([\s\S]*?)\n {2}>>/.exec(readText())?.[1] ?? '';
    const places = [...old.matchAll(/\/(\S+) \[\n\s+(\d+) 0 R/g)].map(([, name, object]) => [
      name,
      Number(object),
    ]);
    const pages = JSON.parse(runProgram('qpdf', ['--json', '--json-key=pages', output]).text).pages;
    const page = (object: number) =>
      pages.findIndex((entry: { object: string }) => entry.object === `${object} 0 R`);
    const qdf = [...readText().matchAll(/%% Original object ID: (\d+) 0\n(\d+) 0 obj/g)];
    const original = new Map(qdf.map(([, from, to]) => [Number(to), Number(from)]));
    expect(places.map(([name, object]) => [name, page(original.get(Number(object)) ?? -1)])).toEqual([
      ['chapter', 1],
      ['chapter#2', 3],
      ['chapter#3', 5],
    ]);
  });

  it.skipIf(!hasPrograms('pdfinfo'))('lead there in Poppler too', () => {
    const lines = runProgram('pdfinfo', ['-dests', output]).text.trim().split('\n').slice(1);
    expect(lines.map((line) => /^\s*(\d+).*"(.*)"/.exec(line)?.slice(1))).toEqual([
      ['2', 'chapter'],
      ['4', 'chapter#2'],
      ['6', 'chapter#3'],
    ]);
  });
});

describe('links of merged files', () => {
  it.each([0, 2, 4])(
    'by name of either kind, by array and by number lead inside their own file: page %s',
    async (page) => {
      const annotations = await (await document.getPage(page + 1)).getAnnotations();
      const targets = await Promise.all(annotations.map(({ dest }) => pageOf(dest)));
      expect(targets).toEqual([page + 1, page + 1, page + 1, page + 1]);
    },
  );

  it.each([0, 2, 4])('lead there in MuPDF too: page %s', (page) => {
    const links = byMupdf.loadPage(page).getLinks();
    expect(links.map((link) => byMupdf.resolveLink(link))).toEqual(Array(4).fill(page + 1));
  });
});

describe('what else merged files keep', () => {
  it('are the labels of the pages, file by file', async () => {
    const labels = ['1', '2', 'i', 'ii', '1', '2'];
    expect(await document.getPageLabels()).toEqual(labels);
    expect(labels.map((_, page) => byMupdf.loadPage(page).getLabel())).toEqual(labels);
  });

  it('are the layers, hidden and shown as in their own file', async () => {
    const config = await document.getOptionalContentConfig();
    const expected = [
      ['shown of One', true],
      ['hidden of One', false],
      ['shown of Two', true],
      ['hidden of Two', false],
      ['shown of Three', true],
      ['hidden of Three', false],
    ];
    expect([...config].map(([, { name, visible }]) => [name, visible])).toEqual(expected);
    const seen = Array.from({ length: byMupdf.countLayers() }, (_, index) => index);
    const byName = seen.map((index) => [byMupdf.getLayerName(index), byMupdf.isLayerVisible(index)]);
    expect(Object.fromEntries(byName)).toEqual(Object.fromEntries(expected));
  });

  it('are the attachments, each with its own bytes', async () => {
    const names = [...((await document.getAttachments()) ?? new Map()).keys()];
    expect(names).toEqual(['chapter.txt', 'chapter.txt#2', 'chapter.txt#3']);
    const titles = ['One', 'Two', 'Three'];
    const bytes = await Promise.all(names.map((name) => document.getAttachmentContent(name)));
    expect(bytes.map((content) => Buffer.from(content ?? []).toString())).toEqual(
      titles.map((title) => `attached to ${title}`),
    );
  });

  it.skipIf(!hasPrograms('pdfdetach'))('are the attachments, to Poppler', () => {
    expect(runProgram('pdfdetach', ['-list', output]).text).toMatch(/^3 embedded files/);
  });

  it('are structures that go with each other; one that does not is dropped and reported', async () => {
    expect(report.droppedStructures).toEqual([2]);
    const roles = await Promise.all(
      [1, 3, 5].map(async (page) => JSON.stringify(await (await document.getPage(page)).getStructTree())),
    );
    expect(roles.map((tree) => tree.includes('"role":"Link"'))).toEqual([true, true, false]);
  });

  it.skipIf(!hasPrograms('qpdf'))(
    'are no keys of a structure that is gone, and every other is found in the tree',
    () => {
      const text = readText();
      const keys = [...text.matchAll(/\/StructParents? (\d+)/g)].map(([, key]) => Number(key)).sort();
      const listed = /\/Nums \[\n([\s\S]*?)\n {2}\]/g;
      const trees = [...text.matchAll(listed)].map(([, items = '']) =>
        [...items.matchAll(/^ {4}(\d+)$/gm)].map(([, key]) => Number(key)),
      );
      // The first page and its link, of each file.
      expect(keys).toEqual([0, 1, 2, 3]);
      expect(trees).toContainEqual([0, 1, 2, 3]);
      expect(runProgram('qpdf', ['--check', output])).toMatchObject({ status: 0 });
    },
  );

  it('are the pages, to the pixel', () => {
    const draw = (pdf: Uint8Array) => [0, 1].map((page) => drawByMupdf(pdf, page));
    const merged = readFileSync(output);
    const drawn = Array.from({ length: 6 }, (_, page) => drawByMupdf(merged, page));
    expect(drawn).toEqual(inputs.flatMap(draw));
  });
});
