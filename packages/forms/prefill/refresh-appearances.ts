import { createTextEmbedder, joinLines, PdfError, type PdfFile } from '@countersign/pdf';
import { PDFBool, type PDFDict } from 'pdf-lib';
import { completeAppearances } from '../annotations/complete-appearances.ts';
import {
  type AppearanceContext,
  countVisibleOptions,
  hasAppearance,
  listDrawnTexts,
  listWidgets,
  makeButtonAppearance,
  makeCaptionAppearance,
  makeTextAppearances,
} from '../appearances/make-appearance.ts';
import { findFallback, type LineWriter } from '../appearances/own-font.ts';
import { repairDefaultAppearance } from '../appearances/repair-default-appearance.ts';
import { FormError } from '../errors.ts';
import { asDict, Key, readDict, readEntry } from '../fields/dict-reading.ts';
import type { FieldWarning } from '../fields/field-dict.ts';
import { listButtonWidgets } from '../fields/field-options.ts';
import { readFieldValue } from '../fields/field-values.ts';
import { type Field, type Form, readForm } from '../fields/form.ts';
import { readInherited } from '../fields/inherited-entries.ts';

export function needsAppearances(file: PdfFile): boolean {
  return asksForAppearances(readDict(file.catalog, Key.AcroForm));
}

function asksForAppearances(acroForm: PDFDict | undefined): boolean {
  return acroForm !== undefined && readEntry(acroForm, Key.NeedAppearances) === PDFBool.True;
}

/** The old appearance is kept. */
const NOT_MADE = 'appearance_not_made';
/** The widget has no appearance at all. */
const NOT_SHOWN = 'value_not_shown';

export function isAppearanceMissing({ code }: FormWarning): boolean {
  return code === NOT_MADE || code === NOT_SHOWN;
}

/** A warning about the whole form, or about one of its fields. */
export type FormWarning = FieldWarning & { readonly field?: string };

/**
 * Of changed fields, of widgets without one, and with NeedAppearances of all text and choice fields. Removes
 * that flag on success.
 */
export function refreshAppearances(context: AppearanceContext, changed: ReadonlySet<string>): FormWarning[] {
  const { form } = context;
  const isDoubtful = asksForAppearances(form.acroForm);
  const warnings = form.fields.flatMap((field) => {
    if (field.type === 'checkbox' || field.type === 'radioButton') return refreshButton(context, field);
    const isWanted = isDoubtful || changed.has(field.name) || lacksAppearance(field);
    return isWanted ? refreshText(context, field, changed.has(field.name)) : [];
  });
  for (const { node, kind } of form.nodes) {
    if (kind === 'pushButton')
      for (const widget of node.widgets) makeCaptionAppearance(context, node, widget);
  }
  if (!warnings.some(isAppearanceMissing)) form.acroForm?.delete(Key.NeedAppearances);
  return warnings;
}

function lacksAppearance(field: Field): boolean {
  return field.nodes.some(({ widgets }) => widgets.some((widget) => !hasAppearance(widget)));
}

function refreshButton(context: AppearanceContext, field: Field): FormWarning[] {
  for (const button of listButtonWidgets(field)) makeButtonAppearance(context, field, button);
  return [];
}

function refreshText(context: AppearanceContext, field: Field, isChanged: boolean): FormWarning[] {
  const repairs = field.nodes.flatMap((node) => repairDefaultAppearance(context.form, node));
  const warnings = [...repairs, ...drawText(context, field, isChanged)];
  return warnings.map((warning) => ({ ...warning, field: field.name }));
}

/** The same fault of a new value is an error. */
function drawText(context: AppearanceContext, field: Field, isChanged: boolean): FieldWarning[] {
  try {
    const values = readFieldValue(field, []);
    const isWhole = makeTextAppearances(context, field, values);
    if (isChanged) return [...(isWhole ? [] : [CLIPPED]), ...describeFallback(context, field, values)];
    return isWhole || !lacksRoom(context, field, values) ? [] : [NO_ROOM];
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'text_not_drawable') throw error;
    if (isChanged) throw textNotDrawable(field.name, error);
    const reason = `No available font has ${error.params.codePoint ?? 'a character of the value'}`;
    if (lacksAppearance(field)) return [{ code: NOT_SHOWN, message: `${reason}; its value is not seen.` }];
    return [{ code: NOT_MADE, message: `${reason}; the field looks as before.` }];
  }
}

/** The first widget says it for all, which usually have one font. */
function describeFallback(
  { form, embedder }: AppearanceContext,
  field: Field,
  values: readonly string[],
): FieldWarning[] {
  const texts = listDrawnTexts(field, values);
  for (const { node, dict } of listWidgets(field)) {
    const fallback = findFallback(form, node, dict, texts);
    if (fallback === undefined) continue;
    const fonts = new Set(texts.flatMap((text) => embedder.fontsOf(joinLines(text))));
    const code = (fallback.character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const message = `It is drawn in ${[...fonts].join(', ')}, since ${fallback.own}, the font of the field, has no U+${code}.`;
    return [{ code: 'font_substituted', message }];
  }
  return [];
}

function lacksRoom({ form }: AppearanceContext, field: Field, values: readonly string[]): boolean {
  return field.type === 'listbox' && values.length > countVisibleOptions(form, field);
}

const NO_ROOM: FieldWarning = {
  code: NOT_SHOWN,
  message: 'Its box has no room for all options that are chosen in it.',
};

const CLIPPED: FieldWarning = {
  code: 'value_clipped',
  message: 'The value does not fit into its box even at the smallest size; its end is not shown.',
};

/** Throws FormError `text_not_drawable`. */
export function ensureDrawable(name: string, texts: readonly string[], writer: LineWriter): void {
  try {
    for (const text of texts) writer.ensureDrawable(joinLines(text));
  } catch (error) {
    if (error instanceof PdfError && error.code === 'text_not_drawable') throw textNotDrawable(name, error);
    throw error;
  }
}

export function textNotDrawable(field: string, error: PdfError): FormError {
  return new FormError('text_not_drawable', error.message, { ...error.params, field }, error);
}

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

export interface DrawnAppearances {
  readonly drawn: number;
  readonly warnings: readonly FormWarning[];
}

/**
 * Draws all widgets and other annotations without an appearance, and returns how many were drawn. Draws nothing into a
 * signed file, whose signatures would be reported as changed. Throws what `completeAppearances` throws.
 */
export async function drawMissingAppearances(file: PdfFile): Promise<DrawnAppearances> {
  const form = readForm(file, { everyPage: true });
  if (form.nodes.some(isSigned)) return { drawn: 0, warnings: [] };
  const { drawn, warnings } = await drawMissingWidgets(file, form);
  return { drawn: drawn + (await completeAppearances(file)), warnings };
}

function isSigned({ node, kind }: Form['nodes'][number]): boolean {
  return kind === 'signature' && asDict(readInherited(node, Key.V)) !== undefined;
}

async function drawMissingWidgets(file: PdfFile, form: Form): Promise<DrawnAppearances> {
  if (form.nodes.every(({ node }) => node.widgets.length === 0)) return { drawn: 0, warnings: [] };
  const embedder = createTextEmbedder(file);
  const drawn = new Set<PDFDict>();
  const warnings = refreshAppearances({ form, embedder, drawn }, new Set());
  await embedder.finish();
  return { drawn: drawn.size, warnings };
}
