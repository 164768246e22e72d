import { degrees, PDFDocument, PDFName, PDFNumber } from 'pdf-lib';

export interface SamplePage {
  readonly width?: number;
  readonly height?: number;
  readonly rotate?: number;
  readonly userUnit?: number;
  /** The box is [x, y, width, height] in user space. */
  readonly cropBox?: readonly [number, number, number, number];
}

/** Creates one A4 page with a line of text by default. */
export async function createSamplePdf(
  pages: readonly SamplePage[] = [{}],
  useObjectStreams = false,
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const spec of pages) addPage(document, spec);
  return document.save({ useObjectStreams });
}

function addPage(document: PDFDocument, spec: SamplePage): void {
  const page = document.addPage([spec.width ?? 595.28, spec.height ?? 841.89]);
  page.drawText('A page of the sample', { x: 40, y: 40, size: 12 });
  page.setRotation(degrees(spec.rotate ?? 0));
  if (spec.userUnit !== undefined) page.node.set(PDFName.of('UserUnit'), PDFNumber.of(spec.userUnit));
  if (spec.cropBox) page.setCropBox(...spec.cropBox);
}
