import { openPdf } from '../open-pdf.ts';
import type { PageText } from '../text/page-text.ts';
import { readText } from '../text/read-text.ts';
import { buildPdf, type ObjectBodies } from './build-pdf.ts';

export interface TextPageParts {
  /** Entries of the page besides its content and resources. */
  readonly page?: string;
  /** Fonts besides /F1 (Helvetica), and other resources. */
  readonly fonts?: string;
  readonly resources?: string;
  readonly catalog?: string;
  /** Objects from number 10. */
  readonly objects?: ObjectBodies;
}

/** A file of one page of 300 by 400 points with this content. */
export function buildTextPage(content: string, parts: TextPageParts = {}): Uint8Array {
  const { page = '', fonts = '', resources = '', catalog = '', objects = {} } = parts;
  return buildPdf({
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: '<< /Type /Pages /Count 1 /MediaBox [0 0 300 400] /Kids [3 0 R] >>',
    3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${page}
      /Resources << /Font << /F1 5 0 R ${fonts} >> ${resources} >> >>`,
    4: streamOf(content),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...objects,
  });
}

export function streamOf(content: string, entries = ''): string {
  return `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;
}

/** The first page. */
export function readTextPage(bytes: Uint8Array): PageText {
  const file = openPdf(bytes);
  const [page] = [...readText(file, { pages: [0] })];
  file.close();
  if (page === undefined) throw new Error('a page was expected');
  return page;
}

export function passagesOf(content: string, parts?: TextPageParts): string[] {
  return readTextPage(buildTextPage(content, parts)).passages.map(({ text }) => text);
}
