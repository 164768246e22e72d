import { createTextEmbedder, type PdfFile, type TextEmbedder } from '@countersign/pdf';
import { checkArguments } from '@countersign/pdf/arguments';
import {
  type AppearanceContext,
  canShowAll,
  countVisibleOptions,
  findTextRoom,
  listDrawnTexts,
  listWidgets,
} from '../appearances/make-appearance.ts';
import { writerOf } from '../appearances/own-font.ts';
import { groupBy } from '../attributes/field-names.ts';
import { createSuggester, type Suggester } from '../attributes/warnings.ts';
import { FormError, PREFILL, VALUES } from '../errors.ts';
import { Key } from '../fields/dict-reading.ts';
import { FieldFlag, maskPassword } from '../fields/field-kind.ts';
import { readFieldValue } from '../fields/field-values.ts';
import { type Field, type Form, readForm } from '../fields/form.ts';
import { describeFields, isButton } from '../fields/form-fields.ts';
import { adoptWrittenFields } from './adopt-fields.ts';
import {
  type CheckedValue,
  checkValues,
  type Excess,
  type FieldValue,
  type FillableField,
  type FilledBy,
  type GivenValue,
  tooLong,
} from './check-values.ts';
import { ensureDrawable, type FormWarning, refreshAppearances } from './refresh-appearances.ts';
import { withStyles, writeStyle } from './value-style.ts';
import {
  applyReadonlyMode,
  type ReadonlyMode,
  reportScripts,
  resolveBooleans,
  writeValue,
} from './write-value.ts';

/** `filledBy` defaults to `api`. */
export interface FillOptions {
  readonly filledBy?: FilledBy | undefined;
}

export interface PrefillReport {
  /** Names of fields that got a value, in the order given. */
  readonly filled: readonly string[];
  readonly cleared: readonly string[];
  /** Names of fields that became read-only. */
  readonly closed: readonly string[];
  readonly warnings: readonly FormWarning[];
}

/**
 * Checks values without writing. Throws FormError for the first that does not fit or cannot be drawn. Returns them as
 * they may be stored: passwords as asterisks.
 */
export function checkFormValues(
  file: PdfFile,
  given: readonly GivenValue[],
  options: FillOptions = {},
): readonly FieldValue[] {
  checkArguments({ file, values: given, options }, VALUES);
  const { filledBy } = options;
  const form = withStyles(readFormFor(file, given), given);
  const values = resolveBooleans(form, given);
  checkAgainst(form, values, { embedder: createTextEmbedder(file), filledBy, suggest: suggesterOf(form) });
  const passwords = new Set(form.fields.filter((field) => field.isPassword).map(({ name }) => name));
  return values.map((entry) => (passwords.has(entry.name) ? concealEntry(entry) : entry));
}

/** Checks as `checkFormValues` does, but returns the error of every value that does not fit or cannot be drawn. */
export function findValueFaults(
  file: PdfFile,
  given: readonly GivenValue[],
  options: FillOptions = {},
): readonly FormError[] {
  checkArguments({ file, values: given, options }, VALUES);
  const { filledBy } = options;
  const form = withStyles(readFormFor(file, given), given);
  const context = { embedder: createTextEmbedder(file), filledBy, suggest: suggesterOf(form) };
  const faultOf = (asked: Form, values: readonly GivenValue[]) =>
    catchFault(() => checkAgainst(asked, resolveBooleans(asked, values), context));
  const first = faultOf(form, given);
  if (first === null) return [];
  // Thousands of values and of fields: each value with its own fields only.
  const byName = groupBy(form.fields, ({ name }) => name);
  const faults = given
    .map((value) => faultOf({ ...form, fields: byName.get(value.name) ?? [] }, [value]))
    .filter((fault) => fault !== null);
  // Values that fit one by one may repeat a name.
  return faults.length > 0 ? faults : [first];
}

function catchFault(check: () => unknown): FormError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof FormError) return error;
    throw error;
  }
}

function concealEntry({ name, value }: FieldValue): FieldValue {
  return { name, value: typeof value === 'string' ? maskPassword(value) : value.map(maskPassword) };
}

/**
 * Writes values and appearances, sets read-only flags by mode. Throws FormError before anything is changed. Passwords
 * are written as asterisks.
 */
export async function prefill(
  file: PdfFile,
  values: readonly GivenValue[],
  mode: ReadonlyMode = 'keepOriginal',
  options: FillOptions = {},
): Promise<PrefillReport> {
  checkArguments({ file, values, mode, options }, PREFILL);
  const { filledBy } = options;
  const read = mode === 'all' ? readForm(file, { everyPage: true }) : readFormFor(file, values);
  const form = withStyles(read, values);
  const embedder = createTextEmbedder(file);
  // What the service fills in was checked, and must not stop a document that people signed.
  const context = { embedder, filledBy, suggest: suggesterOf(form), isToFit: filledBy !== 'service' };
  const checked = checkAgainst(form, resolveBooleans(form, values), context);
  const warnings = checked.length > 0 ? writeAll(file, form, checked, embedder) : [];
  await embedder.finish();
  const filled = checked.filter(({ values: { length } }) => length > 0).map(({ name }) => name);
  const cleared = checked.filter(({ values: { length } }) => length === 0).map(({ name }) => name);
  const closed = applyReadonlyMode(form.fields, new Set(filled), mode);
  // Readers of XFA take flags from it as well.
  if (checked.length === 0 && closed.length > 0) warnings.push(...dropXfa(form));
  return { filled, cleared, closed, warnings };
}

