import {
  createTextEmbedder,
  encodeTextString,
  PdfError,
  type PdfFile,
  splitGraphemes,
} from '@countersign/pdf';
import { type PDFDict, PDFNumber, PDFStream } from 'pdf-lib';
import { makeTextAppearances, readShownAppearance, shownTexts } from '../appearances/make-appearance.ts';
import { repairDefaultAppearance } from '../appearances/repair-default-appearance.ts';
import { readMarkedLines, readShownText } from '../appearances/shown-text.ts';
import { Key, readDict, readEntry, readName } from '../fields/dict-reading.ts';
import { isUnseen } from '../fields/field-damage.ts';
import type { FieldNode } from '../fields/field-dict.ts';
import { listButtonWidgets } from '../fields/field-options.ts';
import { decodeText, readFieldValue } from '../fields/field-values.ts';
import { type Field, type Form, readForm } from '../fields/form.ts';
import { isButton } from '../fields/form-fields.ts';
import { readInherited } from '../fields/inherited-entries.ts';
import { textNotDrawable } from './refresh-appearances.ts';
import { isOn, writeState } from './write-value.ts';

/**
 * Draws fields anew whose appearance does not show their value, and removes rich text that says something else: some
 * readers show the one, some the other. Returns their names. Throws FormError `text_not_drawable` if the value cannot be drawn.
 */
export async function redrawDifferingFields(file: PdfFile): Promise<readonly string[]> {
  const form = readForm(file, { everyPage: true });
  const embedder = createTextEmbedder(file);
  const names: string[] = [];
  for (const field of form.fields) {
    if (isButton(field)) {
      if (correctStates(field)) names.push(field.name);
      continue;
    }
    const values = readFieldValue(field, []);
    const isRestated = restateValue(field, values[0] ?? '');
    const likeness = compareShown(form, field, values);
    if (likeness === 'same') {
      if (isRestated) names.push(field.name);
      continue;
    }
    try {
      for (const node of field.nodes) repairDefaultAppearance(form, node);
      makeTextAppearances({ form, embedder }, field, values);
      names.push(field.name);
    } catch (error) {
      if (!(error instanceof PdfError) || error.code !== 'text_not_drawable') throw error;
      if (likeness === 'different') throw textNotDrawable(field.name, error);
      if (isRestated) names.push(field.name);
    }
  }
  await embedder.finish();
  return names;
}

/** PDF.js shows nothing of a number or a stream, and the default of a field without a value. Returns whether the field changed. */
function restateValue(field: Field, value: string): boolean {
  let isChanged = false;
  for (const node of field.nodes) {
    for (const entries of [node.entries, ...node.widgets]) {
      if (!entries.has(Key.RV)) continue;
      const rich = decodeText(readEntry(entries, Key.RV)).join('');
      if (normalise(stripTags(rich)) === normalise(value)) continue;
      entries.dict.delete(Key.RV);
      isChanged = true;
    }
    const stored = readEntry(node.entries, Key.V);
    const isUnread = stored instanceof PDFNumber || stored instanceof PDFStream;
    if (!isUnread && (stored !== undefined || !showsDefault(field, node))) continue;
    node.dict.set(Key.V, encodeTextString(value));
    isChanged = true;
  }
  return isChanged;
}

function showsDefault({ type }: Field, node: FieldNode): boolean {
  if (type === 'listbox' || readInherited(node, Key.V) !== undefined) return false;
  return decodeText(readInherited(node, Key.DV)).length > 0;
}

/** Rich text is XHTML (ISO 32000-1 12.7.3.4). */
function stripTags(rich: string): string {
  return rich
    .replace(/<[^>]*>/g, '')
    .replace(/&#(x[0-9a-f]{1,6}|\d{1,7});/gi, (entity, code: string) => decodeEntity(entity, code))
    .replace(/&(lt|gt|quot|apos|amp);/g, (entity) => ENTITIES.get(entity) ?? entity);
}

function decodeEntity(entity: string, code: string): string {
  const point = Number(/^x/i.test(code) ? `0${code}` : code);
  return point <= 0x10ffff ? String.fromCodePoint(point) : entity;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&amp;', '&'],
]);

/** Readers go by /V or by /AS. */
function correctStates(field: Field): boolean {
  const buttons = listButtonWidgets(field);
  const [value] = readFieldValue(field, buttons);
  const chosen = buttons.find((button) => button.value === value);
  const isWrong = buttons.some((button) => {
    const { widget, onState } = button;
    const isShownOn = readName(widget, Key.AS) === onState;
    return !isUnseen(widget) && isShownOn !== isOn(field, button, chosen);
  });
  if (isWrong) writeState(field, value);
  return isWrong;
}

type Likeness = 'same' | 'different' | 'unknown';

function compareShown(form: Form, field: Field, values: readonly string[]): Likeness {
  const resources = form.acroForm && readDict(form.acroForm, Key.DR);
  let likeness: Likeness = 'same';
  for (const node of field.nodes) {
    const expected = shownTexts(field, node, values).map(normalise);
    for (const widget of node.widgets) {
      const stream = isUnseen(widget) ? undefined : readShownAppearance(widget);
      // Without an appearance all readers draw the value.
      if (!(stream instanceof PDFStream)) continue;
      const shown = readShownText(stream, resources);
      if (shown === undefined) likeness = 'unknown';
      else if (!shows(field, normalise(shown), expected)) return 'different';
      else if (field.type === 'listbox' && !marks(stream, resources, expected)) return 'different';
    }
  }
  return likeness;
}

function shows(field: Field, shown: string, expected: readonly string[]): boolean {
  // The others may be out of view.
  if (field.type === 'listbox') return expected.every((text) => shown.includes(text));
  const [text = ''] = expected;
  if (field.isPassword) return shown.length === text.length && new Set(shown).size <= 1 && !/\w/.test(shown);
  return shown === text;
}

/** Readers that let people choose mark the chosen rows themselves. */
function marks(stream: PDFStream, resources: PDFDict | undefined, expected: readonly string[]): boolean {
  const marked = readMarkedLines(stream, resources)?.map(normalise);
  if (marked === undefined) return true;
  return marked.every((text) => expected.includes(text)) && expected.every((text) => marked.includes(text));
}

/** Lines are wrapped anywhere, and text from right to left is drawn in either order. */
function normalise(text: string): string {
  const plain = text.normalize('NFKC').replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '');
  return RIGHT_TO_LEFT.test(plain) ? splitGraphemes(plain).sort().join('') : plain;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
