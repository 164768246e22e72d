import {
  addWatermark,
  type DrawReport,
  numberPages as drawNumbers,
  drawOnPages,
  type PdfFile,
  parsePageRanges,
  type Watermark,
} from '@countersign/pdf';
import type { PageEditReport } from '../reports.ts';
import type { DrawArgs, NumberPagesArgs, WatermarkArgs, WriteArgs } from '../requests.ts';
import { endUntrueClaim } from './conformance.ts';
import { saveEdited } from './save-edited.ts';

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

function saveDrawing(args: WriteArgs, draw: (file: PdfFile) => Promise<DrawReport>): Promise<PageEditReport> {
  return saveEdited(args, async (file) => {
    const { warnings } = await draw(file);
    return [...warnings, ...endUntrueClaim(file)];
  });
}
