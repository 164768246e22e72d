import type { Color } from './colors.ts';
import type { Bounds } from './graphics-state.ts';
import { TEXT_LIMITS, tooMuchText } from './limits.ts';
import { type Glyph, isRightToLeft, makeGlyph } from './text-font.ts';

/** The direction of lines as displayed: u runs along them, v from line to line. */
export interface Frame {
  readonly dx: number;
  readonly dy: number;
}

/** What the words of a run have in common. */
export interface RunStyle {
  readonly color: Color;
  /** Not painted, or in a layer that is off. */
  readonly hidden: 'invisible' | 'layer' | undefined;
  readonly clip: Bounds;
}

/** Glyphs that one operator shows. */
export interface Run {
  readonly frame: Frame;
  readonly style: RunStyle;
  readonly size: number;
  /** An em has this width along the line, in displayed points. */
  readonly width: number;
  readonly baseline: number;
  readonly top: number;
  readonly bottom: number;
}

/** A word before its text is put in order. Lengths are points in the coordinates of its frame. */
export interface RawWord {
  readonly run: Run;
  /** Its glyphs are columns of the builder from here. */
  readonly from: number;
  to: number;
  start: number;
  end: number;
  /** White space stands before it, as a character or a gap. */
  readonly isApart: boolean;
  isRightToLeft: boolean;
  /** Areas that were painted before it. */
  readonly painted: number;
  /** /ActualText stands for its glyphs. */
  readonly isReplaced: boolean;
  /** A replacement stands for so many glyphs, without spaces. */
  shown: number;
}

/** The longest ligatures, which are formulas of blessing, have 18 letters. What says more is treated as /ActualText. */
export const MAX_LETTERS_OF_GLYPH = 20;

/** Databases refuse some of these, and none of them parts words. */
const CONTROLS = /(?!\s)\p{Cc}/gu;

const GAP = makeGlyph(' ', 0, 0, false);
/** Gaps in units of the font size: wider ones part words, unless letters are spaced apart. */
const WORD_GAP = 0.14;
const OVERLAP = 0.5;
/** Wider spacing is that of columns. */
const MAX_SPACING = 0.6;
const BASELINE_SHIFT = 0.12;
const SIZE_CHANGE = 1.25;

/** Puts glyphs together to words, in the order of the content. */
export class WordBuilder {
  readonly words: RawWord[] = [];
  texts: string[] = [];
  starts = new Float64Array(4096);
  ends = new Float64Array(4096);
  #count = 0;
  #current: RawWord | undefined;
  #run: Run | undefined;
  #painted = 0;
  /** Where the last glyph ends, and where the pen is after the spacing of characters. */
  #end = 0;
  #pen = 0;
  #isAfterSpace = true;
  #actual: string | undefined;
  #isActualShown = false;

  /** Glyphs that follow stand for this text (ISO 32000-1 14.9.4). */
  beginReplacement(text: string): void {
    this.#actual = text.replace(CONTROLS, '');
    this.#isActualShown = false;
    this.#close();
  }

  endReplacement(): void {
    this.#actual = undefined;
    this.#close();
  }

  beginRun(run: Run, painted: number): void {
    this.#run = run;
    this.#painted = painted;
  }

  /** `pen` is where the next glyph is expected. */
  add(glyph: Glyph, start: number, end: number, pen: number): void {
    if (this.#actual !== undefined) {
      this.#addReplaced(glyph, start, end, pen);
      return;
    }
    if (glyph.text === ' ') {
      this.#close();
      this.#isAfterSpace = true;
      this.#end = this.#pen = pen;
      return;
    }
    if (glyph.text.length > MAX_LETTERS_OF_GLYPH) {
      this.beginReplacement(glyph.text);
      this.#addReplaced(glyph, start, end, pen);
      this.endReplacement();
    } else if (glyph.hasGaps) this.#addWords(glyph.text, start, end);
    else if (glyph.text !== '') this.#append(glyph.text, start, end, pen, glyph.isRightToLeft);
  }

