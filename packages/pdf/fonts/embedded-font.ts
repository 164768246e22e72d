import fontkit from '@pdf-lib/fontkit';
import { type PDFContext, PDFHexString, type PDFObject, type PDFRef } from 'pdf-lib';
import subsetFont from 'subset-font';
import type { BundledFont } from './bundled-fonts.ts';
import { buildToUnicode } from './to-unicode.ts';

/** Units per em in PDF's glyph space (ISO 32000-1 9.2.4). */
const GLYPH_SPACE = 1000;
/** FontDescriptor /Flags: symbolic, because the codes are our own (9.8.2). */
const SYMBOLIC = 4;
/** No stem width is known; what embedders write for a regular weight. */
const STEM_V = 80;
/** Layout tables are of no use to a PDF. */
const UNUSED_TABLES = ['GSUB', 'GPOS', 'GDEF', 'DSIG', 'STAT', 'MATH'];

/**
 * One font of one document (ISO 32000-1 9.7). Codes are given to characters in the order of their first use, so that
 * text can be drawn before the subset exists; /CIDToGIDMap leads from them to the subset's glyphs.
 */
export class EmbeddedFont {
  /** Name under which operators use it. */
  readonly name: string;
  readonly ref: PDFRef;
  readonly #context: PDFContext;
  readonly #source: BundledFont;
  /** Code of each code point; code 0 is left for .notdef. */
  readonly #codes = new Map<number, number>();
  #embeddedCount = 0;
  #parts: FontParts | undefined;

  constructor(context: PDFContext, source: BundledFont, name: string) {
    this.#context = context;
    this.#source = source;
    this.name = name;
    this.ref = context.nextRef();
  }

  /** Four hexadecimal digits for the character. */
  encode(codePoint: number): string {
    const known = this.#codes.get(codePoint);
    const code = known ?? this.#codes.size + 1;
    if (known === undefined) this.#codes.set(codePoint, code);
    return code.toString(16).padStart(4, '0');
  }

  /** Writes the font's objects with all characters used so far; again when more have come. */
  async embed(): Promise<void> {
    if (this.#codes.size === this.#embeddedCount) return;
    const codePoints = [...this.#codes.keys()];
    const subset = await subsetFont(this.#source.bytes, String.fromCodePoint(...codePoints), {
      targetFormat: 'truetype',
      keepFeatures: [],
      noLayoutClosure: true,
      dropTables: UNUSED_TABLES,
    });
    this.#parts ??= this.#reserveParts();
    this.#assignObjects(subset, codePoints, this.#parts);
    this.#embeddedCount = codePoints.length;
  }

  #reserveParts(): FontParts {
    const next = () => this.#context.nextRef();
    return { descendant: next(), descriptor: next(), file: next(), toUnicode: next(), glyphs: next() };
  }

  #assignObjects(subset: Buffer, codePoints: readonly number[], parts: FontParts): void {
    const context = this.#context;
    const baseFont = `CSNOTO+${this.#source.font.postscriptName}`;
    context.assign(this.ref, this.#type0(baseFont, parts));
    context.assign(parts.descendant, this.#cidFont(baseFont, codePoints, parts));
    context.assign(parts.descriptor, this.#descriptor(baseFont, parts));
    context.assign(parts.file, context.flateStream(subset, { Length1: subset.length }));
    context.assign(parts.toUnicode, context.flateStream(buildToUnicode(codePoints)));
    context.assign(parts.glyphs, context.flateStream(mapGlyphs(subset, codePoints)));
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

  #cidFont(baseFont: string, codePoints: readonly number[], parts: FontParts): PDFObject {
    const { font } = this.#source;
    const scale = GLYPH_SPACE / font.unitsPerEm;
    const widths = codePoints.map((codePoint) =>
      round(font.glyphForCodePoint(codePoint).advanceWidth * scale),
    );
    return this.#context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: baseFont,
      CIDSystemInfo: { Registry: ascii('Adobe'), Ordering: ascii('Identity'), Supplement: 0 },
      FontDescriptor: parts.descriptor,
      CIDToGIDMap: parts.glyphs,
      W: [1, widths],
    });
  }

  #descriptor(baseFont: string, parts: FontParts): PDFObject {
    const { font } = this.#source;
    const scale = GLYPH_SPACE / font.unitsPerEm;
    const { minX, minY, maxX, maxY } = font.bbox;
    return this.#context.obj({
      Type: 'FontDescriptor',
      FontName: baseFont,
      Flags: SYMBOLIC,
      FontBBox: [minX, minY, maxX, maxY].map((value) => round(value * scale)),
      ItalicAngle: font.italicAngle,
      Ascent: round(font.ascent * scale),
      Descent: round(font.descent * scale),
      CapHeight: round((font.capHeight || font.ascent) * scale),
      StemV: STEM_V,
      FontFile2: parts.file,
    });
  }
}

interface FontParts {
  readonly descendant: PDFRef;
  readonly descriptor: PDFRef;
  readonly file: PDFRef;
  readonly toUnicode: PDFRef;
  readonly glyphs: PDFRef;
}

/** Two bytes for each code: the glyph's number in the subset. */
function mapGlyphs(subset: Buffer, codePoints: readonly number[]): Uint8Array {
  const font = fontkit.create(subset);
  const map = new Uint8Array((codePoints.length + 1) * 2);
  codePoints.forEach((codePoint, index) => {
    const glyph = font.glyphForCodePoint(codePoint).id;
    map[(index + 1) * 2] = glyph >> 8;
    map[(index + 1) * 2 + 1] = glyph & 0xff;
  });
  return map;
}

function ascii(text: string): PDFHexString {
  return PDFHexString.of(Buffer.from(text, 'latin1').toString('hex'));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
