import { type PDFContext, PDFHexString, type PDFObject, type PDFRef } from 'pdf-lib';
import { deflatedStream } from '../write/serialise.ts';
import type { FontFace } from './known-fonts.ts';

/** One `bfchar` has at most so many entries (ISO 32000-1 9.10.3, Adobe's CMap specification). */
const BLOCK = 100;

function buildToUnicode(texts: Iterable<readonly [code: number, text: string]>): Uint8Array {
  const lines = Array.from(texts, ([code, text]) => `<${hex(code)}> <${utf16(text)}>`);
  const blocks: string[] = [];
  for (let from = 0; from < lines.length; from += BLOCK) {
    const block = lines.slice(from, from + BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`);
  }
  return Buffer.from(`${HEAD}${blocks.join('')}${TAIL}`, 'latin1');
}

export function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join('');
}

export function hex(value: number): string {
  return value.toString(16).padStart(4, '0');
}

const HEAD = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
`;

const TAIL = `endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;

/** An em has so many units (ISO 32000-1 9.2.4). */
const GLYPH_SPACE = 1000;
/** The codes follow no standard encoding (9.8.2). */
const SYMBOLIC = 4;
/** Usual for a regular weight; the stem width is unknown. */
const STEM_V = 80;
/** Readers would show the code of a glyph without text. */
const SILENT = '\u200b';
const TAG_LENGTH = 6;

/**
 * A composite font (ISO 32000-1 9.7). Its codes are glyph numbers, so text can be drawn before the subset
 * exists.
 */
export class EmbeddedFont {
  readonly face: FontFace;
  readonly name: string;
  readonly ref: PDFRef;
  readonly #context: PDFContext;
  readonly #texts = new Map<number, string>();
  #isEmbedded = true;
  #parts: FontParts | undefined;

  constructor(context: PDFContext, face: FontFace, name: string) {
    this.#context = context;
    this.face = face;
    this.name = name;
    this.ref = context.nextRef();
  }

  use(glyph: number): void {
    if (!this.#texts.has(glyph)) this.#set(glyph, '');
  }

  /** Returns false if the glyph has another text already. */
  nameGlyph(glyph: number, text: string): boolean {
    const known = this.#texts.get(glyph);
    if (known) return known === text;
    this.#set(glyph, text);
    return true;
  }

  widthOf(glyph: number): number {
    return this.#scale(this.face.advanceOf(glyph));
  }

  /** Writes the font with all glyphs used so far. */
  embed(): void {
    if (this.#isEmbedded) return;
    const glyphs = [...this.#texts.keys()].sort((a, b) => a - b);
    this.#parts ??= this.#reserveParts();
    this.#assignObjects(glyphs, this.#parts);
    this.#isEmbedded = true;
  }

  #set(glyph: number, text: string): void {
    this.#texts.set(glyph, text);
    this.#isEmbedded = false;
  }

  #reserveParts(): FontParts {
    const next = () => this.#context.nextRef();
    return { descendant: next(), descriptor: next(), file: next(), toUnicode: next() };
  }

  #assignObjects(glyphs: readonly number[], parts: FontParts): void {
    const context = this.#context;
    const subset = this.face.subset(glyphs);
    const baseFont = `${subsetTag(glyphs)}+${this.face.header.postScriptName}`;
    const texts = glyphs.map((glyph) => [glyph, this.#texts.get(glyph) || SILENT] as const);
    context.assign(this.ref, this.#type0(baseFont, parts));
    context.assign(parts.descendant, this.#cidFont(baseFont, glyphs, parts));
    context.assign(parts.descriptor, this.#descriptor(baseFont, parts));
    context.assign(parts.file, deflatedStream(context, subset, { Length1: subset.length }));
    context.assign(parts.toUnicode, deflatedStream(context, buildToUnicode(texts)));
  }

  #type0(baseFont: string, parts: FontParts): PDFObject {
    return this.#context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: baseFont,
      Encoding: 'Identity-H',
      DescendantFonts: [parts.descendant],
      ToUnicode: parts.toUnicode,
    });
  }

  #cidFont(baseFont: string, glyphs: readonly number[], parts: FontParts): PDFObject {
    return this.#context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: baseFont,
      CIDSystemInfo: { Registry: ascii('Adobe'), Ordering: ascii('Identity'), Supplement: 0 },
      FontDescriptor: parts.descriptor,
      CIDToGIDMap: 'Identity',
      W: this.#widths(glyphs),
    });
  }

  /** Returns `first [widths ...]` for each run of glyphs (9.7.4.3). */
  #widths(glyphs: readonly number[]): (number | number[])[] {
    const groups: { first: number; widths: number[] }[] = [];
    for (const glyph of glyphs) {
      const last = groups.at(-1);
      if (last && last.first + last.widths.length === glyph) last.widths.push(this.widthOf(glyph));
      else groups.push({ first: glyph, widths: [this.widthOf(glyph)] });
    }
    return groups.flatMap(({ first, widths }) => [first, widths]);
  }

  #descriptor(baseFont: string, parts: FontParts): PDFObject {
    const { box, italicAngle, ascent, descent, capHeight } = this.face.header;
    return this.#context.obj({
      Type: 'FontDescriptor',
      FontName: baseFont,
      Flags: SYMBOLIC,
      FontBBox: box.map((value) => this.#scale(value)),
      ItalicAngle: italicAngle,
      Ascent: this.#scale(ascent),
      Descent: this.#scale(descent),
      CapHeight: this.#scale(capHeight),
      StemV: STEM_V,
      FontFile2: parts.file,
    });
  }

  #scale(units: number): number {
    return Math.round((units * GLYPH_SPACE * 100) / this.face.header.unitsPerEm) / 100;
  }
}

interface FontParts {
  readonly descendant: PDFRef;
  readonly descriptor: PDFRef;
  readonly file: PDFRef;
  readonly toUnicode: PDFRef;
}

/** Viewers identify fonts by name. FNV-1a: `node:crypto` loads slowly. */
function subsetTag(glyphs: readonly number[]): string {
  let hash = 0x811c9dc5;
  for (const glyph of glyphs) hash = Math.imul(hash ^ glyph, 0x01000193);
  const letters = Array.from({ length: TAG_LENGTH }, (_, index) => ((hash >>> 0) / 26 ** index) % 26);
  return letters.map((letter) => String.fromCharCode(65 + Math.floor(letter))).join('');
}

function ascii(text: string): PDFHexString {
  return PDFHexString.of(Buffer.from(text, 'latin1').toString('hex'));
}