  /** They share the length of the glyph. */
  #addWords(text: string, start: number, end: number): void {
    const unit = (end - start) / text.length;
    for (const [index, part] of text.split(/(\s+)/).entries()) {
      const from = this.#pen;
      if (index % 2 === 1) this.add(GAP, from, from, from + part.length * unit);
      else if (part !== '') {
        const first = index === 0 ? start : from;
        const last = first + part.length * unit;
        this.#append(part, first, last, last, isRightToLeft(part));
      }
    }
  }

  #addReplaced(glyph: Glyph, start: number, end: number, pen: number): void {
    const text = this.#isActualShown ? '' : (this.#actual ?? '');
    this.#isActualShown = true;
    this.#append(text, start, end, pen, false);
    if (this.#current !== undefined && glyph.text !== ' ') this.#current.shown += 1;
  }

  #append(text: string, start: number, end: number, pen: number, isRightToLeft: boolean): void {
    const run = this.#run as Run;
    const from = this.#store(text, start, end);
    const current = this.#current;
    if (current !== undefined && this.#continues(current, run, start, end, isRightToLeft)) {
      current.to = from + 1;
      if (start < current.start) current.start = start;
      if (end > current.end) current.end = end;
      if (isRightToLeft) current.isRightToLeft = true;
    } else this.#open(run, from, start, end, isRightToLeft);
    this.#end = end;
    this.#pen = pen;
  }

  #continues(word: RawWord, run: Run, start: number, end: number, isRightToLeft: boolean): boolean {
    if (word.run !== run && !isSameLine(word.run, run)) return false;
    if (word.isReplaced) return true;
    if (this.#isNear(start, run.size)) return word.run.style === run.style;
    const isBefore = Math.abs(word.start - end) < WORD_GAP * run.size;
    return isBefore && (isRightToLeft || word.isRightToLeft) && word.run.style === run.style;
  }

  #isNear(start: number, size: number): boolean {
    const isClose = (gap: number) => gap < WORD_GAP * size && gap > -OVERLAP * size;
    return (
      isClose(start - this.#end) || (this.#pen - this.#end < MAX_SPACING * size && isClose(start - this.#pen))
    );
  }

  #open(run: Run, from: number, start: number, end: number, isRightToLeft: boolean): void {
    const last = this.#current;
    // Where only the color changes, a word goes on in two pieces.
    const isJoined =
      last !== undefined && !this.#isAfterSpace && isOneLine(last.run, run) && this.#isNear(start, run.size);
    const word: RawWord = {
      run,
      from,
      to: from + 1,
      start,
      end,
      isApart: !isJoined,
      isRightToLeft,
      painted: this.#painted,
      isReplaced: this.#actual !== undefined,
      shown: 0,
    };
    this.words.push(word);
    this.#current = word;
    this.#isAfterSpace = false;
  }

  #close(): void {
    this.#current = undefined;
  }

  #store(text: string, start: number, end: number): number {
    const index = this.#count;
    if (index >= TEXT_LIMITS.glyphs) throw tooMuchText('glyphs');
    if (index >= this.starts.length) {
      this.starts = grow(this.starts);
      this.ends = grow(this.ends);
    }
    this.texts.push(text);
    this.starts[index] = start;
    this.ends[index] = end;
    this.#count = index + 1;
    return index;
  }
}

function isSameLine(one: Run, other: Run): boolean {
  if (one.frame !== other.frame) return false;
  if (Math.abs(one.baseline - other.baseline) > BASELINE_SHIFT * other.size) return false;
  return one.size <= other.size * SIZE_CHANGE && other.size <= one.size * SIZE_CHANGE;
}

/** Returns true also for what is raised or lowered, or of another size. */
function isOneLine(one: Run, other: Run): boolean {
  return one.frame === other.frame && one.top < other.bottom && other.top < one.bottom;
}

function grow(column: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(column.length * 4);
  grown.set(column);
  return grown;
}
