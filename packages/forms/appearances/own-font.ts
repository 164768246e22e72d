import { lookupName, lookupNumber, PdfError, splitGraphemes, type TextEmbedder } from '@countersign/pdf';
import { type EmbeddedCodes, type FontCode, readEmbeddedCodes } from '@countersign/pdf/text';
import { PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { asDict, Key, readArray, readDict, readEntry } from '../fields/dict-reading.ts';
import type { FieldNode } from '../fields/field-dict.ts';
import type { Form } from '../fields/form.ts';
import { readInherited } from '../fields/inherited-entries.ts';
import { formatNumbers } from './drawing.ts';
import { readDefaultAppearance } from './widget-look.ts';

/** What draws lines of text: the embedder of a file, or one that also has the font of a field. */
export type LineWriter = Pick<TextEmbedder, 'metrics' | 'measure' | 'ensureDrawable' | 'show' | 'resources'>;

/** Predefined CMaps (ISO 32000-1 table 118) by the character set of their fonts. Vertical writing is left out. */
const CHARACTER_SETS: readonly (readonly [cmap: RegExp, label: string, isUnicode: boolean])[] = [
  [/^UniGB-(UCS2|UTF16)-H$/, 'gbk', true],
  [/^UniJIS(2004)?-(UCS2|UTF16)-H$/, 'shift_jis', true],
  [/^UniKS-(UCS2|UTF16)-H$/, 'euc-kr', true],
  [/^UniCNS-(UCS2|UTF16)-H$/, 'big5', true],
  [/^(GBK-EUC|GBKp-EUC|GBK2K)-H$/, 'gbk', false],
  [/^(90ms|90msp|90pv)-RKSJ-H$/, 'shift_jis', false],
  [/^(KSCms-UHC|KSCms-UHC-HW|KSC-EUC)-H$/, 'euc-kr', false],
  [/^(ETen-B5|ETenms-B5|B5pc)-H$/, 'big5', false],
];

const DESCENDANTS = PDFName.of('DescendantFonts');

/** A full-width character has it if the font does not state another width (ISO 32000-1 9.7.4.3). */
const FULL_WIDTH = 1000;
const HALF_WIDTH_KATAKANA = /^[\uff61-\uff9f]$/;

/** Codes by character, of each character set that was needed. */
const tables = new Map<string, ReadonlyMap<string, string>>();

function codesOf(label: string): ReadonlyMap<string, string> {
  const known = tables.get(label);
  if (known !== undefined) return known;
  const decoder = new TextDecoder(label);
  const codes = new Map<string, string>();
  const add = (...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !codes.has(text))
      codes.set(text, Buffer.from(bytes).toString('hex'));
  };
  for (let lead = 0x80; lead <= 0xff; lead += 1) add(lead);
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) add(lead, trail);
  tables.set(label, codes);
  return codes;
}

const writers = new WeakMap<TextEmbedder, WeakMap<PDFDict, OwnFontWriter>>();

/**
 * Returns a writer for all `texts` of a widget. It draws them in the font that the field's /DA names if that is embedded
 * in the file and has them all, and otherwise in those of the embedder. Of a font that is not embedded and has a
 * predefined CMap, only characters are drawn that the embedder has no font for.
 */
export function writerOf(
  form: Form,
  embedder: TextEmbedder,
  node: FieldNode,
  widget: PDFDict,
  texts: readonly string[] = [],
): LineWriter {
  const style = form.styles?.get(node.name);
  if (style?.font !== undefined) return style.font(embedder);
  const name = readDefaultAppearance(form, node, widget)?.font;
  const found = name === undefined ? undefined : findFont(form, node, name);
  if (name === undefined || found === undefined) return embedder;
  const own = readCodesOnce(found.dict);
  if (own !== undefined) {
    const covers = texts.length > 0 && findUncovered(own, texts) === undefined;
    return covers ? new EmbeddedFontWriter(embedder, own, found.ref, name) : embedder;
  }
  if (lookupName(found.dict, 'Subtype') !== 'Type0') return embedder;
  const cmap = lookupName(found.dict, 'Encoding') ?? '';
  const set = CHARACTER_SETS.find(([pattern]) => pattern.test(cmap));
  if (set === undefined) return embedder;
  const known = writers.get(embedder) ?? new WeakMap<PDFDict, OwnFontWriter>();
  writers.set(embedder, known);
  const writer = known.get(found.dict) ?? new OwnFontWriter(embedder, found, name, set[1], set[2]);
  known.set(found.dict, writer);
  return writer;
}

