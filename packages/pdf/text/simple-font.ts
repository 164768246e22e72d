import type { PDFDict } from 'pdf-lib';
import { asNumber, lookupArray, lookupDict, lookupName, lookupNumber, nameOf } from '../read/lookup.ts';
import { readNumbers } from './colors.ts';
import { DEFAULT_HEIGHTS, explain, type Heights, heightsOf, readToUnicode } from './font-parts.ts';
import { type FontProgram, readFontProgram } from './font-program.ts';
import { textOfGlyphName } from './glyph-names.ts';
import { guessText, readEncoding, type SimpleEncoding } from './simple-encoding.ts';
import { findStandardFont, type StandardFont } from './standard-fonts.ts';
import { type Glyph, makeGlyph, type TextFont, UNREADABLE } from './text-font.ts';

/** Reads a font with one byte for each glyph; damaged parts are left out. */
export function readSimpleFont(dict: PDFDict): TextFont {
  const isType3 = lookupName(dict, 'Subtype') === 'Type3';
  const name = lookupName(dict, 'BaseFont') ?? '';
  const descriptor = lookupDict(dict, 'FontDescriptor');
  const matrix = isType3 ? (readNumbers(dict, 'FontMatrix') ?? []) : [];
  const unit = isType3 ? Math.abs(matrix[0] ?? 0.001) : 0.001;
  const standard = isType3 ? undefined : findStandardFont(name);
  const widthOf = readWidths(dict, descriptor, standard, unit);
  const textOf = readTexts(dict, descriptor, standard);
  const glyphs: (Glyph | undefined)[] = new Array(256).fill(undefined);
  const glyphOf = (code: number): Glyph => {
    let glyph = glyphs[code];
    if (glyph === undefined) {
      const text = textOf(code);
      const width = widthOf(code, text);
      glyph = makeGlyph(text, width, width, code === 32);
      glyphs[code] = glyph;
    }
    return glyph;
  };
  const heights = isType3 ? type3Heights(dict, matrix) : heightsOf(descriptor, standard);
  return { name, isVertical: false, isSimple: true, ...heights, glyphOf, lengthAt: () => 1 };
}

/** The size of Type 3 fonts is that of their box, as their units are free. */
function type3Heights(dict: PDFDict, matrix: readonly number[]): Heights {
  const box = readNumbers(dict, 'FontBBox') ?? [];
  const unit = Math.abs(matrix[3] ?? 0.001);
  const [bottom, top] = [(box[1] ?? 0) * unit, (box[3] ?? 0) * unit];
  const height = top - bottom;
  if (!(height > 1e-4)) return { ...DEFAULT_HEIGHTS, sizeFactor: Math.min(1, unit * 1000) };
  return { ascent: top / height, descent: bottom / height, sizeFactor: height };
}

function readWidths(
  dict: PDFDict,
  descriptor: PDFDict | undefined,
  standard: StandardFont | undefined,
  unit: number,
): (code: number, text: string) => number {
  const widths = lookupArray(dict, 'Widths');
  const first = lookupNumber(dict, 'FirstChar') ?? 0;
  const missing = (descriptor && lookupNumber(descriptor, 'MissingWidth')) ?? 0;
  return (code, text) => {
    const index = code - first;
    const own = widths && index >= 0 && index < widths.size() ? asNumber(widths.lookup(index)) : undefined;
    if (own !== undefined) return own * unit;
    return ((widths ? undefined : standard?.widthOf(text, code)) ?? missing) * unit;
  };
}

function readTexts(
  dict: PDFDict,
  descriptor: PDFDict | undefined,
  standard: StandardFont | undefined,
): (code: number) => string {
  const toUnicode = readToUnicode(dict);
  const encoding = readEncoding(dict.lookup(nameOf('Encoding')));
  let program: FontProgram | undefined;
  const own = (code: number) => {
    program ??= readFontProgram(descriptor);
    return program.textOfCode(code);
  };
  return (code) =>
    explain(toUnicode?.textOf(code)) ?? encodedText(code, encoding, standard, own) ?? UNREADABLE;
}

function encodedText(
  code: number,
  { base, differences }: SimpleEncoding,
  standard: StandardFont | undefined,
  own: (code: number) => string | undefined,
): string | undefined {
  const name = differences.get(code);
  const named = name === undefined ? undefined : textOfGlyphName(name);
  if (named !== undefined) return named;
  return standard?.symbols?.(code) ?? base?.(code) ?? own(code) ?? guessText(code);
}
