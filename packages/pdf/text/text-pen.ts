import type { Matrix } from '../pages/page-box.ts';
import { isPaper } from './colors.ts';
import { type ContentTokens, NUMBER, STRING } from './content-tokens.ts';
import { type GraphicsState, MIN_ALPHA, multiply } from './graphics-state.ts';
import type { PaintedAreas } from './painted-areas.ts';
import type { Glyph, TextFont } from './text-font.ts';
import type { Frame, RunStyle, WordBuilder } from './word-builder.ts';

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const STROKED = [1, 5];
const BOTH = [2, 6];
const INVISIBLE = [3, 7];

export interface SuspendedText {
  readonly matrix: Matrix;
  readonly line: Matrix;
}

/** Moves through text objects (ISO 32000-1 9.4) and shows their strings. */
export class TextPen {
  readonly #words: WordBuilder;
  readonly #areas: PaintedAreas;
  readonly #frames = new Map<number, Frame>();
  #matrix: Matrix = IDENTITY;
  #line: Matrix = IDENTITY;
  #style: RunStyle | undefined;
  #lastStyle: RunStyle | undefined;

  constructor(words: WordBuilder, areas: PaintedAreas) {
    this.#words = words;
    this.#areas = areas;
  }

  /** Color, mode, transparency, clip or layer may be another. */
  changed(): void {
    this.#style = undefined;
  }

  begin(): void {
    this.#matrix = this.#line = IDENTITY;
  }

  suspend(): SuspendedText {
    return { matrix: this.#matrix, line: this.#line };
  }

  resume({ matrix, line }: SuspendedText): void {
    this.#matrix = matrix;
    this.#line = line;
  }

  move(x: number, y: number): void {
    const [a, b, c, d, e, f] = this.#line;
    this.#matrix = this.#line = [a, b, c, d, a * x + c * y + e, b * x + d * y + f];
  }

  setMatrix(tokens: ContentTokens): void {
    if (tokens.count < 6) return;
    const { numbers } = tokens;
    this.#matrix = this.#line = [
      numbers[0] as number,
      numbers[1] as number,
      numbers[2] as number,
      numbers[3] as number,
      numbers[4] as number,
      numbers[5] as number,
    ];
  }

  /** Shows the strings among the operands; numbers between them move the pen (TJ). */
  show(state: GraphicsState, tokens: ContentTokens, from: number, isHidden: boolean): void {
    const { font } = state;
    if (font === undefined || tokens.count <= from) return;
    const matrix = multiply(this.#matrix, state.ctm);
    const [a, b, c, d] = matrix;
    // Unit vectors of text space as displayed: along the line and across it.
    const [alongX, alongY] = font.isVertical ? [-c, -d] : [a, b];
    const [acrossX, acrossY] = font.isVertical ? [a, b] : [c, d];
    const scale = font.isVertical ? 1 : state.horizontalScale;
    const sign = state.fontSize * scale < 0 && !font.isVertical ? -1 : 1;
    const length = Math.hypot(alongX, alongY);
    if (!Number.isFinite(matrix[4] + matrix[5]) || !(length > 0 && length < 1e9)) return;
    const frame = this.#frameOf((alongX / length) * sign, (alongY / length) * sign);
    const { dx, dy } = frame;
    const x = matrix[4] + state.rise * c;
    const y = matrix[5] + state.rise * d;
    const across = -acrossX * dy + acrossY * dx;
    const baseline = -x * dy + y * dx;
    const height = state.fontSize * across * font.sizeFactor;
    const style = this.#styleOf(state, isHidden);
    const edges = font.isVertical ? [height / 2, -height / 2] : [font.ascent * height, font.descent * height];
    const [one = 0, other = 0] = edges;
    this.#words.beginRun(
      {
        frame,
        style,
        size: Math.abs(height),
        width: Math.abs(length * state.fontSize * scale * font.sizeFactor),
        baseline,
        top: baseline + Math.min(one, other),
        bottom: baseline + Math.max(one, other),
      },
      this.#areas.count,
    );
    const moved = this.#showStrings(state, font, tokens, from, x * dx + y * dy, length * scale * sign);
    this.#advance(font.isVertical, moved * scale);
  }

