/** ISO 32000-1 9.6.2.2. */
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

/** Not in the standard: Acrobat's resource names in /DR. */
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

export function describeStandardFont(resourceName: string): Record<string, string> {
  const known = ACROBAT_NAMES.get(resourceName) ?? resourceName;
  const BaseFont = STANDARD_FONTS.has(known) ? known : 'Helvetica';
  const font = { Type: 'Font', Subtype: 'Type1', BaseFont };
  return SYMBOLIC.has(BaseFont) ? font : { ...font, Encoding: 'WinAnsiEncoding' };
}
