import { PdfError } from '@countersign/pdf';
import { PDFBool } from 'pdf-lib';
import {
  type AppearanceContext,
  hasAppearance,
  makeButtonAppearance,
  makeCaptionAppearance,
  makeTextAppearances,
} from '../appearances/make-appearance.ts';
import { FormError } from '../errors.ts';
import { listButtonWidgets } from '../fields/button-states.ts';
import { readEntry } from '../fields/dict-reading.ts';
import { readFieldValue } from '../fields/field-values.ts';
import type { Field, Form } from '../fields/form.ts';
import type { FieldWarning } from '../fields/form-field.ts';
import { Key } from '../fields/keys.ts';

/** A warning about the whole form, or about one of its fields. */
export type FormWarning = FieldWarning & { readonly field?: string };

/**
 * Makes the appearances that are not there or not to be trusted: of the fields in `changed`, of widgets without one,
 * and of all text and choice fields when the form says NeedAppearances. That flag goes when all have succeeded.
 */
export function refreshAppearances(context: AppearanceContext, changed: ReadonlySet<string>): FormWarning[] {
  const { form } = context;
  const isDoubtful = needsAppearances(form);
  const warnings = form.fields.flatMap((field) => {
    if (field.type === 'checkbox' || field.type === 'radioButton') return refreshButton(context, field);
    const isWanted = isDoubtful || changed.has(field.name) || lacksAppearance(field);
    return isWanted ? refreshText(context, field, changed.has(field.name)) : [];
  });
  for (const { node, kind } of form.nodes) {
    if (kind === 'pushButton')
      for (const { dict } of node.widgets) makeCaptionAppearance(context, node, dict);
  }
  if (warnings.length === 0) form.acroForm?.delete(Key.NeedAppearances);
  return warnings;
}

function needsAppearances({ acroForm }: Form): boolean {
  return acroForm !== undefined && readEntry(acroForm, Key.NeedAppearances) === PDFBool.True;
}

function lacksAppearance(field: Field): boolean {
  return field.nodes.some(({ widgets }) => widgets.some(({ dict }) => !hasAppearance(dict)));
}

function refreshButton(context: AppearanceContext, field: Field): FormWarning[] {
  for (const button of listButtonWidgets(field)) makeButtonAppearance(context, field, button);
  return [];
}

/** A value that was in the file before may have characters that no font has; one just given must not. */
function refreshText(context: AppearanceContext, field: Field, isChanged: boolean): FormWarning[] {
  try {
    makeTextAppearances(context, field, readFieldValue(field, []));
    return [];
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'text_not_drawable') throw error;
    if (isChanged) throw textNotDrawable(field.name, error);
    return [
      {
        code: 'appearance_not_made',
        field: field.name,
        message: `No available font has ${error.params.codePoint ?? 'a character of the value'}; the field looks as before.`,
      },
    ];
  }
}

/** The engine's error with the field it is about. */
export function textNotDrawable(field: string, error: PdfError): FormError {
  return new FormError('text_not_drawable', error.message, { ...error.params, field }, error);
}