  /** Returns how far the pen moved, before horizontal scaling. `unit` is the displayed length of 1. */
  #showStrings(
    state: GraphicsState,
    font: TextFont,
    tokens: ContentTokens,
    from: number,
    start: number,
    unit: number,
  ): number {
    const { fontSize, characterSpacing, wordSpacing } = state;
    const { text, kinds, numbers, ends, count } = tokens;
    const direction = font.isVertical ? -1 : 1;
    let moved = 0;
    for (let index = from; index < count; index += 1) {
      const kind = kinds[index];
      if (kind === NUMBER) moved -= ((numbers[index] as number) / 1000) * fontSize * direction;
      if (kind !== STRING) continue;
      const end = ends[index] as number;
      for (let at = numbers[index] as number; at < end; ) {
        let glyph: Glyph;
        if (font.isSimple) {
          glyph = font.glyphOf(text[at] as number, 1);
          at += 1;
        } else {
          const length = font.lengthAt(text, at, end);
          let code = 0;
          for (let byte = 0; byte < length; byte += 1) code = code * 256 + (text[at + byte] as number);
          glyph = font.glyphOf(code, length);
          at += length;
        }
        const width = glyph.advance * fontSize;
        const spacing = glyph.isSpace ? characterSpacing + wordSpacing : characterSpacing;
        const first = start + moved * unit;
        this.#words.add(glyph, first, first + width * unit, first + (width + spacing) * unit);
        moved += width + spacing;
      }
    }
    return moved;
  }

  #advance(isVertical: boolean, moved: number): void {
    const [a, b, c, d, e, f] = this.#matrix;
    this.#matrix = isVertical
      ? [a, b, c, d, e - moved * c, f - moved * d]
      : [a, b, c, d, e + moved * a, f + moved * b];
  }

  /** Frames are the same object where they differ by less than a thousandth of a turn. */
  #frameOf(dx: number, dy: number): Frame {
    const key = Math.round(dx * 1000) * 4096 + Math.round(dy * 1000);
    const known = this.#frames.get(key);
    if (known !== undefined) return known;
    const frame = { dx: straighten(dx), dy: straighten(dy) };
    this.#frames.set(key, frame);
    return frame;
  }

  #styleOf(state: GraphicsState, isHidden: boolean): RunStyle {
    if (this.#style !== undefined) return this.#style;
    const mode = state.renderMode & 7;
    const isStroked = STROKED.includes(mode) || (BOTH.includes(mode) && showsOutline(state));
    const alpha = isStroked ? state.strokeAlpha : state.fillAlpha;
    const isUnpainted = INVISIBLE.includes(mode) || alpha < MIN_ALPHA;
    const color = isStroked ? state.stroke : state.fill;
    const hidden = isHidden ? 'layer' : isUnpainted ? 'invisible' : undefined;
    const last = this.#lastStyle;
    const isSame = last?.color === color && last.hidden === hidden && last.clip === state.clip;
    this.#style = isSame ? last : { color, hidden, clip: state.clip };
    this.#lastStyle = this.#style;
    return this.#style;
  }
}

/** Letters that are filled and stroked may be seen by their outline alone. */
function showsOutline({ strokeAlpha, fillAlpha, fill }: GraphicsState): boolean {
  return strokeAlpha >= MIN_ALPHA && (fillAlpha < MIN_ALPHA || (fill >= 0 && isPaper(fill)));
}

function straighten(value: number): number {
  if (Math.abs(value) < 1e-4) return 0;
  return Math.abs(value) > 1 - 1e-7 ? Math.sign(value) : value;
}
