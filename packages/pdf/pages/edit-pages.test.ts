import fc from 'fast-check';
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import type { PdfFile } from '../pdf-file.ts';
import { lookupArray, lookupDict, lookupName, lookupNumber } from '../read/lookup.ts';
import { decodeStream } from '../read/streams.ts';
import { decodeTextString } from '../read/strings.ts';
import { nameTreeEntries, numberTreeEntries } from '../read/tree-entries.ts';
import { buildPdf, pageBodies } from '../testing/build-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';
import { withMupdf } from '../testing/draw-by-mupdf.ts';
import { navigableFile } from '../testing/navigable-file.ts';
import { assemblePages } from './assemble-pages.ts';
import { arrangePages, movePages, removePages, rotatePages } from './edit-pages.ts';
import { HalvedFile, splitPages } from './split-pages.ts';

/** Reads the width of the bar that `pageBodies` draws on a page. */
function widthOfBar(file: PdfFile, index: number): number {
  const content = file.page(index).dict.lookup(PDFName.of('Contents'), PDFStream);
  return Number(Buffer.from(decodeStream(content, 1000)).toString('latin1').split(' ')[2]);
}

const PAGES = 6;
const FIRST = 10;
const PER_PAGE = 10;

/**
 * Page n is 100 + n points wide and has a field `fn`, a link to each neighbour, a destination `dn`, an outline item
 * `tn` (those of odd pages below the one before), an article bead and a structure element.
 */
function linkedFile(): Uint8Array {
  const at = (page: number, part: number): number => FIRST + page * PER_PAGE + part;
  const ref = (page: number, part: number): string => `${at(page, part)} 0 R`;
  const all = Array.from({ length: PAGES }, (_, page) => page);
  const half = (start: number): string =>
    all
      .filter((page) => page >= start && page < start + PAGES / 2)
      .map((page) => ref(page, 0))
      .join(' ');
  const bodies: Record<number, string> = {
    1: `<< /Type /Catalog /Pages 2 0 R /Outlines 5 0 R /AcroForm << /Fields [${all.map((page) => ref(page, 1)).join(' ')}] >>
      /Names << /Dests << /Names [${all.map((page) => `(d${page}) [${ref(page, 0)} /Fit]`).join(' ')}] >> >>
      /OpenAction [${ref(1, 0)} /Fit] /Threads [6 0 R] /StructTreeRoot 7 0 R
      /PageLabels << /Nums [0 << /S /r >> 2 << /S /D /P (A-) /St 5 >>] >> >>`,
    2: `<< /Type /Pages /Kids [3 0 R 4 0 R] /Count ${PAGES} /Resources << >> >>`,
    3: `<< /Type /Pages /Parent 2 0 R /Kids [${half(0)}] /Count ${PAGES / 2} /Rotate 90 >>`,
    4: `<< /Type /Pages /Parent 2 0 R /Kids [${half(PAGES / 2)}] /Count ${PAGES / 2} >>`,
    5: `<< /Type /Outlines /First ${ref(0, 4)} /Last ${ref(PAGES - 2, 4)} /Count ${PAGES} >>`,
    6: `<< /Type /Thread /F ${ref(0, 5)} >>`,
    7: `<< /Type /StructTreeRoot /K 8 0 R /ParentTree << /Nums [${all.map((page) => `${page} [${ref(page, 6)}]`).join(' ')}] >> >>`,
    8: `<< /Type /StructElem /S /Document /P 7 0 R /K [${all.map((page) => ref(page, 6)).join(' ')}] >>`,
  };
  for (const page of all) {
    const next = (page + 1) % PAGES;
    const before = (page + PAGES - 1) % PAGES;
    bodies[at(page, 0)] =
      `<< /Type /Page /Parent ${page < PAGES / 2 ? 3 : 4} 0 R /MediaBox [0 0 ${100 + page} 50] /StructParents ${page}
      /Annots [${ref(page, 1)} ${ref(page, 2)} ${ref(page, 3)}] /B [${ref(page, 5)}] /Contents ${ref(page, 7)} >>`;
    bodies[at(page, 1)] =
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f${page}) /Rect [0 0 9 9] /P ${ref(page, 0)} >>`;
    bodies[at(page, 2)] = `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest (d${next}) >>`;
    bodies[at(page, 3)] =
      `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [${ref(before, 0)} /Fit] >> >>`;
    const isTop = page % 2 === 0;
    const below = isTop ? `/First ${ref(page + 1, 4)} /Last ${ref(page + 1, 4)} /Count 1` : '';
    const siblings = `${isTop && page > 0 ? `/Prev ${ref(page - 2, 4)}` : ''} ${isTop && page + 2 < PAGES ? `/Next ${ref(page + 2, 4)}` : ''}`;
    bodies[at(page, 4)] =
      `<< /Title (t${page}) /Dest [${ref(page, 0)} /Fit] /Parent ${isTop ? '5 0 R' : ref(page - 1, 4)} ${below} ${siblings} >>`;
    bodies[at(page, 5)] =
      `<< /Type /Bead /T 6 0 R /P ${ref(page, 0)} /R [0 0 9 9] /N ${ref(next, 5)} /V ${ref(before, 5)} >>`;
    bodies[at(page, 6)] = `<< /Type /StructElem /S /P /P 8 0 R /Pg ${ref(page, 0)} /K 0 >>`;
    const content = `/P << /MCID 0 >> BDC (content ${page}) Tj EMC`;
    bodies[at(page, 7)] = `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
  }
  return buildPdf(bodies);
}

