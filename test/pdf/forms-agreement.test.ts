import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFormFields, redrawDifferingFields } from '@countersign/forms';
import { openPdf, PdfError } from '@countersign/pdf';
import * as mupdf from 'mupdf';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { CORPUS, hasCorpus, listFormFiles } from './forms-compare/compare-corpus.ts';
import { makeFlattenPair } from './forms-flatten/flatten-pair.ts';

function normalise(text: string): string {
  return text.normalize('NFKC').replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '');
}

/** Of all pages with their widgets, as MuPDF draws them. */
function drawnText(pdf: Uint8Array): string {
  const document = mupdf.PDFDocument.openDocument(pdf, 'application/pdf') as mupdf.PDFDocument;
  // Only the content of pages has text.
  document.bake(true, true);
  const pages = Array.from({ length: document.countPages() }, (_, page) =>
    document.loadPage(page).toStructuredText('').asText(),
  );
  document.destroy();
  return normalise(pages.join('\n'));
}

/** By name, as pdf.js and so the signing page show them. */
async function shownValues(pdf: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const fields = (await (await task.promise).getFieldObjects()) ?? new Map<string, object[]>();
  await task.destroy();
  const readValue = (widgets: readonly { readonly value?: unknown }[]) =>
    normalise(String(widgets.map(({ value }) => value).find((value) => value != null) ?? ''));
  return new Map([...fields].map(([name, widgets]) => [name, readValue(widgets)]));
}

/** Text fields that people see. Undefined if the file is refused. */
async function compareValues(bytes: Uint8Array) {
  const file = openPdf(bytes);
  await redrawDifferingFields(file);
  const admitted = file.save().toBytes();
  const { fields: drawable, flat } = await makeFlattenPair(admitted);
  const [before, after] = [drawnText(drawable), drawnText(flat)];
  const byPdfjs = await shownValues(admitted);
  const isSeen = new Set(['field_hidden', 'field_not_shown', 'field_out_of_sight', 'broken_rectangle']);
  const fields = readFormFields(openPdf(admitted)).filter(
    ({ type, password, warnings }) =>
      type === 'textField' && !password && !warnings.some(({ code }) => isSeen.has(code)),
  );
  return fields.flatMap(({ name, value }) => {
    const text = normalise(value[0] ?? '');
    if (text === '' || UNDRAWN.test(text)) return [];
    return [
      { name, drawn: before.includes(text), sealed: after.includes(text), pdfjs: byPdfjs.get(name) === text },
    ];
  });
}

/** Text from right to left is in either order, and control characters have no glyph. */
const UNDRAWN = /[\u0590-\u08ff\p{Cc}]/u;

/** Why a reader shows something else. */
const EXPLAINED: ReadonlyMap<string, string> = new Map([
  ['LongRichTextField', 'its value is longer than its box, and pdf.js reads the rich text'],
  ['rootField.child1Field.dollar', 'pdf.js formats the number'],
  ['rootField.childTextField1', 'two fields have the name'],
]);

const FORMS = dirname(fixturePath('forms/contract.pdf'));

// A field showed 999 EUR on the signing page and in pdf.js, and 111 EUR in other readers and the sealed file.
describe('what pdf.js shows, MuPDF draws and is sealed is the same', () => {
  it.each(readdirSync(FORMS).filter((file) => file !== 'xfa-only.pdf'))('in %s', async (file) => {
    const compared = await compareValues(new Uint8Array(readFileSync(join(FORMS, file))));
    expect(compared.filter(({ drawn, sealed, pdfjs }) => !drawn || !sealed || !pdfjs)).toEqual([]);
  });

  it.skipIf(!hasCorpus)(
    'in other people’s forms that MuPDF opens',
    async () => {
      const differing: Record<string, unknown> = {};
      let compared = 0;
      for (const path of listFormFiles()) {
        const fields = await compareValues(new Uint8Array(readFileSync(join(CORPUS, path)))).catch(
          (error: unknown) => {
            if (error instanceof PdfError || /cycle in/.test(String(error))) return [];
            throw error;
          },
        );
        compared += fields.length;
        const wrong = fields.filter(
          ({ name, drawn, sealed, pdfjs }) => !EXPLAINED.has(name) && !(drawn && sealed && pdfjs),
        );
        if (wrong.length > 0) differing[path] = wrong;
      }
      expect(differing).toEqual({});
      expect(compared).toBeGreaterThan(100);
    },
    180_000,
  );
});