/** It may be an unlisted field on a page that was not searched. */
function readFormFor(file: PdfFile, values: readonly GivenValue[]): Form {
  const form = readForm(file);
  if (!form.isPartial) return form;
  const names = new Set(form.fields.map(({ name }) => name));
  return values.every(({ name }) => names.has(name)) ? form : readForm(file, { everyPage: true });
}

interface CheckContext {
  readonly embedder: TextEmbedder;
  readonly filledBy: FilledBy | undefined;
  /** The suggester knows all fields, while a check may see one. */
  readonly suggest: Suggester;
  /** Whether values have to fit their boxes; true by default. */
  readonly isToFit?: boolean;
}

function suggesterOf({ fields }: Form): CheckContext['suggest'] {
  return createSuggester(() => fields.map(({ name }) => name));
}

function checkAgainst(
  form: Form,
  values: readonly FieldValue[],
  { embedder, filledBy, suggest, isToFit = true }: CheckContext,
): readonly CheckedValue[] {
  if (values.length === 0) return [];
  const named = selectFields(form, values);
  const checked = checkValues(listFillableFields({ ...form, fields: named }), values, filledBy, suggest);
  ensureAllDrawable({ form, embedder }, named, checked);
  refuseUnseenOptions(form, named, checked);
  if (isToFit) refuseClipped({ form, embedder }, named, checked);
  return checked;
}

function selectFields(form: Form, values: readonly { readonly name: string }[]): readonly Field[] {
  const names = new Set(values.map(({ name }) => name));
  return form.fields.filter(({ name }) => names.has(name));
}

/** Buttons are left out, because they show symbols. */
function ensureAllDrawable(
  { form, embedder }: AppearanceContext,
  fields: readonly Field[],
  checked: readonly CheckedValue[],
): void {
  const byName = groupBy(fields, ({ name }) => name);
  for (const { name, values } of checked) {
    for (const field of byName.get(name) ?? []) {
      if (isButton(field)) continue;
      const texts = listDrawnTexts(field, values);
      for (const { node, dict } of listWidgets(field)) {
        ensureDrawable(name, texts, writerOf(form, embedder, node, dict, texts));
      }
    }
  }
}

/** A sealed list box cannot be scrolled, so every chosen option must be visible. */
function refuseUnseenOptions(form: Form, fields: readonly Field[], checked: readonly CheckedValue[]): void {
  const counts = new Map(checked.map(({ name, values }) => [name, values.length]));
  for (const field of fields) {
    const count = counts.get(field.name) ?? 0;
    const limit = field.type === 'listbox' && count > 1 ? countVisibleOptions(form, field) : count;
    if (count <= limit) continue;
    throw new FormError('too_many_values', `its box has room for ${limit} chosen options`, {
      field: field.name,
      limit,
      count,
    });
  }
}

/** What the file has already may stay. */
function refuseClipped(
  context: AppearanceContext,
  fields: readonly Field[],
  checked: readonly CheckedValue[],
): void {
  const byName = groupBy(fields, ({ name }) => name);
  for (const { name, values } of checked) {
    for (const field of byName.get(name) ?? []) {
      if (isButton(field)) continue;
      const before = readFieldValue(field, []);
      if (values.every((text) => before.includes(text)) || canShowAll(context, field, values)) continue;
      throw tooLong(name, findExcess(context, field, values));
    }
  }
}

/** How many characters from the start of a text its boxes show; an option cannot be shortened. */
function findExcess(context: AppearanceContext, field: Field, [text = '']: readonly string[]): Excess {
  const characters = Array.from(text);
  const isTyped = field.type === 'textField' || isEditableCombo(field);
  if (!isTyped) return { length: characters.length };
  let [shown, hidden] = [0, characters.length];
  while (hidden - shown > 1) {
    const middle = Math.floor((shown + hidden) / 2);
    if (canShowAll(context, field, [characters.slice(0, middle).join('')])) shown = middle;
    else hidden = middle;
  }
  return { length: characters.length, ...(shown > 0 && { limit: shown }) };
}

/** Only an editable combo box takes texts that it does not offer (ISO 32000-1 table 230, Edit). */
function listFillableFields(form: Form): FillableField[] {
  const free = new Set(form.fields.filter(isEditableCombo).map(({ name }) => name));
  const byName = groupBy(form.fields, ({ name }) => name);
  return describeFields(form).map((field) => ({
    ...field,
    acceptsOtherText: field.type === 'combobox' && free.has(field.name),
    findRoom: () => findTextRoom(form, byName.get(field.name) ?? []),
  }));
}

function isEditableCombo({ type, flags }: Field): boolean {
  return type === 'combobox' && (flags & FieldFlag.edit) !== 0;
}

function writeAll(
  file: PdfFile,
  form: Form,
  checked: readonly CheckedValue[],
  embedder: TextEmbedder,
): FormWarning[] {
  const byName = groupBy(selectFields(form, checked), ({ name }) => name);
  for (const value of checked) {
    for (const field of byName.get(value.name) ?? []) {
      writeValue(field, value);
      writeStyle(form, field);
    }
  }
  const changed = new Set(checked.map(({ name }) => name));
  const listed = adoptWrittenFields(file, form, changed);
  return [
    ...listed.warnings,
    ...refreshAppearances({ form: listed.form, embedder }, changed),
    ...dropXfa(listed.form),
    ...reportScripts(form, changed),
  ];
}

/** It lacks what was changed in the form, and some readers show it instead. */
export function dropXfa({ acroForm }: Form): FormWarning[] {
  if (!acroForm?.delete(Key.XFA)) return [];
  return [
    {
      code: 'xfa_dropped',
      message: 'The XFA form was removed, because it had the old values of the fields.',
    },
  ];
}
