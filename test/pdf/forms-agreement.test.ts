import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FormField, readFormFields } from '@countersign/forms';
import { openPdf, PdfError, splitGraphemes } from '@countersign/pdf';
import { runToSuccess } from '@countersign/pdf/testing';
import * as mupdf from 'mupdf';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { roundsOf, shareOf } from '../../packages/pdf/testing/share.ts';
import { stripUpload } from '../../packages/toolkit/operations/admission.ts';
import { CORPUS, hasCorpus, listFormFiles } from './forms-compare/compare-corpus.ts';
import { makeFlattenPair } from './forms-flatten/flatten-pair.ts';
import { countDifferentPixels } from './forms-flatten/pixel-difference.ts';
import { type Raster, SCALE } from './forms-look/raster.ts';
import { hasPoppler, type Render, renderWithMupdf, renderWithPoppler } from './forms-look/renderers.ts';

/** Lines are wrapped anywhere, and control characters have no glyph, for which MuPDF writes U+FFFD. */
function normalise(text: string): string {
  return text.normalize('NFKC').replace(/[\s\p{Default_Ignorable_Code_Point}\p{Cc}\ufffd]/gu, '');
}

/** Of all pages with their widgets, as each reader draws them. */
function drawnTexts(pdf: Uint8Array): string[] {
  const byPoppler = hasPoppler
    ? [runToSuccess('pdftotext', ['-raw', '-', '-'], { input: pdf }).toString()]
    : [];
  return [textByMupdf(pdf), ...byPoppler].map(normalise);
}

function textByMupdf(pdf: Uint8Array): string {
  const document = mupdf.PDFDocument.openDocument(pdf, 'application/pdf') as mupdf.PDFDocument;
  // Only the content of pages has text.
  document.bake(true, true);
  const pages = Array.from({ length: document.countPages() }, (_, page) =>
    document.loadPage(page).toStructuredText('').asText(),
  );
  document.destroy();
  return pages.join('\n');
}

/** What pdf.js, and so the signing page, knows of a widget. */
interface ShownWidget {
  readonly fieldName?: string;
  readonly fieldValue?: unknown;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly exportValue?: string;
  readonly buttonValue?: string;
}

/** By name. Of boxes, the states that are on. */
async function shownValues(pdf: Uint8Array): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const document = await task.promise;
  const values = new Map<string, Set<string>>();
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    for (const widget of (await page.getAnnotations()) as ShownWidget[]) {
      const name = widget.fieldName ?? '';
      const known = values.get(name) ?? new Set();
      values.set(name, known);
      for (const value of valuesOf(widget)) known.add(value);
    }
  }
  await task.destroy();
  return values;
}

function valuesOf({ fieldValue, checkBox, radioButton, exportValue, buttonValue }: ShownWidget): string[] {
  const on = checkBox ? exportValue : radioButton ? buttonValue : undefined;
  if (checkBox || radioButton) return fieldValue === on && on ? [on] : [];
  return [fieldValue].flat().flatMap((value) => normalise(String(value ?? '')) || []);
}

/** Whether each reader shows of a field what the signing page shows. */
interface Compared {
  readonly name: string;
  /** The value, by MuPDF and Poppler, with its fields and sealed. */
  readonly drawn: boolean;
  readonly sealed: boolean;
  readonly pdfjs: boolean;
  /** Its boxes have the pixels with which it was admitted. */
  readonly looks: boolean;
}

/** Fields that people see, after the upload. Throws PdfError if the file is refused. */
async function compareFields(bytes: Uint8Array): Promise<Compared[]> {
  const file = openPdf(bytes);
  await stripUpload(file);
  const admitted = file.save().toBytes();
  const { fields: drawable, flat } = await makeFlattenPair(admitted);
  const [before, after] = [drawnTexts(drawable), drawnTexts(flat)];
  const byPdfjs = await shownValues(admitted);
  const looks = createLooks(drawable, flat);
  const seen = readFormFields(openPdf(admitted)).filter(isSeen);
  const compared: Compared[] = [];
  for (const field of seen) {
    const { name, options, type } = field;
    const isButton = type === 'checkbox' || type === 'radioButton';
    // A state that no box has is off.
    const values = field.value.filter((value) => !isButton || options.some((each) => each.value === value));
    const labels = isButton ? [] : values.map((value) => labelOf(field, value));
    const isIn = (texts: readonly string[]) =>
      labels.every((label) => texts.every((text) => isShown(text, normalise(label))));
    compared.push({
      name,
      drawn: isIn(before),
      sealed: isIn(after),
      pdfjs: isSame(byPdfjs.get(name), isButton ? values.length : values.map(normalise).filter(Boolean)),
      looks: type === 'textField' || (await looks(field)),
    });
  }
  return compared;
}

/** States have other names than the values of a form, so of boxes only whether one is on is compared. */
function isSame(shown: ReadonlySet<string> = new Set(), values: readonly string[] | number): boolean {
  if (typeof values === 'number') return shown.size > 0 === values > 0;
  return shown.size === new Set(values).size && values.every((value) => shown.has(value));
}

