import { needsAppearances } from '@countersign/forms';
import { openPdf, type PdfFile, type PdfPage, readRect, toDisplayedRect } from '@countersign/pdf';
import { BOX_SIZES, MAX_SCALE, MIN_SCALE } from '@countersign/seal';
import type { BoxRequest } from '@countersign/toolkit';
import { type PDFDict, PDFName } from 'pdf-lib';
import { findSignatureWidgets, isActive, isWidget } from './annotation-kinds.ts';
import { areaOf, type PageArea } from './page-area.ts';

export interface PlannedBox {
  readonly request: BoxRequest & { readonly page: number };
  readonly area: PageArea;
}

export interface SourceFile {
  readonly path: string;
  readonly pageCount: number;
  /** Page indexes to compare: the first two and the last. */
  readonly pages: readonly number[];
  /** A signature on the first page and an ID scan on the last; left out if it does not fit at any scale. */
  readonly boxes: readonly PlannedBox[];
  readonly stripped: ReadonlyMap<number, readonly PageArea[]>;
  /**
   * By page: areas that merging changes: signatures, and after a form without /NeedAppearances the fields that
   * readers drew themselves.
   */
  readonly merged: ReadonlyMap<number, readonly PageArea[]>;
}

/** Throws the error of a refused file. */
export function readSourceFile(path: string): SourceFile {
  const file = openPdf(path);
  try {
    const pages = [...new Set([0, 1, file.pageCount - 1])].filter((page) => page < file.pageCount);
    const areSettled = needsAppearances(file);
    const areas = (looksOtherwise: (annotation: PDFDict) => boolean) =>
      new Map(pages.map((page) => [page, listAreas(file, file.page(page), looksOtherwise)]));
    return {
      path,
      pageCount: file.pageCount,
      pages: pages.sort((a, b) => a - b),
      boxes: planBoxes(file),
      stripped: areas(isActive),
      merged: areas((annotation) => areSettled && isWidget(annotation)),
    };
  } finally {
    file.close();
  }
}

/** Returns the areas of signatures and of other changed annotations. */
function listAreas(
  file: PdfFile,
  page: PdfPage,
  looksOtherwise: (annotation: PDFDict) => boolean,
): PageArea[] {
  const signatures = findSignatureWidgets(file, page);
  return page.annotations().flatMap(({ dict }) => {
    const rect = readRect(dict.lookup(PDFName.of('Rect')));
    const isMeant = signatures.has(dict) || looksOtherwise(dict);
    return rect === undefined || !isMeant ? [] : [areaOf(page, toDisplayedRect(page.geometry, rect))];
  });
}

/** Position of the two boxes in shares of the page, with their maximum height. */
const PLANS = [
  { id: 'ada', type: 'signature', label: 'Ada Lovelace', left: 0.1, top: 0.1, isLast: false },
  { id: 'alan', type: 'id_scan', label: 'Alan Turing', left: 0.4, top: 0.55, isLast: true },
] as const;
const MAX_WIDTH = 0.45;
const MAX_HEIGHT = 0.35;

function planBoxes(file: PdfFile): PlannedBox[] {
  return PLANS.flatMap(({ isLast, left, top, ...named }) => {
    const index = isLast ? file.pageCount - 1 : 0;
    const page = file.page(index);
    const { displayedWidth: width, displayedHeight: height } = page.geometry;
    const size = BOX_SIZES[named.type];
    const wanted = Math.min((width * MAX_WIDTH) / size.width, (height * MAX_HEIGHT) / size.height);
    const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, wanted));
    const box = { width: size.width * scale, height: size.height * scale };
    if (box.width > width || box.height > height) return [];
    const [x, y] = [Math.min(left * width, width - box.width), Math.min(top * height, height - box.height)];
    const request = { ...named, placement: 'existing', page: index, x, y, scale } as const;
    return [{ request, area: areaOf(page, { x, y, ...box }) }];
  });
}