interface FoundFont {
  readonly dict: PDFDict;
  readonly ref: PDFRef;
}

const codesOfFonts = new WeakMap<PDFDict, EmbeddedCodes | false>();

function readCodesOnce(dict: PDFDict): EmbeddedCodes | undefined {
  const known = codesOfFonts.get(dict);
  if (known !== undefined) return known || undefined;
  const codes = readEmbeddedCodes(dict);
  codesOfFonts.set(dict, codes ?? false);
  return codes;
}

/** Returns the first character that the font does not have. */
function findUncovered({ codes }: EmbeddedCodes, texts: readonly string[]): string | undefined {
  for (const text of texts)
    for (const character of text.replace(LINE_BREAKS, ''))
      if (!codes.has(character === NO_BREAK_SPACE ? ' ' : character)) return character;
  return undefined;
}

const LINE_BREAKS = /[\r\n\u0085\u2028\u2029]/g;
const NO_BREAK_SPACE = '\u00a0';

/**
 * Returns the embedded font that the field's /DA names and the first character that it lacks; undefined if the texts are
 * drawn in it, or there is none.
 */
export function findFallback(
  form: Form,
  node: FieldNode,
  widget: PDFDict,
  texts: readonly string[],
): { readonly own: string; readonly character: string } | undefined {
  if (form.styles?.get(node.name)?.font !== undefined) return undefined;
  const name = readDefaultAppearance(form, node, widget)?.font;
  const found = name === undefined ? undefined : findFont(form, node, name);
  const codes = found && readCodesOnce(found.dict);
  const character = codes && findUncovered(codes, texts);
  return codes && character !== undefined ? { own: codes.name, character } : undefined;
}

/** A font of /DR of the field or of the form. */
function findFont({ acroForm }: Form, node: FieldNode, name: string): FoundFont | undefined {
  const key = PDFName.of(name);
  for (const resources of [asDict(readInherited(node, Key.DR)), acroForm && readDict(acroForm, Key.DR)]) {
    const fonts = resources && readDict(resources, Key.Font);
    const dict = fonts && readEntry(fonts, key);
    if (!(dict instanceof PDFDict)) continue;
    const entry = fonts?.get(key);
    return { dict, ref: entry instanceof PDFRef ? entry : dict.context.register(dict) };
  }
  return undefined;
}

/** Draws what the font has: each character by its code, without kerning. */
class EmbeddedFontWriter implements LineWriter {
  readonly metrics: LineWriter['metrics'];
  readonly #embedder: TextEmbedder;
  readonly #codes: EmbeddedCodes['codes'];
  readonly #ref: PDFRef;
  readonly #name: string;

  constructor(embedder: TextEmbedder, { metrics, codes }: EmbeddedCodes, ref: PDFRef, name: string) {
    this.metrics = metrics;
    this.#embedder = embedder;
    this.#codes = codes;
    this.#ref = ref;
    this.#name = name;
  }

