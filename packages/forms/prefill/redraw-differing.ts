import { createTextEmbedder, PdfError, type PdfFile, splitGraphemes } from '@countersign/pdf';
import { PDFStream } from 'pdf-lib';
import { makeTextAppearances, readShownAppearance, shownTexts } from '../appearances/make-appearance.ts';
import { repairDefaultAppearance } from '../appearances/repair-default-appearance.ts';
import { readShownText } from '../appearances/shown-text.ts';
import { listButtonWidgets } from '../fields/button-states.ts';
import { readDict, readName } from '../fields/dict-reading.ts';
import { isUnseen } from '../fields/field-damage.ts';
import { readFieldValue } from '../fields/field-values.ts';
import { type Field, type Form, readForm } from '../fields/form.ts';
import { Key } from '../fields/keys.ts';
import { isButton } from '../fields/read-form-fields.ts';
import { textNotDrawable } from './refresh-appearances.ts';
import { isOn, writeState } from './write-value.ts';

/**
 * Draws fields anew whose appearance does not show their value: some readers show the one, some the other. Returns
 * their names. Throws FormError `text_not_drawable` if the value cannot be drawn.
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
    const likeness = compareShown(form, field, values);
    if (likeness === 'same') continue;
    try {
      for (const node of field.nodes) repairDefaultAppearance(form, node);
      makeTextAppearances({ form, embedder }, field, values);
      names.push(field.name);
    } catch (error) {
      if (!(error instanceof PdfError) || error.code !== 'text_not_drawable') throw error;
      if (likeness === 'different') throw textNotDrawable(field.name, error);
    }
  }
  await embedder.finish();
  return names;
}

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

/** Lines are wrapped anywhere, and text from right to left is drawn in either order. */
function normalise(text: string): string {
  const plain = text.normalize('NFKC').replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '');
  return RIGHT_TO_LEFT.test(plain) ? splitGraphemes(plain).sort().join('') : plain;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
