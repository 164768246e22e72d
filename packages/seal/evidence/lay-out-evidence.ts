import { A4, type MeasureText, type TextDirection, wrapText } from '@countersign/pdf';
import type { EvidenceReport, EvidenceRow, EvidenceSection } from './evidence-report.ts';

export interface LineStyle {
  /** Points. */
  readonly size: number;
  readonly color: readonly [red: number, green: number, blue: number];
}

/** A line of text on a page; points, origin at the page's top-left corner, `y` is the baseline, down. */
export interface EvidenceLine extends LineStyle {
  readonly text: string;
  readonly direction: TextDirection;
  readonly x: number;
  readonly y: number;
}

export interface EvidencePage {
  readonly lines: readonly EvidenceLine[];
  /** Heights of thin lines across the page. */
  readonly rules: readonly number[];
}

/** About 20 mm, as most letters have. */
export const MARGIN = 56;
export const TEXT_WIDTH = A4.width - 2 * MARGIN;
const BLACK = [0, 0, 0] as const;
const GREY = [0.35, 0.35, 0.35] as const;
export const FOOTER: LineStyle = { size: 7.5, color: GREY };

const TITLE: LineStyle = { size: 18, color: BLACK };
const HEADING: LineStyle = { size: 11, color: BLACK };
const VALUE: LineStyle = { size: 9, color: BLACK };
const LABEL: LineStyle = { size: 9, color: GREY };

const LABEL_WIDTH = 132;
const COLUMN_GAP = 10;
const LINE_HEIGHT = 1.35;
const ROW_GAP = 2.5;
const SECTION_GAP = 12;
const RULE_GAP = 4;
/** Points, a third of a page: what everybody has who signed, with some lines to spare. Longer sections break between rows. */
const MAX_WHOLE_SECTION = 240;
/** Below it is the foot of the page. */
const BOTTOM = A4.height - MARGIN - 20;

/** Something that stays in one piece where a page has room for it; `y` counts from its own top. */
interface Block {
  readonly lines: readonly EvidenceLine[];
  readonly rules: readonly number[];
  readonly height: number;
  /** Left out at the top of a page. */
  readonly gapBefore: number;
}

/** Divides a report into A4 pages: short sections and rows are kept whole, headings stay with what they head. `measure` is for a size of 1. */
export function layOutEvidence(report: EvidenceReport, measure: MeasureText): EvidencePage[] {
  const pages = new PageFiller();
  pages.add(textBlock(report.title, TITLE, measure, 0));
  pages.add(textBlock(report.introduction, VALUE, measure, RULE_GAP));
  for (const section of report.sections) {
    for (const block of layOutSection(section, measure)) pages.add(block);
  }
  return pages.pages;
}

/** A short section in one piece: facts at the top of a page, without the name they are about, tell nothing. */
function layOutSection({ heading, rows }: EvidenceSection, measure: MeasureText): Block[] {
  const blocks = rows.map((row) => rowBlock(row, measure));
  const [first, ...others] = blocks;
  const head = headingBlock(heading, measure);
  if (first === undefined) return [head];
  const whole = blocks.reduce(stack, head);
  return whole.height <= MAX_WHOLE_SECTION ? [whole] : [stack(head, first), ...others];
}

function headingBlock(heading: string, measure: MeasureText): Block {
  const text = textBlock(heading, HEADING, measure, SECTION_GAP);
  return { ...text, rules: [text.height + RULE_GAP / 2], height: text.height + RULE_GAP };
}

function textBlock(text: string, style: LineStyle, measure: MeasureText, gapBefore: number): Block {
  const lines = text === '' ? [] : wrap(text, style, { x: MARGIN, width: TEXT_WIDTH }, measure);
  return { lines, rules: [], height: lines.length * style.size * LINE_HEIGHT, gapBefore };
}

function rowBlock({ label, value }: EvidenceRow, measure: MeasureText): Block {
  const valueX = MARGIN + LABEL_WIDTH + COLUMN_GAP;
  const labels = wrap(label, LABEL, { x: MARGIN, width: LABEL_WIDTH }, measure);
  const values = wrap(value, VALUE, { x: valueX, width: A4.width - MARGIN - valueX }, measure);
  const height = Math.max(labels.length, values.length) * VALUE.size * LINE_HEIGHT;
  return { lines: [...labels, ...values], rules: [], height, gapBefore: ROW_GAP };
}

function wrap(
  text: string,
  style: LineStyle,
  column: { readonly x: number; readonly width: number },
  measure: MeasureText,
): EvidenceLine[] {
  const lines = wrapText(text, column.width / style.size, measure);
  const baseline = (index: number) => (index * LINE_HEIGHT + 1) * style.size;
  // The report's own language begins at the left, also where a value begins with a name in Arabic.
  const direction = 'ltr';
  return lines.map(({ text: line }, index) => ({
    ...style,
    text: line,
    direction,
    x: column.x,
    y: baseline(index),
  }));
}

function stack(above: Block, below: Block): Block {
  const offset = above.height + below.gapBefore;
  const lines = below.lines.map((line) => ({ ...line, y: line.y + offset }));
  return { ...above, lines: [...above.lines, ...lines], height: offset + below.height };
}

/** Fills pages from the top; `#y` is the height at which there is room. */
class PageFiller {
  readonly pages: { lines: EvidenceLine[]; rules: number[] }[] = [];
  #y = Number.POSITIVE_INFINITY;

  add(block: Block): void {
    const isRoomLeft = this.#y + block.gapBefore + block.height <= BOTTOM;
    if (!isRoomLeft) this.#turn();
    if (MARGIN + block.height > BOTTOM) this.#pour(block);
    else this.#place(block, isRoomLeft ? block.gapBefore : 0);
  }

  #place({ lines, rules, height }: Block, gap: number): void {
    const top = this.#y + gap;
    this.#page.lines.push(...lines.map((line) => ({ ...line, y: line.y + top })));
    this.#page.rules.push(...rules.map((y) => y + top));
    this.#y = top + height;
  }

  /** More than a page holds: line by line. */
  #pour({ lines, rules }: Block): void {
    this.#page.rules.push(...rules.map((y) => y + MARGIN));
    let top = 0;
    for (const line of lines.toSorted((a, b) => a.y - b.y)) {
      if (MARGIN + line.y - top > BOTTOM) {
        this.#turn();
        top = line.y - line.size;
      }
      this.#page.lines.push({ ...line, y: MARGIN + line.y - top });
      this.#y = MARGIN + line.y - top + line.size * (LINE_HEIGHT - 1);
    }
  }

  get #page() {
    return this.pages.at(-1) as PageFiller['pages'][number];
  }

  #turn(): void {
    this.pages.push({ lines: [], rules: [] });
    this.#y = MARGIN;
  }
}
