import { A4, appendBlankPage, type PdfFile } from '@countersign/pdf';
import { decimal, PageDrawing } from '../drawing/page-drawing.ts';
import { MARGIN } from '../placement/new-page-layout.ts';
import { escapeReport } from './escape-report.ts';
import type { EvidenceReport } from './evidence-report.ts';
import {
  type EvidenceLine,
  type EvidencePage,
  FOOTER,
  layOutEvidence,
  TEXT_WIDTH,
} from './lay-out-evidence.ts';

const RULE_OPERATORS = '0.6 G 0.5 w';
const FOOT_HEIGHT = 36;

/** A4, with page numbers of their own. Returns the number of pages. */
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
