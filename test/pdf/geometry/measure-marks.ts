import { readFormFields } from '@countersign/forms';
import {
  appendPageContent,
  type Box,
  openPdf,
  type PdfFile,
  type PdfPage,
  toPageRect,
  uprightMatrix,
} from '@countersign/pdf';
import { BOX_SIZES, type BoxRequest, placeSignatureBoxes } from '@countersign/seal';
import { PDFArray, PDFName, PDFString } from 'pdf-lib';
import { buildCasesFile, type PageCase } from './page-cases.ts';
import { type Edges, findMark, type IsMark, type Picture } from './picture.ts';
import type { PageRange, Renderer } from './renderers.ts';

/** Pixels per point: edges are found to a third of a point. */
const DENSITY = 3;

/** Marks on each page: by `appendPageContent`, a form field, and a signature box of the seal package. */
export type MarkName = 'content' | 'corner' | 'field' | 'signature';

const MARKS: Readonly<Record<MarkName, IsMark>> = {
  content: (red, _, blue) => red > 200 && blue < 100,
  corner: (red, green, blue) => red > 200 && green > 200 && blue < 100,
  field: (red, green, blue) => green - Math.max(red, blue) > 50,
  signature: (red, _, blue) => blue - red > 20,
};

const NOWHERE: Box = { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN };

const SIGNATURE_SCALE = 0.25;

export interface MarkedPage {
  readonly page: PageCase;
  readonly displayedWidth: number;
  readonly displayedHeight: number;
  readonly userUnit: number;
  readonly expected: Readonly<Record<MarkName, Box>>;
}

export interface MarkedFile {
  readonly pdf: Uint8Array;
  readonly pages: readonly MarkedPage[];
}

/** Measured marks of a page in points; undefined if not visible. */
export interface Sighting {
  readonly width: number;
  readonly height: number;
  readonly found: Readonly<Record<MarkName, Box | undefined>>;
}

/** Builds a file with a page per case and draws the marks by the packages' public functions. */
export async function markPages(cases: readonly PageCase[]): Promise<MarkedFile> {
  const file = openPdf(buildCasesFile(cases));
  const fields = PDFArray.withContext(file.context);
  for (const page of file.pages()) {
    drawContentMark(file, page);
    addField(file, page, fields);
  }
  file.catalog.set(PDFName.of('AcroForm'), file.context.obj({ Fields: fields }));
  await placeSignatureBoxes(file, [...file.pages()].map(signatureRequest), { outlines: true });
  const pdf = file.save().toBytes();
  return { pdf, pages: describePages(pdf, cases) };
}

function boxAt({ geometry }: PdfPage, x: number, y: number, width: number, height: number): Box {
  const { displayedWidth: w, displayedHeight: h } = geometry;
  return { x: x * w, y: y * h, width: width * w, height: height * h };
}

const contentBox = (page: PdfPage) => boxAt(page, 0.1, 0.1, 0.3, 0.2);
const fieldBox = (page: PdfPage) => boxAt(page, 0.55, 0.15, 0.3, 0.2);
const signaturePlace = (page: PdfPage) => boxAt(page, 0.1, 0.6, 0, 0);

/** A red box with a yellow bottom left corner, which shows rotation and mirroring. */
function drawContentMark(file: PdfFile, page: PdfPage): void {
  const box = contentBox(page);
  const { width, height } = box;
  const matrix = uprightMatrix(page.geometry, box).join(' ');
  const corner = `1 1 0 rg 0 0 ${width / 4} ${height / 2} re f`;
  appendPageContent(file, page, `${matrix} cm 1 0 0 rg 0 0 ${width} ${height} re f ${corner}`);
}

function cornerOf({ x, y, width, height }: Box): Box {
  return { x, y: y + height / 2, width: width / 4, height: height / 2 };
}

function addField(file: PdfFile, page: PdfPage, fields: PDFArray): void {
  const { x, y, width, height } = toPageRect(page.geometry, fieldBox(page));
  const look = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] };
  const appearance = file.context.register(
    file.context.stream(`0 0.6 0 rg 0 0 ${width} ${height} re f`, look),
  );
  const widget = file.context.obj({ Type: 'Annot', Subtype: 'Widget', FT: 'Tx', F: 4 });
  widget.set(PDFName.of('T'), PDFString.of(`f${page.index}`));
  widget.set(PDFName.of('Rect'), file.context.obj([x, y, x + width, y + height]));
  widget.set(PDFName.of('AP'), file.context.obj({ N: appearance }));
  const ref = file.context.register(widget);
  page.dict.set(PDFName.of('Annots'), file.context.obj([ref]));
  fields.push(ref);
}

