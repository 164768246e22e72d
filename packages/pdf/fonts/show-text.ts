import type { EmbeddedFont } from './embedded-font.ts';
import type { ShapedGlyph } from './harfbuzz/shape-run.ts';
import type { GlyphRun } from './layout/lay-out-line.ts';
import { nameGlyphs } from './name-glyphs.ts';
import { hex, utf16 } from './to-unicode.ts';

/**
 * ISO 32000-1 9.4.3. Glyphs without text come last, since extraction would read the moves to them as blanks.
 */
export function showRun(run: GlyphRun, font: EmbeddedFont, size: number): string {
  const pen = new GlyphPen(font, size);
  const postponed: ShapedGlyph[] = [];
  for (const cluster of run.clusters) {
    const { isFullyNamed, silent } = nameGlyphs(cluster, run.isRightToLeft, font);
    if (!isFullyNamed) pen.beginActualText(cluster.text);
    for (const glyph of cluster.glyphs) {
      if (isFullyNamed && silent.has(glyph)) postponed.push(pen.postpone(glyph));
      else pen.show(glyph);
    }
    if (!isFullyNamed) pen.endActualText();
  }
  showSilently(pen, postponed);
  return pen.finish();
}

function showSilently(pen: GlyphPen, glyphs: readonly ShapedGlyph[]): void {
  if (glyphs.length === 0) return;
  const end = pen.position;
  pen.beginActualText('');
  for (const glyph of glyphs) pen.show({ ...glyph, dx: glyph.dx - end });
  pen.endActualText();
}

class GlyphPen {
  readonly #font: EmbeddedFont;
  readonly #size: number;
  readonly #operators: string[];
  #array: string[] = [];
  #codes = '';
  /** To the right, in thousandths of the size. */
  #shift = 0;
  #rise = 0;
  #position = 0;

  constructor(font: EmbeddedFont, size: number) {
    this.#font = font;
    this.#size = size;
    this.#operators = [`/${font.name} ${decimal(size)} Tf`];
  }

  get position(): number {
    return this.#position;
  }

  show({ glyph, advance, dx, dy }: ShapedGlyph): void {
    this.#font.use(glyph);
    this.#position += advance;
    this.#raise(dy);
    this.#shift += this.#scale(dx);
    this.#move();
    this.#codes += hex(glyph);
    this.#shift += this.#scale(advance - dx - this.#font.face.advanceOf(glyph));
  }

  /** The returned glyph is relative to the run's start. */
  postpone({ advance, dx, ...glyph }: ShapedGlyph): ShapedGlyph {
    const postponed = { ...glyph, advance: 0, dx: this.#position + dx };
    this.#position += advance;
    this.#shift += this.#scale(advance);
    return postponed;
  }

  /** ISO 32000-1 14.9.4. */
  beginActualText(text: string): void {
    this.#write();
    this.#operators.push(`/Span <</ActualText <feff${utf16(text)}>>> BDC`);
  }

  endActualText(): void {
    this.#write();
    this.#operators.push('EMC');
  }

  finish(): string {
    this.#move();
    this.#raise(0);
    this.#write();
    return this.#operators.join(' ');
  }

  #raise(units: number): void {
    if (units === this.#rise) return;
    this.#write();
    this.#rise = units;
    this.#operators.push(`${decimal((units * this.#size) / this.#font.face.header.unitsPerEm)} Ts`);
  }

  /** Rounding errors are ignored. */
  #move(): void {
    const shift = Number((-this.#shift).toFixed(2));
    if (shift === 0) return;
    this.#endString();
    this.#array.push(String(shift));
    this.#shift = 0;
  }

  #endString(): void {
    if (this.#codes !== '') this.#array.push(`<${this.#codes}>`);
    this.#codes = '';
  }

  #write(): void {
    this.#endString();
    const [only = ''] = this.#array;
    if (this.#array.length === 1 && only.startsWith('<')) this.#operators.push(`${only} Tj`);
    else if (this.#array.length > 0) this.#operators.push(`[${this.#array.join(' ')}] TJ`);
    this.#array = [];
  }

  #scale(units: number): number {
    return (units * 1000) / this.#font.face.header.unitsPerEm;
  }
}

/** No exponent, at most four decimals. */
export function decimal(value: number): string {
  return String(Number(value.toFixed(4)));
}
