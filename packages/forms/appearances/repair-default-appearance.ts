import { PDFDict, PDFName, PDFString } from 'pdf-lib';
import { readDict } from '../fields/dict-reading.ts';
import type { FieldNode } from '../fields/field-tree.ts';
import type { Form } from '../fields/form.ts';
import { Key } from '../fields/keys.ts';
import { readDefaultAppearance } from './field-look.ts';

const HELV = PDFName.of('Helv');
const DEFAULT_APPEARANCE = '/Helv 0 Tf 0 g';

/**
 * Gives a text or choice field without a usable /DA one, with the font it names in the form's /DR. ISO 32000-1
 * 12.7.3.3 requires both; without them some readers show nothing as soon as the value is edited.
 */
export function repairDefaultAppearance(form: Form, node: FieldNode): void {
  if (node.widgets.every(({ dict }) => readDefaultAppearance(form, node, dict) !== undefined)) return;
  node.dict.set(Key.DA, PDFString.of(DEFAULT_APPEARANCE));
  for (const { dict } of node.widgets) {
    if (dict !== node.dict) dict.delete(Key.DA);
  }
  if (form.acroForm) ensureHelvetica(form.acroForm);
}

function ensureHelvetica(acroForm: PDFDict): void {
  const resources = readDict(acroForm, Key.DR) ?? addDict(acroForm, Key.DR);
  const fonts = readDict(resources, Key.Font) ?? addDict(resources, Key.Font);
  if (fonts.has(HELV)) return;
  const font = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' };
  fonts.set(HELV, acroForm.context.register(acroForm.context.obj(font)));
}

function addDict(owner: PDFDict, key: PDFName): PDFDict {
  const dict = PDFDict.withContext(owner.context);
  owner.set(key, dict);
  return dict;
}
