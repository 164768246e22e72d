import { type MeasureText, wrapText } from '@countersign/pdf';
import { MARGIN } from '../placement/check-boxes.ts';
import {
  type Block,
  type EvidenceLine,
  type EvidencePage,
  type EvidencePart,
  type EvidencePicture,
  LINE_HEIGHT,
  type LineStyle,
  PADDING,
  PageFiller,
  SECTION_GAP,
  shift,
  TEXT_WIDTH,
} from './page-filler.ts';
import type { EvidencePerson, EvidenceReport, EvidenceRow, EvidenceSection } from './report.ts';

const INK = [0.08, 0.1, 0.15] as const;
const SOFT = [0.31, 0.36, 0.42] as const;
const BRAND = [0.08, 0.19, 0.31] as const;

export const FOOTER: LineStyle = { size: 8, color: SOFT };
const SERVICE: LineStyle = { size: 9, color: BRAND, isBold: true };
const TITLE: LineStyle = { size: 19, color: INK, isBold: true };
const HEADING: LineStyle = { size: 11, color: BRAND, isBold: true };
const NAME: LineStyle = { size: 12, color: INK, isBold: true };
const VALUE: LineStyle = { size: 9, color: INK };
const STRONG: LineStyle = { size: 10, color: INK, isBold: true };
const LABEL: LineStyle = { size: 8.5, color: SOFT };
const HASH: LineStyle = { size: 8, color: INK };
/** The groups of a SHA-256 have gaps between them, and no characters. */
export const HASH_GROUP = 8;
export const HASH_GAP = 3;

const LABEL_WIDTH = 128;
const COLUMN_GAP = 10;
const ROW_GAP = 2.5;
const RULE_GAP = 4;
const QR = { width: 58, height: 58, gap: 16 } as const;
const SIGNATURE = { width: 118, height: 42 } as const;
const INITIALS = { width: 50, height: 32 } as const;
/** A third of a page: longer sections break between rows. */
const MAX_WHOLE_SECTION = 240;
/** A third of a page and the head: a person usually takes less. */
const MAX_WHOLE_PERSON = 300;

interface Column {
  readonly x: number;
  readonly width: number;
}

const PAGE_COLUMN: Column = { x: MARGIN, width: TEXT_WIDTH };
const CARD_COLUMN: Column = { x: MARGIN + PADDING, width: TEXT_WIDTH - 2 * PADDING };

/** Keeps short sections, rows and headings together. `measure` is for size 1. */
export function layOutEvidence(report: EvidenceReport, measure: MeasureText): EvidencePage[] {
  const pages = new PageFiller();
  pages.add(headBlock(report, measure));
  if (report.summary !== undefined && report.summary.length > 0)
    pages.add(summaryBlock(report.summary, measure));
  for (const section of report.sections) {
    if (section.person !== undefined) {
      addPerson(pages, section, section.person, measure);
      continue;
    }
    for (const block of layOutSection(section, measure)) pages.add(block);
  }
  return pages.pages;
}

/** The QR code is at the right edge, beside all of the text. */
function headBlock(report: EvidenceReport, measure: MeasureText): Block {
  const { service = '', title, introduction } = report;
  const check = report.check?.modules.length === 0 ? undefined : report.check;
  const width = check === undefined ? TEXT_WIDTH : TEXT_WIDTH - QR.width - QR.gap;
  const column = { x: MARGIN, width };
  const texts = [
    textBlock('P', service, SERVICE, column, measure),
    textBlock('H1', title, TITLE, column, measure, RULE_GAP),
    textBlock('P', introduction, VALUE, column, measure, RULE_GAP),
  ].filter(({ height }) => height > 0);
  const text = texts.reduce(stack, EMPTY);
  if (check === undefined) return text;
  const x = MARGIN + width + QR.gap;
  const content = { modules: check.modules };
  const picture = { content, label: check.label, x, y: 0, width: QR.width, height: QR.height };
  const caption = textBlock('P', check.label, FOOTER, { x, width: QR.width }, measure);
  const code: Block = { ...EMPTY, parts: [{ role: 'Figure', lines: [], picture }], height: QR.height };
  const beside = stack(code, { ...caption, gapBefore: RULE_GAP });
  return { ...text, parts: [...text.parts, ...beside.parts], height: Math.max(text.height, beside.height) };
}

const EMPTY: Block = { parts: [], rules: [], height: 0, gapBefore: 0 };

function summaryBlock(summary: readonly EvidenceRow[], measure: MeasureText): Block {
  const room = TEXT_WIDTH - PADDING - summary.length * PADDING;
  const widths = shareWidth(summary, room, measure);
  const cells = summary.map(({ label, value }, index) => {
    const before = widths.slice(0, index).reduce((sum, width) => sum + width + PADDING, 0);
    const column = { x: MARGIN + PADDING + before, width: widths[index] ?? 0 };
    const cell = stack(
      textBlock('P', label, LABEL, column, measure),
      textBlock('P', value, STRONG, column, measure),
    );
    return { ...cell, parts: [{ role: 'P' as const, lines: cell.parts.flatMap(({ lines }) => lines) }] };
  });
  const height = Math.max(...cells.map((cell) => cell.height)) + 2 * PADDING - RULE_GAP;
  const parts = cells.flatMap((cell) => shift(cell, PADDING - RULE_GAP / 2).parts);
  const frame = { x: MARGIN, y: 0, width: TEXT_WIDTH, height, isTinted: true };
  return { parts, rules: [], frames: [frame], height, gapBefore: SECTION_GAP };
}

