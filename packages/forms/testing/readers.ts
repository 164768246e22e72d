import { openPdf, type PdfFile } from '@countersign/pdf';
import { withMupdf } from '@countersign/pdf/testing';
import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** One widget as a reader that is not ours sees it. */
export interface SeenField {
  readonly name: string;
  readonly kind: string;
  readonly value: unknown;
  readonly page: number;
}

/** A file without a form, with as many pages of A4. */
export async function buildPlain(pages = 1): Promise<PdfFile> {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) document.addPage([595, 842]);
  return openPdf(await document.save({ useObjectStreams: false }));
}

/** Saves as an increment and opens the result. */
export function reopen(file: PdfFile): { readonly file: PdfFile; readonly bytes: Uint8Array } {
  const bytes = file.save().toBytes();
  return { file: openPdf(bytes), bytes };
}

export async function readByPdfjs(bytes: Uint8Array) {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  try {
    const document = await task.promise;
    const fields = await document.getFieldObjects();
    const annotations = [];
    for (let page = 1; page <= document.numPages; page += 1)
      annotations.push(...(await (await document.getPage(page)).getAnnotations()));
    return { names: [...(fields?.keys() ?? [])], annotations };
  } finally {
    await task.destroy();
  }
}

export function readByMupdf(bytes: Uint8Array): SeenField[] {
  return withMupdf(bytes, (document) =>
    Array.from({ length: document.countPages() }, (_, page) =>
      document
        .loadPage(page)
        .getWidgets()
        .map((widget) => ({
          name: widget.getName(),
          kind: widget.getFieldType(),
          value: widget.getValue(),
          page,
        })),
    ).flat(),
  );
}
