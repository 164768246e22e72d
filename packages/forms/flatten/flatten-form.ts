import { appendPageContent, createTextEmbedder, type PdfFile, type PdfPage } from '@countersign/pdf';
import type { PDFDict, PDFRef } from 'pdf-lib';
import { formatNumbers } from '../appearances/operators.ts';
import { type Form, readForm } from '../fields/form.ts';
import { type FormWarning, refreshAppearances } from '../prefill/refresh-appearances.ts';
import { removeFields } from './remove-fields.ts';
import { findVisibleAppearance } from './visible-appearance.ts';

export interface FlattenReport {
  /** Names of the fields that are page content now, in the file's order. */
  readonly flattened: readonly string[];
  readonly warnings: readonly FormWarning[];
}

/**
 * Turns the form into page content: what the widgets show is drawn into the pages, then fields and widgets are taken
 * out of the file. Hidden widgets vanish. Signature fields and all other annotations stay.
 */
export async function flattenForm(file: PdfFile): Promise<FlattenReport> {
  const form = readForm(file);
  const flat = form.nodes.filter(({ kind }) => kind !== 'signature');
  if (flat.length === 0) return { flattened: [], warnings: [] };
  const embedder = createTextEmbedder(file);
  const warnings = refreshAppearances({ form, embedder }, new Set());
  await embedder.finish();
  const widgets = new Set(flat.flatMap(({ node }) => node.widgets.map(({ dict }) => dict)));
  drawWidgets(file, form, widgets);
  removeFields(file, form, widgets);
  return { flattened: flat.map(({ node }) => node.name), warnings };
}

function drawWidgets(file: PdfFile, form: Form, widgets: ReadonlySet<PDFDict>): void {
  const shown = form.placements.filter(({ dict }) => widgets.has(dict));
  for (const [index, onPage] of Map.groupBy(shown, ({ page }) => page)) {
    drawOnPage(
      file,
      file.page(index),
      onPage.map(({ dict }) => dict),
    );
  }
}

/** In the order of /Annots, which is the order in which readers paint them. */
function drawOnPage(file: PdfFile, page: PdfPage, widgets: readonly PDFDict[]): void {
  const appearances = widgets.flatMap((widget) => findVisibleAppearance(widget) ?? []);
  if (appearances.length === 0) return;
  const xObjects: Record<string, PDFRef> = {};
  const operators = appearances.map(({ ref, matrix }, position) => {
    const name = `Field${position}`;
    xObjects[name] = ref;
    return `q ${formatMatrix(matrix)} cm /${name} Do Q`;
  });
  appendPageContent(file, page, operators.join('\n'), { XObject: xObjects });
}

/** Scales keep more decimals than points: they are multiplied by the size of the appearance. */
function formatMatrix([a, b, c, d, e, f]: readonly number[]): string {
  const scale = [a, b, c, d].map((number = 0) => String(Number(number.toFixed(8))));
  return `${scale.join(' ')} ${formatNumbers(e ?? 0, f ?? 0)}`;
}
