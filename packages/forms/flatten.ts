import {
  appendPageContent,
  createTextEmbedder,
  formatMatrix,
  type PdfFile,
  type PdfPage,
  warnIfSigned,
} from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import { PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { groupBy } from './attributes/field-names.ts';
import { removeFields, unknownField } from './edit-fields.ts';
import { FLATTEN } from './errors.ts';
import {
  Key,
  readDict,
  readEntry,
  readName,
  readNumber,
  readNumbers,
  resolve,
} from './fields/dict-reading.ts';
import { AnnotationFlag } from './fields/field-kind.ts';
import { type Form, readForm } from './fields/form.ts';
import { type FormWarning, isAppearanceMissing, refreshAppearances } from './prefill/refresh-appearances.ts';

/** A transformation matrix (ISO 32000-1 8.3.3). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** left, bottom, right, top in any corner order. */
export type Corners = readonly number[];

/**
 * Maps the box into its annotation's rectangle (ISO 32000-1 12.5.5, algorithm 8.1). Returns undefined if it
 * has no area.
 */
export function placeAppearance(bbox: Corners, matrix: Corners, rect: Corners): Matrix | undefined {
  const from = boundsOf(transformCorners(bbox, matrix));
  const to = boundsOf(cornersOf(rect));
  const width = from.right - from.left;
  const height = from.top - from.bottom;
  if (!(width > 0) || !(height > 0)) return undefined;
  const scaleX = (to.right - to.left) / width;
  const scaleY = (to.top - to.bottom) / height;
  return [scaleX, 0, 0, scaleY, to.left - from.left * scaleX, to.bottom - from.bottom * scaleY];
}

/** Counterclockwise by a multiple of 90 degrees, around a point. */
export function turnAround([a, b, c, d, e, f]: Matrix, [x, y]: Point, degrees: number): Matrix {
  const quarters = (((degrees / 90) % 4) + 4) % 4;
  const cos = [1, 0, -1, 0][quarters] ?? 1;
  const sin = [0, 1, 0, -1][quarters] ?? 0;
  const turn = (u: number, v: number) => [cos * u - sin * v, sin * u + cos * v] as const;
  const [a2, b2] = turn(a, b);
  const [c2, d2] = turn(c, d);
  const [e2, f2] = turn(e - x, f - y);
  return [a2, b2, c2, d2, e2 + x, f2 + y];
}

type Point = readonly [number, number];

function cornersOf([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: Corners): Point[] {
  return [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ];
}

function transformCorners(box: Corners, [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Corners): Point[] {
  return cornersOf(box).map(([x, y]) => [a * x + c * y + e, b * x + d * y + f]);
}

function boundsOf(points: readonly Point[]) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}

interface VisibleAppearance {
  readonly ref: PDFRef;
  readonly matrix: Matrix;
}

const IDENTITY = [1, 0, 0, 1, 0, 0];

function findVisibleAppearance(widget: PDFDict, rotate: number): VisibleAppearance | undefined {
  const flags = readNumber(widget, Key.F) ?? 0;
  if (flags & (AnnotationFlag.hidden | AnnotationFlag.noView)) return undefined;
  const rect = readNumbers(widget, Key.Rect, 4);
  const entry = findEntry(widget);
  const stream = resolve(widget.context, entry);
  if (!rect || !(stream instanceof PDFStream)) return undefined;
  const bbox = readNumbers(stream.dict, Key.BBox, 4);
  const placed = bbox && placeAppearance(bbox, readNumbers(stream.dict, Key.Matrix, 6) ?? IDENTITY, rect);
  if (!placed) return undefined;
  completeXObject(stream.dict, widget);
  const matrix = flags & AnnotationFlag.noRotate ? turnAround(placed, topLeftOf(rect), rotate) : placed;
  return { ref: entry instanceof PDFRef ? entry : widget.context.register(stream), matrix };
}

/** Fixed if the annotation does not rotate with its page (12.5.3). */
function topLeftOf([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): readonly [number, number] {
  return [Math.min(x1, x2), Math.max(y1, y2)];
}

/** /N, or its entry for the state in /AS (ISO 32000-1 table 168). */
function findEntry(widget: PDFDict): PDFObject | undefined {
  const appearances = readDict(widget, Key.AP);
  const normal = appearances && readEntry(appearances, Key.N);
  if (normal instanceof PDFStream) return appearances?.get(Key.N);
  if (!(normal instanceof PDFDict)) return undefined;
  return normal.get(readName(widget, Key.AS) ?? Key.Off);
}

/** What annotations may leave out (table 95), and the widget's layer (table 164, /OC). */
function completeXObject(dict: PDFDict, widget: PDFDict): void {
  const layer = widget.get(Key.OC);
  if (layer !== undefined && !dict.has(Key.OC)) dict.set(Key.OC, layer);
  if (dict.has(Key.Subtype)) return;
  dict.set(PDFName.of('Type'), PDFName.of('XObject'));
  dict.set(Key.Subtype, PDFName.of('Form'));
  dict.set(PDFName.of('FormType'), PDFNumber.of(1));
}

export interface FlattenOptions {
  /** Only these fields; the others stay as they are. */
  readonly names?: readonly string[] | undefined;
}

export interface FlattenReport {
  /** Names, in the order of the form. */
  readonly flattened: readonly string[];
  readonly warnings: readonly FormWarning[];
}

/**
 * Draws visible widgets into the pages and removes the form, or the fields with the given names. Signature fields stay.
 * Write the file by `rewrite()`: after `save()` the fields can be recovered. Throws FormError `unknown_field` before
 * anything is changed.
 */
export async function flattenForm(file: PdfFile, options: FlattenOptions = {}): Promise<FlattenReport> {
  checkArguments({ file, options }, FLATTEN);
  const form = readForm(file, { everyPage: true });
  const flat = selectFields(form, options.names);
  if (flat.nodes.length === 0) return { flattened: [], warnings: [] };
  const embedder = createTextEmbedder(file);
  const needed = form.acroForm?.get(Key.NeedAppearances);
  // Repairs of fields are removed with the fields.
  const drawn = refreshAppearances({ form: flat, embedder }, new Set()).filter(isAppearanceMissing);
  const warnings = [...warnIfSigned(file), ...drawn];
  await embedder.finish();
  const widgets = new Set(flat.nodes.flatMap(({ node }) => node.widgets.map(({ dict }) => dict)));
  drawWidgets(file, form, widgets);
  removeFields(file, form, new Set(flat.nodes.map(({ node }) => node)));
  if (options.names && needed) form.acroForm?.set(Key.NeedAppearances, needed);
  return { flattened: flat.nodes.map(({ node }) => node.name), warnings };
}

function selectFields(form: Form, names: readonly string[] | undefined): Form {
  const fillable = form.nodes.filter(({ kind }) => kind !== 'signature');
  if (names === undefined) return { ...form, nodes: fillable };
  const wanted = new Set(names);
  const nodes = fillable.filter(({ node }) => wanted.has(node.name));
  const found = new Set(nodes.map(({ node }) => node.name));
  const missing = names.find((name) => !found.has(name));
  if (missing !== undefined) throw unknownField(form, missing);
  return { ...form, nodes, fields: form.fields.filter(({ name }) => wanted.has(name)) };
}

function drawWidgets(file: PdfFile, form: Form, widgets: ReadonlySet<PDFDict>): void {
  const shown = form.placements.filter(({ dict }) => widgets.has(dict));
  for (const [index, onPage] of groupBy(shown, ({ page }) => page)) {
    drawOnPage(
      file,
      file.page(index),
      onPage.map(({ dict }) => dict),
    );
  }
}

/** /Annots is in painting order. */
function drawOnPage(file: PdfFile, page: PdfPage, widgets: readonly PDFDict[]): void {
  const appearances = widgets.flatMap((widget) => findVisibleAppearance(widget, page.geometry.rotate) ?? []);
  if (appearances.length === 0) return;
  const xObjects: Record<string, PDFRef> = {};
  const operators = appearances.map(({ ref, matrix }, position) => {
    const name = `Field${position}`;
    xObjects[name] = ref;
    return `q ${formatMatrix(matrix)} cm /${name} Do Q`;
  });
  appendPageContent(file, page, operators.join('\n'), { XObject: xObjects });
}
