import {
  A4,
  appendBlankPage,
  type MeasureText,
  PageDrawing,
  type PdfFile,
  type TextDirection,
  type TextEmbedder,
  wrapText,
} from '@countersign/pdf';
import { decimal, escapeUndrawable } from './fit-text.ts';
import { MARGIN } from './placement/check-boxes.ts';

/** The text of the evidence pages, in the document's language. */
export interface EvidenceReport {
  readonly title: string;
  /** The introduction may be empty. */
  readonly introduction: string;
  readonly sections: readonly EvidenceSection[];
  readonly footer: string;
}

export interface EvidenceSection {
  readonly heading: string;
  readonly rows: readonly EvidenceRow[];
}

/** Line breaks in the value start a new line. */
export interface EvidenceRow {
  readonly label: string;
  readonly value: string;
}

/** Characters that no font has, as `[U+1F58B]`. */
function escapeReport(report: EvidenceReport, embedder: TextEmbedder): EvidenceReport {
  const escapeText = (text: string) => escapeUndrawable(text, embedder);
  return {
    title: escapeText(report.title),
    introduction: escapeText(report.introduction),
    footer: escapeText(report.footer),
    sections: report.sections.map(({ heading, rows }) => ({
      heading: escapeText(heading),
      rows: rows.map(({ label, value }) => ({ label: escapeText(label), value: escapeText(value) })),
    })),
  };
}

interface LineStyle {
  readonly size: number;
  readonly color: readonly [red: number, green: number, blue: number];
}

/** Points from the page's top-left corner; `y` is the baseline, down. */
interface EvidenceLine extends LineStyle {
  readonly text: string;
  readonly direction: TextDirection;
  readonly x: number;
  readonly y: number;
}

export interface EvidencePage {
  readonly lines: readonly EvidenceLine[];
  readonly rules: readonly number[];
}

export const TEXT_WIDTH = A4.width - 2 * MARGIN;
const BLACK = [0, 0, 0] as const;
const GREY = [0.35, 0.35, 0.35] as const;
const FOOTER: LineStyle = { size: 7.5, color: GREY };

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
/** A third of a page: fits the usual facts of a signee. Longer sections break between rows. */
const MAX_WHOLE_SECTION = 240;
const BOTTOM = A4.height - MARGIN - 20;

/** Kept whole if a page has room; `y` counts from its top. */
interface Block {
  readonly lines: readonly EvidenceLine[];
  readonly rules: readonly number[];
  readonly height: number;
  readonly gapBefore: number;
}

/** Keeps short sections, rows and headings together. `measure` is for size 1. */
export function layOutEvidence(report: EvidenceReport, measure: MeasureText): EvidencePage[] {
  const pages = new PageFiller();
  pages.add(textBlock(report.title, TITLE, measure, 0));
  pages.add(textBlock(report.introduction, VALUE, measure, RULE_GAP));
  for (const section of report.sections) {
    for (const block of layOutSection(section, measure)) pages.add(block);
  }
  return pages.pages;
}

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
  // Even if a value starts with an Arabic name.
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

/** Fills a page from the top; `#y` is the next free height. */
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

const RULE_OPERATORS = '0.6 G 0.5 w';
const FOOT_HEIGHT = 36;

/** Appends A4 pages with page numbers of their own. Returns the number of pages. */
export async function appendEvidence(file: PdfFile, report: EvidenceReport): Promise<number> {
  const drawing = new PageDrawing(file);
  const drawable = escapeReport(report, drawing.text);
  const pages = layOutEvidence(drawable, (text) => drawing.text.measure(text, 1));
  for (const [index, page] of pages.entries()) {
    const added = appendBlankPage(file, A4);
    const foot = drawFoot(drawing, drawable.footer, `${index + 1}/${pages.length}`);
    drawing.add({ page: added.index, x: 0, y: 0, ...A4 }, drawPage(drawing, page) + foot);
  }
  await drawing.finish();
  return pages.length;
}

function drawPage(drawing: PageDrawing, { lines, rules }: EvidencePage): string {
  const ruled = rules.map((y) => drawRule(A4.height - y));
  return [...ruled, ...lines.map((line) => drawLine(drawing, line))].join('');
}

function drawRule(y: number): string {
  const [left, right, height] = [MARGIN, MARGIN + TEXT_WIDTH, y].map(decimal);
  return `${RULE_OPERATORS} ${left} ${height} m ${right} ${height} l S\n`;
}

function drawLine({ text: embedder }: PageDrawing, { text, y, ...placement }: EvidenceLine): string {
  return text === '' ? '' : embedder.drawText(text, { ...placement, y: A4.height - y });
}

function drawFoot({ text: embedder }: PageDrawing, text: string, number: string): string {
  const numberX = MARGIN + TEXT_WIDTH - embedder.measure(number, FOOTER.size);
  const place = { ...FOOTER, y: FOOT_HEIGHT };
  return (
    embedder.drawText(text, { x: MARGIN, ...place }) + embedder.drawText(number, { x: numberX, ...place })
  );
}