function signatureRequest(page: PdfPage): BoxRequest {
  const { x, y } = signaturePlace(page);
  return { type: 'signature', placement: 'existing', page: page.index, x, y, scale: SIGNATURE_SCALE };
}

/** Computes the expected positions from the saved file: its pages, and its fields as the forms package lists them. */
function describePages(pdf: Uint8Array, cases: readonly PageCase[]): MarkedPage[] {
  const file = openPdf(pdf);
  const fields = new Map(readFormFields(file).map((field) => [field.boundingBox?.page, field.boundingBox]));
  const { width, height } = BOX_SIZES.signature;
  const signature = { width: width * SIGNATURE_SCALE, height: height * SIGNATURE_SCALE };
  return [...file.pages()].map((page, index): MarkedPage => {
    const content = contentBox(page);
    const { displayedWidth, displayedHeight, userUnit } = page.geometry;
    const expected = {
      content,
      corner: cornerOf(content),
      field: fields.get(index) ?? NOWHERE,
      signature: { ...signaturePlace(page), ...signature },
    };
    return { page: cases[index] ?? { entries: '' }, displayedWidth, displayedHeight, userUnit, expected };
  });
}

/** Measures the marked file in a renderer; undefined for pages that it did not draw. */
export async function sightMarks(
  file: MarkedFile,
  renderer: Renderer,
): Promise<readonly (Sighting | undefined)[]> {
  const sightings: (Sighting | undefined)[] = new Array(file.pages.length).fill(undefined);
  for (const range of rangesOfEqualUnit(file.pages)) {
    const pictures = await renderer.render(file.pdf, range, DENSITY);
    for (const [index, picture] of pictures.entries()) sightings[range.first + index] = toSighting(picture);
  }
  return sightings;
}

function toSighting(picture: Picture): Sighting {
  const [content, corner, field, signature] = (['content', 'corner', 'field', 'signature'] as const).map(
    (name) => toBox(findMark(picture, MARKS[name])),
  );
  return {
    width: picture.width / DENSITY,
    height: picture.height / DENSITY,
    found: { content, corner, field, signature },
  };
}

function toBox(edges: Edges | undefined): Box | undefined {
  if (edges === undefined) return undefined;
  const { left, top, right, bottom } = edges;
  return {
    x: left / DENSITY,
    y: top / DENSITY,
    width: (right - left) / DENSITY,
    height: (bottom - top) / DENSITY,
  };
}

/** Runs of pages with equal unit: a renderer may give up on one unit only. */
function rangesOfEqualUnit(pages: readonly MarkedPage[]): PageRange[] {
  const ranges: PageRange[] = [];
  for (const [index, { page, userUnit }] of pages.entries()) {
    const last = ranges.at(-1);
    if (index > 0 && page.userUnit === pages[index - 1]?.page.userUnit && last)
      ranges[ranges.length - 1] = { ...last, last: index };
    else ranges.push({ first: index, last: index, userUnit });
  }
  return ranges;
}

/** Returns the largest deviation of an edge in points; infinite if a mark is not visible. */
export function deviation(page: MarkedPage, sighting: Sighting | undefined): number {
  if (sighting === undefined) return Number.POSITIVE_INFINITY;
  const size = [sighting.width - page.displayedWidth, sighting.height - page.displayedHeight];
  // Renderers round the page to whole pixels.
  const sizes = size.map((difference) => Math.max(0, Math.abs(difference) - 1 / DENSITY));
  const marks = Object.entries(page.expected).flatMap(([name, box]) =>
    distances(box, sighting.found[name as MarkName]),
  );
  return Math.max(...sizes, ...marks);
}

function distances(expected: Box, found: Box | undefined): number[] {
  if (found === undefined) return [Number.POSITIVE_INFINITY];
  return [
    Math.abs(expected.x - found.x),
    Math.abs(expected.y - found.y),
    Math.abs(expected.x + expected.width - found.x - found.width),
    Math.abs(expected.y + expected.height - found.y - found.height),
  ];
}