/** Each cell gets a share of the room as its text needs it, and at least half of an equal share. */
function shareWidth(summary: readonly EvidenceRow[], room: number, measure: MeasureText): readonly number[] {
  const least = room / summary.length / 2;
  const needed = summary.map(({ label, value }) => Math.max(measure(label), measure(value), 0.1));
  const all = needed.reduce((sum, width) => sum + width, 0);
  return needed.map((width) => least + ((room - summary.length * least) * width) / all);
}

function layOutSection({ heading, rows }: EvidenceSection, measure: MeasureText): Block[] {
  const blocks = rows.map((row) => rowBlock(row, PAGE_COLUMN, measure));
  const [first, ...others] = blocks;
  const text = textBlock('H2', heading, HEADING, PAGE_COLUMN, measure, SECTION_GAP);
  const rule = text.height + RULE_GAP / 2;
  const head = { ...text, rules: [rule], height: text.height + RULE_GAP };
  if (first === undefined) return [head];
  const whole = blocks.reduce(stack, head);
  return whole.height <= MAX_WHOLE_SECTION ? [whole] : [stack(head, first), ...others];
}

function addPerson(
  pages: PageFiller,
  section: EvidenceSection,
  person: EvidencePerson,
  measure: MeasureText,
): void {
  const head = personHead(section.heading, person, measure);
  const rows = section.rows.map((row) => rowBlock(row, CARD_COLUMN, measure));
  const whole = rows.reduce(stack, head).height;
  const needed = whole <= MAX_WHOLE_PERSON ? whole : (rows[0] ? stack(head, rows[0]) : head).height;
  pages.openFrame(needed);
  for (const block of [head, ...rows]) pages.add(block);
  pages.closeFrame();
}

/** The images of the ink are at the right edge. */
function personHead(
  heading: string,
  { contact, signature, initials, signatureLabel, initialsLabel }: EvidencePerson,
  measure: MeasureText,
): Block {
  const right = CARD_COLUMN.x + CARD_COLUMN.width;
  const pictures: EvidencePicture[] = [];
  let edge = right;
  for (const [content, label, size] of [
    [signature, signatureLabel, SIGNATURE],
    [initials, initialsLabel, INITIALS],
  ] as const) {
    if (content === undefined) continue;
    edge -= size.width;
    pictures.push({ content, label, x: edge, y: 0, ...size });
    edge -= COLUMN_GAP;
  }
  const column = { x: CARD_COLUMN.x, width: edge - CARD_COLUMN.x };
  const text = stack(
    textBlock('H2', heading, NAME, column, measure),
    textBlock('P', contact, LABEL, column, measure, 1),
  );
  const figures = pictures.map((picture) => ({ role: 'Figure' as const, lines: [], picture }));
  const height = Math.max(text.height, ...pictures.map((picture) => picture.height)) + RULE_GAP;
  return { parts: [...text.parts, ...figures], rules: [height], height, gapBefore: 0 };
}

function textBlock(
  role: EvidencePart['role'],
  text: string,
  style: LineStyle,
  column: Column,
  measure: MeasureText,
  gapBefore = 0,
): Block {
  const lines = text === '' ? [] : wrap(text, style, column, measure);
  const height = lines.length * style.size * LINE_HEIGHT;
  return { parts: lines.length === 0 ? [] : [{ role, lines }], rules: [], height, gapBefore };
}

function rowBlock({ label, value }: EvidenceRow, { x, width }: Column, measure: MeasureText): Block {
  const valueX = x + LABEL_WIDTH + COLUMN_GAP;
  const column = { x: valueX, width: width - LABEL_WIDTH - COLUMN_GAP };
  const labels = wrap(label, LABEL, { x, width: LABEL_WIDTH }, measure);
  const values = isSha256(value) ? hashLines(value, column, measure) : wrap(value, VALUE, column, measure);
  // The baselines of a row are those of its values, which are larger.
  const lines = labels.map((line, index) => ({ ...line, y: (index * LINE_HEIGHT + 1) * VALUE.size }));
  const height = Math.max(labels.length, values.length) * VALUE.size * LINE_HEIGHT;
  return { parts: [{ role: 'P', lines: [...lines, ...values] }], rules: [], height, gapBefore: ROW_GAP };
}

function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** One line if it fits, and two halves otherwise. */
function hashLines(text: string, { x, width }: Column, measure: MeasureText): EvidenceLine[] {
  const gaps = (text.length / HASH_GROUP - 1) * HASH_GAP;
  const isWide = measure(text) * HASH.size + gaps > width;
  const half = text.length / 2;
  const lines = isWide ? [text.slice(0, half), text.slice(half)] : [text];
  return lines.map((line, index) => ({
    ...{ ...HASH, text: line, isHash: true, x },
    y: (index * LINE_HEIGHT + 1) * VALUE.size,
  }));
}

function wrap(text: string, style: LineStyle, column: Column, measure: MeasureText): EvidenceLine[] {
  const lines = wrapText(text, column.width / style.size, measure);
  const baseline = (index: number) => (index * LINE_HEIGHT + 1) * style.size;
  return lines.map(({ text: line }, index) => ({ ...style, text: line, x: column.x, y: baseline(index) }));
}

function stack(above: Block, below: Block): Block {
  const offset = above.height === 0 ? 0 : above.height + below.gapBefore;
  const { parts, rules } = shift(below, offset);
  return {
    ...above,
    parts: [...above.parts, ...parts],
    rules: [...above.rules, ...rules],
    height: offset + below.height,
  };
}
