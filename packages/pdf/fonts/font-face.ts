import type { ShapedGlyph, ShapingRun } from './harfbuzz/shape-run.ts';
import { ShapedFont } from './harfbuzz/shaped-font.ts';
import { type GlyphLookup, readCmap } from './truetype/cmap.ts';
import { type FontHeader, readFontHeader } from './truetype/font-header.ts';
import { countGlyphs, readAdvances } from './truetype/glyph-advances.ts';
import { type FontTables, readTables } from './truetype/sfnt.ts';
import { subsetFont } from './truetype/subset-font.ts';

/** Shared by documents. HarfBuzz is loaded only for characters that need shaping. */
export class FontFace {
  readonly header: FontHeader;
  readonly advanceOf: (glyph: number) => number;
  readonly #bytes: Uint8Array;
  readonly #tables: FontTables;
  readonly #glyphs: number;
  readonly #lookup: GlyphLookup;
  #shaped: ShapedFont | undefined;

  /** Throws `font_not_usable`. The bytes must not change afterwards. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#tables = readTables(bytes);
    this.header = readFontHeader(this.#tables);
    this.advanceOf = readAdvances(this.#tables);
    this.#glyphs = countGlyphs(this.#tables);
    this.#lookup = readCmap(this.#tables) ?? ((codePoint) => this.#shaper.glyphOf(codePoint));
  }

  glyphOf(codePoint: number): number {
    const glyph = this.#lookup(codePoint);
    return glyph < this.#glyphs ? glyph : 0;
  }

  shape(text: string, run: ShapingRun): ShapedGlyph[] {
    return this.#shaper.shape(text, run);
  }

  /** Glyphs keep their numbers. Throws `font_not_usable`. */
  subset(glyphs: Iterable<number>): Buffer {
    return subsetFont(this.#tables, glyphs);
  }

  get #shaper(): ShapedFont {
    this.#shaped ??= new ShapedFont(this.#bytes);
    return this.#shaped;
  }
}