const LINKED = linkedFile();
const LABELS = ['i', 'ii', 'A-5', 'A-6', 'A-7', 'A-8'];

function idsOf(file: PdfFile): number[] {
  return [...file.pages()].map(({ geometry }) => geometry.mediaBox[2] - 100);
}

/** The page that a destination leads to, by its width. */
function targetOf(file: PdfFile, destination: PDFObject | undefined): number | undefined {
  const found = file.context.lookup(destination);
  const first = found instanceof PDFArray ? found.get(0) : undefined;
  const page = first instanceof PDFRef ? file.pageAt(first) : undefined;
  return page === undefined ? undefined : page.geometry.mediaBox[2] - 100;
}

function outlineOf(file: PdfFile): string[] {
  const titles: string[] = [];
  const walk = (parent: PDFDict | undefined, level: string): void => {
    for (
      let item = parent && lookupDict(parent, 'First');
      item !== undefined;
      item = lookupDict(item, 'Next')
    ) {
      const title = decodeTextString(item.lookup(PDFName.of('Title')));
      const target = targetOf(file, item.get(PDFName.of('Dest')));
      titles.push(`${level}${title}${target === undefined ? ' without a page' : ''}`);
      if (target !== undefined) expect(title).toBe(`t${target}`);
      walk(item, `${level} `);
    }
  };
  walk(lookupDict(file.catalog, 'Outlines'), '');
  return titles;
}

function expectConsistent(bytes: Uint8Array, order: readonly number[]): void {
  const file = openPdf(bytes);
  expect(file.repaired).toBe(false);
  expect(idsOf(file)).toEqual(order);
  const kept = new Set(order);
  expect([...file.pages()].map(({ geometry }) => geometry.rotate)).toEqual(
    order.map((page) => (page < PAGES / 2 ? 90 : 0)),
  );
  const { catalog } = file;
  const sorted = [...kept].sort();
  const dests = nameTreeEntries(lookupDict(lookupDict(catalog, 'Names') as PDFDict, 'Dests'));
  expect([...dests].map(([name, value]) => [name, targetOf(file, value)]).sort()).toEqual(
    sorted.map((page) => [`d${page}`, page]),
  );
  const fields = lookupArray(lookupDict(catalog, 'AcroForm') as PDFDict, 'Fields') as PDFArray;
  const names = fields
    .asArray()
    .map((field) => decodeTextString((file.context.lookup(field) as PDFDict).lookup(PDFName.of('T'))));
  expect(names).toEqual(sorted.map((page) => `f${page}`));
  for (const page of file.pages()) {
    const id = page.geometry.mediaBox[2] - 100;
    const neighbours = [(id + 1) % PAGES, (id + PAGES - 1) % PAGES].filter((other) => kept.has(other));
    const kinds = page.annotations().map(({ dict }) => lookupName(dict, 'Subtype'));
    expect(kinds).toEqual(['Widget', ...neighbours.map(() => 'Link')]);
  }
  const titles = [0, 2, 4].flatMap((top) => {
    const below = kept.has(top + 1) ? [` t${top + 1}`] : [];
    if (!kept.has(top) && below.length === 0) return [];
    return [kept.has(top) ? `t${top}` : `t${top} without a page`, ...below];
  });
  expect(outlineOf(file)).toEqual(titles);
  expect(lookupNumber(lookupDict(catalog, 'Outlines') as PDFDict, 'Count')).toBe(titles.length || undefined);
  expect(catalog.has(PDFName.of('OpenAction'))).toBe(kept.has(1));
  const root = lookupDict(catalog, 'StructTreeRoot') as PDFDict;
  const parents = numberTreeEntries(lookupDict(root, 'ParentTree')).map(([key]) => key);
  expect(parents).toEqual(sorted);
  expect(beadsOf(file)).toEqual(sorted);
  expect(labelsOf(bytes)).toEqual(order.map((page) => LABELS[page]));
  const text = Buffer.from(bytes).toString('latin1');
  for (let page = 0; page < PAGES; page += 1) expect(text.includes(`(content ${page})`)).toBe(kept.has(page));
}

