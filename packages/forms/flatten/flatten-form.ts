import {
  appendPageContent,
  createTextEmbedder,
  formatMatrix,
  type PdfFile,
  type PdfPage,
} from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import type { PDFDict, PDFRef } from 'pdf-lib';
import { FILE } from '../arguments.ts';
import { groupBy } from '../attributes/group-by.ts';
import { type Form, readForm } from '../fields/form.ts';
import { type FormWarning, isAppearanceMissing, refreshAppearances } from '../prefill/refresh-appearances.ts';
import { removeFields } from './remove-fields.ts';
import { findVisibleAppearance } from './visible-appearance.ts';

export interface FlattenReport {
  readonly flattened: readonly string[];
  readonly warnings: readonly FormWarning[];
}

/**
 * Draws visible widgets into the pages and removes the form except signature fields. Write the file by `rewrite()`:
 * after `save()` the fields can be recovered.
 */
export async function flattenForm(file: PdfFile): Promise<FlattenReport> {
  checkArguments({ file }, FILE);
  const form = readForm(file, { everyPage: true });
  const flat = form.nodes.filter(({ kind }) => kind !== 'signature');
  if (flat.length === 0) return { flattened: [], warnings: [] };
  const embedder = createTextEmbedder(file);
  // Repairs of fields are removed with the fields.
  const warnings = refreshAppearances({ form, embedder }, new Set()).filter(isAppearanceMissing);
  await embedder.finish();
  const widgets = new Set(flat.flatMap(({ node }) => node.widgets.map(({ dict }) => dict)));
  drawWidgets(file, form, widgets);
  removeFields(file, form, widgets);
  return { flattened: flat.map(({ node }) => node.name), warnings };
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