const UNSEEN = new Set(['field_hidden', 'field_not_shown', 'field_out_of_sight', 'broken_rectangle']);

function isSeen({ password, warnings }: FormField): boolean {
  return !password && !warnings.some(({ code }) => UNSEEN.has(code));
}

function labelOf({ options }: FormField, value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

/** Readers put text from right to left in either order. */
function isShown(drawn: string, text: string): boolean {
  return drawn.includes(text) || drawn.includes(splitGraphemes(text).toReversed().join(''));
}

const RENDERS: readonly Render[] = hasPoppler ? [renderWithMupdf, renderWithPoppler] : [renderWithMupdf];

/** Of two versions of a file; pages are drawn once. */
function createLooks(before: Uint8Array, after: Uint8Array): (field: FormField) => Promise<boolean> {
  const pages = new Map<number, Promise<readonly (readonly [Raster, Raster])[]>>();
  const draw = (page: number) =>
    Promise.all(
      RENDERS.map(async (render) => [await render(before, page), await render(after, page)] as const),
    );
  return async ({ widgets }) => {
    for (const { page, ...box } of widgets) {
      const drawn = pages.get(page) ?? draw(page);
      pages.set(page, drawn);
      for (const [own, sealed] of await drawn)
        if (differentShare(cut(own, box), cut(sealed, box)) > MAX_DIFFERENT_SHARE) return false;
    }
    return true;
  };
}

/** Readers smooth the frame otherwise in content; a mark or a chosen row has more. */
const MAX_DIFFERENT_SHARE = 0.02;

function differentShare(own: Raster, sealed: Raster): number {
  return countDifferentPixels(own, sealed) / Math.max(1, own.width * own.height);
}

function cut(
  { width, height, rgb }: Raster,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Raster {
  const [left, top] = [box.x, box.y].map((at) => Math.max(0, Math.round(at * SCALE))) as [number, number];
  const right = Math.min(width, Math.round((box.x + box.width) * SCALE));
  const bottom = Math.min(height, Math.round((box.y + box.height) * SCALE));
  const rows = Array.from({ length: Math.max(0, bottom - top) }, (_, row) =>
    rgb.subarray(3 * ((top + row) * width + left), 3 * ((top + row) * width + Math.max(left, right))),
  );
  return { width: Math.max(0, right - left), height: rows.length, rgb: Buffer.concat(rows) };
}

const isWrong = ({ drawn, sealed, pdfjs, looks }: Compared): boolean => !(drawn && sealed && pdfjs && looks);

/** Why a reader shows something else. */
const POPPLER =
  'Poppler draws nothing of its boxes that are off; the others do, and all do when it is sealed';
const EMPTY_STATE = 'its state is the empty name, which pdf.js takes for off';
const EXPLAINED: ReadonlyMap<string, string> = new Map([
  ['LongRichTextField', 'its value is longer than its box'],
  ['Dropdown11', 'its value is wider than its box, and MuPDF draws fields above other annotations'],
  ['parent1.parent2', 'each of its widgets has a value of its own'],
  ['r1', 'the box of its value has no look, so pdf.js knows no state of it'],
  ['root1.child1.Checkbox_field1', EMPTY_STATE],
  ['root1.child1.Checkbox_field2', EMPTY_STATE],
  ['radio_group_test', POPPLER],
  ['CheckBox_Captio_s897lNLPSLVG32zNkn2DGg', POPPLER],
  ['Choice_Caption_0wUBrGuJDKIWD9g7kWcKpg', POPPLER],
]);

const FORMS = dirname(fixturePath('forms/contract.pdf'));

// A field showed 999 EUR on the signing page and in pdf.js, and 111 EUR in other readers and the sealed file.
describe('what pdf.js shows, MuPDF and Poppler draw and is sealed is the same', () => {
  it.each(readdirSync(FORMS).filter((file) => file !== 'xfa-only.pdf'))('in %s', async (file) => {
    const compared = await compareFields(new Uint8Array(readFileSync(join(FORMS, file))));
    expect(compared.filter(isWrong)).toEqual([]);
  });

  it.skipIf(!hasCorpus)(
    'in other people’s forms that MuPDF opens',
    async () => {
      const differing: Record<string, unknown> = {};
      let compared = 0;
      for (const path of shareOf(listFormFiles())) {
        const fields = await compareFields(new Uint8Array(readFileSync(join(CORPUS, path)))).catch(
          (error: unknown) => {
            if (error instanceof PdfError || /cycle in/.test(String(error))) return [];
            throw error;
          },
        );
        compared += fields.length;
        const wrong = fields.filter((field) => isWrong(field) && !EXPLAINED.has(field.name));
        if (wrong.length > 0) differing[path] = wrong;
      }
      expect(differing).toEqual({});
      expect(compared).toBeGreaterThan(roundsOf(400));
    },
    300_000,
  );
});