function beadsOf(file: PdfFile): number[] {
  const thread = file.context.lookup(lookupArray(file.catalog, 'Threads')?.get(0)) as PDFDict;
  const pages: number[] = [];
  const first = lookupDict(thread, 'F') as PDFDict;
  let bead = first;
  do {
    pages.push(file.pageAt(bead.get(PDFName.of('P')) as PDFRef)?.geometry.mediaBox[2] ?? Number.NaN);
    expect(lookupDict(lookupDict(bead, 'N') as PDFDict, 'V')).toBe(bead);
    bead = lookupDict(bead, 'N') as PDFDict;
  } while (bead !== first);
  return pages.map((width) => width - 100).sort();
}

function labelsOf(bytes: Uint8Array): string[] {
  return withMupdf(bytes, (document) =>
    Array.from({ length: document.countPages() }, (_, page) => document.loadPage(page).getLabel()),
  );
}

describe('pages', () => {
  it('are removed, moved and reversed as a list of them would be, with all that refers to them', () => {
    const index = fc.nat(PAGES - 1);
    const step = fc.oneof(
      fc.record({ remove: fc.uniqueArray(index, { maxLength: 2 }) }),
      fc.record({ move: fc.uniqueArray(index, { maxLength: 3 }), to: fc.nat(PAGES) }),
      fc.record({ shuffle: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 1 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (steps) => {
        const file = openPdf(LINKED);
        let model = [0, 1, 2, 3, 4, 5];
        for (const each of steps) {
          const exists = (page: number): boolean => page < model.length;
          if ('remove' in each) {
            const pages = each.remove.filter(exists);
            if (pages.length === model.length) continue;
            removePages(file, pages);
            model = model.filter((_, at) => !pages.includes(at));
          } else if ('move' in each) {
            const [pages, to] = [each.move.filter(exists), Math.min(each.to, model.length)];
            movePages(file, pages, to);
            const rest = (from: number, end: number) =>
              model.filter((_, at) => at >= from && at < end && !pages.includes(at));
            model = [...rest(0, to), ...pages.map((at) => model[at] as number), ...rest(to, model.length)];
          } else {
            const order = each.shuffle.filter(exists);
            if (order.length === 0) continue;
            arrangePages(file, order);
            model = order.map((at) => model[at] as number);
          }
        }
        expect(idsOf(file)).toEqual(model);
        expectConsistent(file.rewrite().toBytes(), model);
      }),
      { numRuns: 60 },
    );
  });

  it('are gone from actions that follow others, or that events set off', () => {
    const goTo = (page: number) => `/S /GoTo /D [${page} 0 R /Fit]`;
    const inRow = `/A << ${goTo(3)} /Next [<< ${goTo(4)} >> << ${goTo(3)} /Next << ${goTo(4)} >> >>] >>`;
    const annotation = `<< /Subtype /Text /Rect [0 0 9 9] ${inRow} /AA << /E << ${goTo(4)} >> /X << ${goTo(3)} >> >> >>`;
    const file = openPdf(
      buildPdf({
        1: `<< /Type /Catalog /Pages 2 0 R /OpenAction << ${goTo(3)} /Next << ${goTo(4)} >> >> /Outlines 5 0 R >>`,
        2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
        3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 90 90] /Annots [${annotation}] >>`,
        4: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 90 90] >>',
        5: '<< /First 6 0 R /Last 6 0 R /Count 1 >>',
        6: `<< /Title (One) /Parent 5 0 R ${inRow} >>`,
      }),
    );
    removePages(file, [1]);
    const written = Buffer.from(file.rewrite({ objectStreams: 'none' }).toBytes()).toString('latin1');
    // The opening action has one, the annotation three and the outline item two.
    expect(written.match(/\/GoTo/g)).toHaveLength(6);
    expect(written).not.toMatch(/\[\s*4 0 R|\[\s*null/);
  });

  it('are written as qpdf expects them, also by save', () => {
    const file = openPdf(LINKED);
    arrangePages(file, [4, 0, 3]);
    const bytes = file.save().toBytes();
    expect(complaintsOfQpdf(bytes)).toBe('');
    expectConsistent(bytes, [4, 0, 3]);
  });

  it('are rotated further, each by itself', () => {
    const file = openPdf(LINKED);
    rotatePages(file, [0, 5], 90);
    rotatePages(file, [1], -180);
    const again = openPdf(file.save().toBytes());
    expect([...again.pages()].map(({ geometry }) => geometry.rotate)).toEqual([180, 270, 90, 0, 0, 90]);
  });

  it('are inserted from another file', () => {
    const [file, other] = [openPdf(LINKED), openPdf(navigableFile({ title: 'Other' }))];
    const bytes = assemblePages([
      { file, pages: [0, 1] },
      { file: other, pages: [1] },
      { file, pages: [2, 3, 4, 5] },
    ]).toBytes();
    expect(complaintsOfQpdf(bytes)).toBe('');
    const joined = openPdf(bytes);
    expect(idsOf(joined)).toEqual([0, 1, 100, 2, 3, 4, 5]);
    expect(
      Buffer.from(bytes)
        .toString('latin1')
        .match(/\/Type ?\/Page\b/g),
    ).toHaveLength(7);
  });

  it('are split by their number and by bytes', () => {
    const file = openPdf(LINKED);
    const parts = [...splitPages(file, { pages: 4 })].map((part) => part.toBytes());
    expect(parts.map((bytes) => idsOf(openPdf(bytes)))).toEqual([
      [0, 1, 2, 3],
      [4, 5],
    ]);
    const most = (parts[1]?.length ?? 0) + 1;
    const small = [...splitPages(file, { bytes: most })].map((part) => part.toBytes());
    expect(small.flatMap((bytes) => idsOf(openPdf(bytes)))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(small.every(({ length }) => length <= most)).toBe(true);
    expect([...splitPages(file, { bytes: 1 })]).toHaveLength(PAGES);
    expect(idsOf(file)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('are split into parts that are named, which may repeat pages', () => {
    const file = openPdf(LINKED);
    const parts = [...splitPages(file, { parts: [[5, 0], [2], [2, 2, 3]] })].map((part) => part.toBytes());
    expect(parts.map((bytes) => idsOf(openPdf(bytes)))).toEqual([[5, 0], [2], [2, 2, 3]]);
    expect(() => [...splitPages(file, { parts: [[]] })]).toThrow(
      expect.objectContaining({ code: 'no_pages' }),
    );
    expect(() => [...splitPages(file, { parts: [[6]] })]).toThrow(
      expect.objectContaining({ code: 'page_out_of_range' }),
    );
  });

  it.each([1, 3])('are visited twice for every halving when a file is split into parts of %i', (length) => {
    for (const count of [16, 32, 64]) {
      const halves = new HalvedFile(
        openPdf(buildPdf(pageBodies(count)))
          .rewrite()
          .toSource(),
        count,
      );
      const found: number[] = [];
      for (let from = 0; from < count; from += length) {
        const pages = Array.from({ length: Math.min(length, count - from) }, (_, at) => from + at);
        const part = openPdf(halves.part(pages).toBytes());
        expect(part.pageCount).toBe(pages.length);
        found.push(...[...part.pages()].map((page) => widthOfBar(part, page.index)));
      }
      expect(found).toEqual(Array.from({ length: count }, (_, index) => index + 10));
      expect(halves.visitedPages).toBeLessThanOrEqual(2 * count * Math.log2(count));
    }
  });

  it('that are chosen again are copied with their annotations and fields', () => {
    const file = openPdf(LINKED);
    const bytes = assemblePages([{ file, pages: [1, 0, 1, 1] }]).toBytes();
    expect(complaintsOfQpdf(bytes)).toBe('');
    const copied = openPdf(bytes);
    expect(idsOf(copied)).toEqual([1, 0, 1, 1]);
    const annotations = [...copied.pages()].map((page) => page.annotations().map(({ ref }) => String(ref)));
    expect(new Set(annotations.flat()).size).toBe(annotations.flat().length);
    const fields = lookupArray(lookupDict(copied.catalog, 'AcroForm') as PDFDict, 'Fields')?.asArray() ?? [];
    const names = fields.map((ref) =>
      decodeTextString(copied.context.lookup(ref, PDFDict).get(PDFName.of('T'))),
    );
    expect(names.toSorted()).toEqual(['f0', 'f1', 'f1#2', 'f1#3']);
    withMupdf(bytes, (document) => expect(document.countPages()).toBe(4));
  });

  it('keep how the first file is opened, its language and its metadata', () => {
    const packet = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><dc:title>First</dc:title><pdfaid:part>3</pdfaid:part></rdf:Description></rdf:RDF>`;
    const build = (entries: string) =>
      openPdf(
        buildPdf({
          1: `<< /Type /Catalog /Pages 2 0 R /Lang (sv) ${entries} >>`,
          2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 90 90] >>',
          3: '<< /Type /Page /Parent 2 0 R >>',
          4: '<< /Type /Page /Parent 2 0 R >>',
          5: `<< /Type /Metadata /Subtype /XML /Length ${packet.length} >>\nstream\n${packet}\nendstream`,
        }),
      );
    const settings =
      '/PageMode /UseThumbs /PageLayout /TwoColumnLeft /ViewerPreferences << /FitWindow true /PrintPageRange [1 1] >>';
    const opened = (action: string, pages: readonly number[]) =>
      openPdf(
        assemblePages([
          { file: build(`${settings} /OpenAction ${action} /Metadata 5 0 R`), pages },
          { file: build('/PageMode /UseOutlines /OpenAction [4 0 R /Fit]') },
        ]).toBytes(),
      );
    const joined = opened('[4 0 R /XYZ 0 9 2]', [1, 0]);
    const { catalog } = joined;
    expect(lookupName(catalog, 'PageMode')).toBe('UseThumbs');
    expect(lookupName(catalog, 'PageLayout')).toBe('TwoColumnLeft');
    expect(lookupDict(catalog, 'ViewerPreferences')?.keys().map(String)).toEqual(['/FitWindow']);
    expect(decodeTextString(catalog.get(PDFName.of('Lang')))).toBe('sv');
    const metadata = String(catalog.lookup(PDFName.of('Metadata')));
    expect(metadata).toContain('First');
    expect(metadata).not.toContain('pdfaid:part');
    const target = lookupArray(catalog, 'OpenAction')?.get(0);
    expect(target === joined.page(0).ref).toBe(true);
    const goTo = '<< /S /GoTo /D [3 0 R /Fit] /Next << /S /JavaScript /JS (x) >> >>';
    expect(
      lookupDict(opened(goTo, [0]).catalog, 'OpenAction')
        ?.keys()
        .map(String),
    ).toEqual(['/S', '/D']);
    for (const gone of [goTo.replace('3 0', '4 0'), '<< /S /JavaScript /JS (x) >>', '<< /S /URI /URI (x) >>'])
      expect(opened(gone, [0]).catalog.has(PDFName.of('OpenAction'))).toBe(false);
  });

  it.each([
    ['twice', [0, 0], 'invalid_argument'],
    ['that do not exist', [6], 'page_out_of_range'],
    ['at all', [], 'no_pages'],
  ])('are refused %s', (_, order, code) => {
    expect(() => arrangePages(openPdf(LINKED), order)).toThrow(expect.objectContaining({ code }) as Error);
  });
});
