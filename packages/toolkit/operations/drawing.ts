import {
  addWatermark,
  type DrawReport,
  numberPages as drawNumbers,
  drawOnPages,
  type PdfFile,
  parsePageRanges,
  type Watermark,
} from '@countersign/pdf';
import type { PageEditReport, PageEditWarning } from '../reports.ts';
import type { DrawArgs, NumberPagesArgs, WatermarkArgs, WriteArgs } from '../requests.ts';
import { endUntrueClaim } from './conformance.ts';
import { withPdf } from './reading.ts';

const CLAIM_ENDS: PageEditWarning = {
  code: 'conformance_claim_ends',
  message: 'The file claimed to be PDF/A, and what was drawn may not conform. The result claims nothing.',
};

export function draw({ items, under, ...args }: DrawArgs): Promise<PageEditReport> {
  return saveDrawing(args, (file) => drawOnPages(file, items, { under }));
}

export function numberPages({ input, output, ranges, ...look }: NumberPagesArgs): Promise<PageEditReport> {
  return saveDrawing({ input, output }, (file) =>
    drawNumbers(file, { ...look, pages: pagesOf(file, ranges) }),
  );
}

export function watermark({ input, output, ranges, ...look }: WatermarkArgs): Promise<PageEditReport> {
  return saveDrawing({ input, output }, (file) =>
    addWatermark(file, { ...look, pages: pagesOf(file, ranges) } as Watermark),
  );
}

function pagesOf(file: PdfFile, ranges: string | undefined): readonly number[] | undefined {
  return ranges === undefined ? undefined : parsePageRanges(ranges, file.pageCount);
}

function saveDrawing(
  { input, output }: WriteArgs,
  draw: (file: PdfFile) => Promise<DrawReport>,
): Promise<PageEditReport> {
  return withPdf(input, async (file) => {
    const report = await draw(file);
    const warnings = [...report.warnings, ...(endUntrueClaim(file) ? [CLAIM_ENDS] : [])];
    const bytes = file.save();
    bytes.writeTo(output);
    return { pages: file.pageCount, size: bytes.size, warnings };
  });
}
