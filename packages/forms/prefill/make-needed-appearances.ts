import { createTextEmbedder, type PdfFile } from '@countersign/pdf';
import { readForm } from '../fields/form.ts';
import { Key } from '../fields/keys.ts';
import { needsAppearances } from './needs-appearances.ts';
import { type FormWarning, refreshAppearances } from './refresh-appearances.ts';

/**
 * Makes the appearances of a form with NeedAppearances and removes the flag, or returns warnings if no font has a
 * value.
 */
export async function makeNeededAppearances(file: PdfFile): Promise<readonly FormWarning[]> {
  if (!needsAppearances(file)) return [];
  const embedder = createTextEmbedder(file);
  const warnings = refreshAppearances({ form: readForm(file), embedder }, new Set());
  await embedder.finish();
  return warnings;
}

/** Of all widgets without one. Returns also how many were drawn. */
export async function makeMissingAppearances(
  file: PdfFile,
): Promise<{ readonly drawn: number; readonly warnings: readonly FormWarning[] }> {
  const form = readForm(file, { everyPage: true });
  const widgets = form.nodes.flatMap(({ node }) => node.widgets.map(({ dict }) => dict));
  if (widgets.length === 0) return { drawn: 0, warnings: [] };
  const before = widgets.map((widget) => widget.get(Key.AP));
  const embedder = createTextEmbedder(file);
  const warnings = refreshAppearances({ form, embedder }, new Set());
  await embedder.finish();
  const drawn = widgets.filter((widget, index) => widget.get(Key.AP) !== before[index]).length;
  return { drawn, warnings };
}
