import { createTextEmbedder, PdfError, type PdfFile, type TextEmbedder } from '@countersign/pdf';
import { listDrawnTexts } from '../appearances/make-appearance.ts';
import { joinLines } from '../appearances/wrap-text.ts';
import { readEntry } from '../fields/dict-reading.ts';
import { FieldFlag } from '../fields/field-flags.ts';
import { type Field, type Form, readForm } from '../fields/form.ts';
import { Key } from '../fields/keys.ts';
import { describeFields, isButton } from '../fields/read-form-fields.ts';
import { type CheckedValue, checkValues, type FieldValue, type FillableField } from './check-values.ts';
import { applyReadonlyMode, type ReadonlyMode } from './readonly-mode.ts';
import { type FormWarning, refreshAppearances, textNotDrawable } from './refresh-appearances.ts';
import { writeValue } from './write-value.ts';

export interface PrefillReport {
  /** Names of fields that got a value, in the order given. */
  readonly filled: readonly string[];
  readonly cleared: readonly string[];
  /** Names of fields that were open and are read-only now. */
  readonly closed: readonly string[];
  readonly warnings: readonly FormWarning[];
}

/**
 * Checks values against the form of a file without changing anything.
 * Throws FormError for the first value that does not fit or cannot be drawn.
 */
export function checkFormValues(file: PdfFile, values: readonly FieldValue[]): void {
  checkAgainst(readForm(file), values, createTextEmbedder(file));
}

/**
 * Writes values and their appearances into the file and closes fields by mode. Throws FormError before anything is
 * changed. Fields that are not named keep their values; without values and in mode `keepOriginal` nothing changes.
 */
export async function prefill(
  file: PdfFile,
  values: readonly FieldValue[],
  mode: ReadonlyMode = 'keepOriginal',
): Promise<PrefillReport> {
  const form = readForm(file);
  const embedder = createTextEmbedder(file);
  const checked = checkAgainst(form, values, embedder);
  const warnings = checked.length > 0 ? writeAll(form, checked, embedder) : [];
  await embedder.finish();
  const filled = checked.filter(({ values: { length } }) => length > 0).map(({ name }) => name);
  const cleared = checked.filter(({ values: { length } }) => length === 0).map(({ name }) => name);
  const closed = applyReadonlyMode(form.fields, new Set(filled), mode);
  return { filled, cleared, closed, warnings };
}

function checkAgainst(
  form: Form,
  values: readonly FieldValue[],
  embedder: TextEmbedder,
): readonly CheckedValue[] {
  if (values.length === 0) return [];
  const checked = checkValues(listFillableFields(form), values);
  ensureAllDrawable(form, checked, embedder);
  return checked;
}

/** Buttons show symbols, so their values need no font. */
function ensureAllDrawable(form: Form, checked: readonly CheckedValue[], embedder: TextEmbedder): void {
  const byName = Map.groupBy(form.fields, ({ name }) => name);
  for (const { name, values } of checked) {
    for (const field of byName.get(name) ?? []) {
      if (!isButton(field)) ensureDrawable(name, listDrawnTexts(field, values), embedder);
    }
  }
}

/** Only an editable combo box takes texts that it does not offer (ISO 32000-1 table 230, Edit). */
function listFillableFields(form: Form): FillableField[] {
  const free = new Set(form.fields.filter(isEditableCombo).map(({ name }) => name));
  return describeFields(form).map((field) => ({
    ...field,
    acceptsOtherText: field.type === 'combobox' && free.has(field.name),
  }));
}

function isEditableCombo({ type, flags }: Field): boolean {
  return type === 'combobox' && (flags & FieldFlag.edit) !== 0;
}

function ensureDrawable(name: string, texts: readonly string[], embedder: TextEmbedder): void {
  try {
    for (const text of texts) embedder.ensureDrawable(joinLines(text));
  } catch (error) {
    if (error instanceof PdfError && error.code === 'text_not_drawable') throw textNotDrawable(name, error);
    throw error;
  }
}

function writeAll(form: Form, checked: readonly CheckedValue[], embedder: TextEmbedder): FormWarning[] {
  const byName = Map.groupBy(form.fields, ({ name }) => name);
  for (const { name, values } of checked) {
    for (const field of byName.get(name) ?? []) writeValue(field, values);
  }
  const changed = new Set(checked.map(({ name }) => name));
  return [...refreshAppearances({ form, embedder }, changed), ...dropXfa(form), ...reportCalculations(form)];
}

/** The XML form beside the fields still holds the old values, and readers that know it would show those. */
function dropXfa({ acroForm }: Form): FormWarning[] {
  if (!acroForm?.delete(Key.XFA)) return [];
  return [
    { code: 'xfa_dropped', message: 'The XFA form beside the fields was removed; it held other values.' },
  ];
}

/** /CO lists fields that the document's scripts compute; scripts are never run. */
function reportCalculations({ acroForm }: Form): FormWarning[] {
  if (!acroForm || readEntry(acroForm, Key.CO) === undefined) return [];
  return [
    { code: 'calculations_not_run', message: 'The form computes fields by script; scripts are not run.' },
  ];
}
