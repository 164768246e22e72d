import type { EmbeddedFont } from './embedded-font.ts';
import type { ShapedGlyph } from './harfbuzz/shape-run.ts';
import type { GlyphRun } from './layout/lay-out-line.ts';
import { nameGlyphs } from './name-glyphs.ts';
import { hex, utf16 } from './to-unicode.ts';

/**
 * Operators that show a run from where the pen is and leave the pen at its end (ISO 32000-1 9.4.3): one `Tj` for glyphs
 * that follow each other, `TJ` and `Ts` for those that shaping moved. Glyphs without a text of their own come last, as
 * extraction would take the way to them and back for blanks.
 */
export function showRun(run: GlyphRun, font: EmbeddedFont, size: number): string {
  const pen = new GlyphPen(font, size);
  const postponed: ShapedGlyph[] = [];
  for (const cluster of run.clusters) {
    const { isTold, silent } = nameGlyphs(cluster, run.isRightToLeft, font);
    if (!isTold) pen.beginActualText(cluster.text);
    for (const glyph of cluster.glyphs) {
      if (isTold && silent.has(glyph)) postponed.push(pen.postpone(glyph));
      else pen.show(glyph);
    }
    if (!isTold) pen.endActualText();
  }
  showSilently(pen, postponed);
  return pen.finish();
}

/** Glyphs at places counted from the run's start, which stand for nothing. */
function showSilently(pen: GlyphPen, glyphs: readonly ShapedGlyph[]): void {
  if (glyphs.length === 0) return;
  const end = pen.place;
  pen.beginActualText('');
  for (const glyph of glyphs) pen.show({ ...glyph, dx: glyph.dx - end });
  pen.endActualText();
}

/** Writes glyphs into as few operators as their places allow. */
class GlyphPen {
  readonly #font: EmbeddedFont;
  readonly #size: number;
  readonly #operators: string[];
  /** Strings and shifts of the array that is being filled. */
  #array: string[] = [];
  #codes = '';
  /** Thousandths of the size that the pen still has to move to the right. */
  #shift = 0;
  /** Font units above the baseline. */
  #rise = 0;
  #place = 0;

  constructor(font: EmbeddedFont, size: number) {
    this.#font = font;
    this.#size = size;
    this.#operators = [`/${font.name} ${decimal(size)} Tf`];
  }

  /** Where the pen is, in font units from the run's start. */
  get place(): number {
    return this.#place;
  }

  show({ glyph, advance, dx, dy }: ShapedGlyph): void {
    this.#font.use(glyph);
    this.#place += advance;
    this.#raise(dy);
    this.#shift += this.#scale(dx);
    this.#move();
    this.#codes += hex(glyph);
    this.#shift += this.#scale(advance - dx - this.#font.face.advanceOf(glyph));
  }

  /** Moves on as if the glyph had been shown; the answer is that glyph counted from the run's start. */
  postpone({ advance, dx, ...glyph }: ShapedGlyph): ShapedGlyph {
    const postponed = { ...glyph, advance: 0, dx: this.#place + dx };
    this.#place += advance;
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

  /** Shifts below a hundredth of a thousandth of the size are rounding errors. */
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

/** A number as operators spell it: no exponent, at most four decimals (a 7,000th of a millimetre). */
export function decimal(value: number): string {
  return String(Number(value.toFixed(4)));
}