  get resources(): TextEmbedder['resources'] {
    return { ...this.#embedder.resources, [this.#name]: this.#ref };
  }

  measure(text: string, size: number): number {
    return this.#list(text).reduce((sum, { width }) => sum + width, 0) * size;
  }

  ensureDrawable(text: string): void {
    this.#list(text);
  }

  show(text: string, size: number): ReturnType<TextEmbedder['show']> {
    const hex = this.#list(text).map((code) => code.hex);
    const operators = `/${this.#name} ${formatNumbers(size)} Tf <${hex.join('')}> Tj`;
    return { operators, fontNames: [this.#name], direction: 'ltr' };
  }

  #list(text: string): FontCode[] {
    return Array.from(text, (character) => {
      const code = this.#codes.get(character === NO_BREAK_SPACE ? ' ' : character);
      if (code === undefined) throw new Error('The font was chosen for other texts');
      return code;
    });
  }
}

interface Piece {
  readonly text: string;
  readonly isOwn: boolean;
}

class OwnFontWriter implements LineWriter {
  readonly #embedder: TextEmbedder;
  readonly #font: FoundFont;
  readonly #name: string;
  readonly #codes: ReadonlyMap<string, string>;
  readonly #isUnicode: boolean;
  readonly #width: number;

  constructor(embedder: TextEmbedder, font: FoundFont, name: string, label: string, isUnicode: boolean) {
    this.#embedder = embedder;
    this.#font = font;
    this.#name = name;
    this.#codes = codesOf(label);
    this.#isUnicode = isUnicode;
    const descendants = readArray(font.dict, DESCENDANTS);
    const descendant = descendants?.size() ? descendants.lookup(0) : undefined;
    this.#width = (descendant instanceof PDFDict ? lookupNumber(descendant, 'DW') : undefined) ?? FULL_WIDTH;
  }

  get metrics(): TextEmbedder['metrics'] {
    return this.#embedder.metrics;
  }

  get resources(): TextEmbedder['resources'] {
    return { ...this.#embedder.resources, [this.#name]: this.#font.ref };
  }

  measure(text: string, size: number): number {
    return this.#split(text).reduce((sum, piece) => sum + this.#measurePiece(piece, size), 0);
  }

  ensureDrawable(text: string): void {
    this.#split(text);
  }

  show(...[text, size, direction]: Parameters<TextEmbedder['show']>): ReturnType<TextEmbedder['show']> {
    const pieces = this.#split(text);
    if (pieces.every(({ isOwn }) => !isOwn)) return this.#embedder.show(text, size, direction);
    const shown = pieces.map((piece) => {
      if (!piece.isOwn) return this.#embedder.show(piece.text, size, 'ltr');
      const codes = Array.from(piece.text, (character) => this.#encode(character));
      return {
        operators: `/${this.#name} ${formatNumbers(size)} Tf <${codes.join('')}> Tj`,
        fontNames: [this.#name],
      };
    });
    return {
      operators: shown.map(({ operators }) => operators).join(' '),
      fontNames: [...new Set(shown.flatMap(({ fontNames }) => fontNames))],
      direction: direction ?? 'ltr',
    };
  }

  #measurePiece({ text, isOwn }: Piece, size: number): number {
    if (!isOwn) return this.#embedder.measure(text, size);
    const widths = Array.from(text, (character) => (HALF_WIDTH_KATAKANA.test(character) ? 500 : this.#width));
    return (widths.reduce((sum, width) => sum + width, 0) / 1000) * size;
  }

  /**
   * A text that the embedder has no font for is drawn in the font of the field as far as that goes, since characters of
   * two fonts in one word are hard to read. Throws `text_not_drawable`, which names the font of the field.
   */
  #split(text: string): readonly Piece[] {
    if (this.#isDrawable(text)) return [{ text, isOwn: false }];
    const pieces: Piece[] = [];
    for (const grapheme of splitGraphemes(text)) {
      const isOwn = this.#hasCodes(grapheme) || !this.#isDrawable(grapheme);
      if (isOwn) this.#requireCodes(grapheme);
      const last = pieces.at(-1);
      if (last?.isOwn === isOwn) pieces[pieces.length - 1] = { text: last.text + grapheme, isOwn };
      else pieces.push({ text: grapheme, isOwn });
    }
    return pieces;
  }

  #isDrawable(text: string): boolean {
    try {
      this.#embedder.ensureDrawable(text);
      return true;
    } catch (error) {
      if (error instanceof PdfError && error.code === 'text_not_drawable') return false;
      throw error;
    }
  }

  #hasCodes(grapheme: string): boolean {
    return Array.from(grapheme).every((each) => this.#codes.has(each));
  }

  #requireCodes(grapheme: string): void {
    const character = Array.from(grapheme).find((each) => !this.#codes.has(each));
    if (character === undefined) return;
    const codePoint = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    const font = lookupName(this.#font.dict, 'BaseFont') ?? this.#name;
    const message = `No font has ${codePoint}, and neither has ${font}, the font of the field`;
    throw new PdfError('text_not_drawable', message, { character, codePoint, font });
  }

  #encode(character: string): string {
    if (!this.#isUnicode) return this.#codes.get(character) ?? '';
    return Buffer.from(character, 'utf16le').swap16().toString('hex');
  }
}
