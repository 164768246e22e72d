import { PDFDict, PDFName, PDFString } from 'pdf-lib';
import { asDict, Key, readDict } from '../fields/dict-reading.ts';
import type { FieldNode, FieldWarning } from '../fields/field-dict.ts';
import type { Form } from '../fields/form.ts';
import { readInherited } from '../fields/inherited-entries.ts';
import { readDefaultAppearance } from './widget-look.ts';

/** The standard 14 fonts (ISO 32000-1 9.6.2.2). */
const STANDARD_FONTS: ReadonlySet<string> = new Set([
  'Courier',
  'Courier-Bold',
  'Courier-BoldOblique',
  'Courier-Oblique',
  'Helvetica',
  'Helvetica-Bold',
  'Helvetica-BoldOblique',
  'Helvetica-Oblique',
  'Symbol',
  'Times-Bold',
  'Times-BoldItalic',
  'Times-Italic',
  'Times-Roman',
  'ZapfDingbats',
]);

/** Not in the standard: these are Acrobat's resource names in /DR. */
const ACROBAT_NAMES: ReadonlyMap<string, string> = new Map([
  ['CoBo', 'Courier-Bold'],
  ['Cour', 'Courier'],
  ['HeBo', 'Helvetica-Bold'],
  ['Helv', 'Helvetica'],
  ['Symb', 'Symbol'],
  ['TiBo', 'Times-Bold'],
  ['TiIt', 'Times-Italic'],
  ['TiRo', 'Times-Roman'],
  ['ZaDb', 'ZapfDingbats'],
]);

const SYMBOLIC: ReadonlySet<string> = new Set(['Symbol', 'ZapfDingbats']);

function describeStandardFont(resourceName: string): Record<string, string> {
  const known = ACROBAT_NAMES.get(resourceName) ?? resourceName;
  const BaseFont = STANDARD_FONTS.has(known) ? known : 'Helvetica';
  const font = { Type: 'Font', Subtype: 'Type1', BaseFont };
  return SYMBOLIC.has(BaseFont) ? font : { ...font, Encoding: 'WinAnsiEncoding' };
}

const FALLBACK_FONT = 'Helv';
const FALLBACK = `/${FALLBACK_FONT} 0 Tf 0 g`;

const REPLACED: FieldWarning = {
  code: 'default_appearance_replaced',
  message: 'The default appearance of the field was unreadable and was replaced.',
};
const FONT_ADDED: FieldWarning = {
  code: 'default_font_added',
  message: 'The field names a font that the form does not have; a standard font is used instead.',
};

/** Adds fonts to /DR (ISO 32000-1 12.7.3.3), without which some readers show nothing after editing. */
export function repairDefaultAppearance(form: Form, node: FieldNode): FieldWarning[] {
  const found = node.widgets.map(({ dict }) => readDefaultAppearance(form, node, dict));
  const usable = found.filter((appearance) => appearance !== undefined);
  if (usable.length < found.length) {
    replaceDefaultAppearance(node);
    addFonts(form, node, [FALLBACK_FONT]);
    return [REPLACED];
  }
  const isAdded = addFonts(
    form,
    node,
    usable.map(({ font }) => font),
  );
  return isAdded ? [FONT_ADDED] : [];
}

function replaceDefaultAppearance(node: FieldNode): void {
  node.dict.set(Key.DA, PDFString.of(FALLBACK));
  for (const { dict } of node.widgets) {
    if (dict !== node.dict) dict.delete(Key.DA);
  }
}

function addFonts({ acroForm }: Form, node: FieldNode, names: readonly string[]): boolean {
  const own = asDict(readInherited(node, Key.DR));
  const missing = [...new Set(names)].filter(
    (name) =>
      name !== '' && ![own, acroForm && readDict(acroForm, Key.DR)].some((dict) => hasFont(dict, name)),
  );
  if (!acroForm || missing.length === 0) return false;
  addStandardFonts(acroForm, missing);
  return true;
}

/** To /DR, in which they are missing. */
function addStandardFonts(acroForm: PDFDict, missing: readonly string[]): void {
  const resources = readDict(acroForm, Key.DR) ?? addDict(acroForm, Key.DR);
  const fonts = readDict(resources, Key.Font) ?? addDict(resources, Key.Font);
  for (const name of missing) {
    fonts.set(PDFName.of(name), acroForm.context.register(acroForm.context.obj(describeStandardFont(name))));
  }
}

/** To /DR, unless it has fonts of these names. */
export function ensureStandardFonts(acroForm: PDFDict, names: readonly string[]): void {
  const missing = names.filter((name) => !hasFont(readDict(acroForm, Key.DR), name));
  if (missing.length > 0) addStandardFonts(acroForm, missing);
}

function hasFont(resources: PDFDict | undefined, name: string): boolean {
  return (resources && readDict(resources, Key.Font))?.has(PDFName.of(name)) ?? false;
}

function addDict(owner: PDFDict, key: PDFName): PDFDict {
  const dict = PDFDict.withContext(owner.context);
  owner.set(key, dict);
  return dict;
}
