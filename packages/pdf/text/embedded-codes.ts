import { PDFDict, PDFName, PDFStream } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { lookupArray, lookupDict, lookupName, lookupNumber, nameOf } from '../read/lookup.ts';
import { decodeStream } from '../read/streams.ts';
import { readCompositeFont } from './composite-font.ts';
import { listCffTexts, readSfntGlyphs, type SfntGlyphs } from './font-program.ts';
import { TEXT_LIMITS } from './limits.ts';
import { readSimpleFont } from './simple-font.ts';
import type { TextFont } from './text-font.ts';

export interface FontCode {
  /** The code in hexadecimal. */
  readonly hex: string;
  /** The advance in units of the font size. */
  readonly width: number;
}

/** The characters of an embedded font whose glyphs are known to be in it, by their codes. */
export interface EmbeddedCodes {
  /** The name without the tag of a subset. */
  readonly name: string;
  /** In units of the font size; the descent is negative. */
  readonly metrics: { readonly ascent: number; readonly descent: number; readonly capHeight: number };
  readonly codes: ReadonlyMap<string, FontCode>;
}

const SUBSET_TAG = /^[A-Z]{6}\+/;
const CAP_HEIGHT = 0.7;
/** Other characters change their form beside each other, or stand on each other, which takes more than codes. */
const PLAIN_CHARACTER = /^[\p{L}\p{N}\p{P}\p{S} ]$/u;
const NEEDS_SHAPING = /[\u0590-\u08ff\u0900-\u109f\u1780-\u18af\ufb1d-\ufdff\ufe70-\ufefc]/;
const MAX_GLYPHS = 65_536;

/**
 * Reads which characters an embedded font can show: TrueType fonts with one byte for each character or with Identity-H,
 * and Type 1 fonts in compact form. A subset lists codes without having their glyphs, so a glyph has to be there, and
 * all ways to find it have to agree. Returns undefined for other fonts.
 */
export function readEmbeddedCodes(dict: PDFDict): EmbeddedCodes | undefined {
  try {
    const found = lookupName(dict, 'Subtype') === 'Type0' ? readComposite(dict) : readSimple(dict);
    if (found === undefined || found.codes.size === 0) return undefined;
    const { font, descriptor, codes } = found;
    const stated = (lookupNumber(descriptor, 'CapHeight') ?? 0) / 1000;
    const capHeight = stated > 0.3 && stated < 1 ? stated : CAP_HEIGHT;
    const { ascent, descent } = font;
    return { name: font.name.replace(SUBSET_TAG, ''), metrics: { ascent, descent, capHeight }, codes };
  } catch (error) {
    // RangeErrors are reads beyond the end of a damaged program.
    if (error instanceof PdfError || error instanceof RangeError) return undefined;
    throw error;
  }
}

interface FoundCodes {
  readonly font: TextFont;
  readonly descriptor: PDFDict;
  readonly codes: ReadonlyMap<string, FontCode>;
}

function readSimple(dict: PDFDict): FoundCodes | undefined {
  const descriptor = lookupDict(dict, 'FontDescriptor');
  if (descriptor === undefined || lookupArray(dict, 'Widths') === undefined) return undefined;
  const hasGlyph = readSimpleGlyphs(descriptor);
  if (hasGlyph === undefined) return undefined;
  const font = readSimpleFont(dict);
  const codes = new Map<string, FontCode>();
  for (let code = 0; code < 256; code += 1) {
    const { text, width } = font.glyphOf(code, 1);
    if (codes.has(text) || !isPlain(text, width) || !hasGlyph(code, text)) continue;
    codes.set(text, { hex: code.toString(16).padStart(2, '0'), width });
  }
  return { font, descriptor, codes };
}

function readSimpleGlyphs(descriptor: PDFDict): ((code: number, text: string) => boolean) | undefined {
  const trueType = decodeProgram(descriptor, 'FontFile2');
  if (trueType !== undefined) {
    const glyphs = readSfntGlyphs(trueType);
    return (code, text) => isAgreed(glyphs, code, text);
  }
  const compact = decodeProgram(descriptor, 'FontFile3');
  const file = descriptor.lookup(nameOf('FontFile3'));
  if (compact === undefined || !(file instanceof PDFStream) || lookupName(file.dict, 'Subtype') !== 'Type1C')
    return undefined;
  const texts = listCffTexts(compact);
  return (_, text) => texts.has(text);
}

/** Readers look up the character, the code or the code of a symbol font, depending on flags that files have wrong. */
function isAgreed({ unicode, symbols, hasOutline }: SfntGlyphs, code: number, text: string): boolean {
  const found = [unicode.get(text.codePointAt(0) ?? 0), symbols.get(code), symbols.get(0xf000 + code)];
  const [glyph, ...others] = found.filter((each) => each !== undefined);
  return glyph !== undefined && others.every((each) => each === glyph) && (text === ' ' || hasOutline(glyph));
}

function readComposite(dict: PDFDict): FoundCodes | undefined {
  const descendant = lookupArray(dict, 'DescendantFonts')?.lookup(0);
  if (!(descendant instanceof PDFDict) || lookupName(descendant, 'Subtype') !== 'CIDFontType2')
    return undefined;
  if (dict.lookup(nameOf('Encoding')) !== PDFName.of('Identity-H')) return undefined;
  const descriptor = lookupDict(descendant, 'FontDescriptor');
  const program = descriptor && decodeProgram(descriptor, 'FontFile2');
  const map = descendant.lookup(nameOf('CIDToGIDMap'));
  if (descriptor === undefined || program === undefined) return undefined;
  const { count, hasOutline } = readSfntGlyphs(program);
  const glyphs = map instanceof PDFStream ? decodeStream(map, TEXT_LIMITS.fontBytes) : undefined;
  const limit = Math.min(MAX_GLYPHS, glyphs ? glyphs.length >> 1 : count);
  const font = readCompositeFont(dict);
  const codes = new Map<string, FontCode>();
  for (let cid = 1; cid < limit; cid += 1) {
    const glyph = glyphs ? (glyphs[cid * 2] ?? 0) * 256 + (glyphs[cid * 2 + 1] ?? 0) : cid;
    if (glyph === 0 || glyph >= count) continue;
    const { text, width } = font.glyphOf(cid, 2);
    if (codes.has(text) || !isPlain(text, width) || !(text === ' ' || hasOutline(glyph))) continue;
    codes.set(text, { hex: cid.toString(16).padStart(4, '0'), width });
  }
  return { font, descriptor, codes };
}

function isPlain(text: string, width: number): boolean {
  return width > 0 && PLAIN_CHARACTER.test(text) && !NEEDS_SHAPING.test(text);
}

function decodeProgram(descriptor: PDFDict, key: string): Uint8Array | undefined {
  const stream = descriptor.lookup(nameOf(key));
  return stream instanceof PDFStream ? decodeStream(stream, TEXT_LIMITS.fontBytes) : undefined;
}
