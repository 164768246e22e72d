/** Checks a written file with pdf.js: only correct output counts. */
import { readFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

type PdfjsDocument = Awaited<ReturnType<typeof getDocument>['promise']>;

interface FieldWidget {
  readonly type?: string;
  readonly value?: unknown;
  readonly editable?: boolean;
}

/** Returns the pages and which of `texts` are on the first or last one. */
export function readPagesBack(path: string, texts: readonly string[]): Promise<string> {
  return withDocument(path, async (document) => {
    const pages = [await textOfPage(document, 1), await textOfPage(document, document.numPages)];
    const found = texts.filter((text) => pages.some((page) => page.includes(text)));
    return `${document.numPages} pages with ${found.join(', ')}`;
  });
}

/** Returns pages and fields, and how many text fields have a value or are read-only. */
export function readFormBack(path: string): Promise<string> {
  return withDocument(path, async (document) => {
    const objects: unknown = await document.getFieldObjects();
    const fields = objects instanceof Map ? [...objects.values()] : Object.values(objects ?? {});
    const widgets = fields.map((field): FieldWidget => field[0]);
    const texts = widgets.filter(({ type }) => type === 'text');
    const signatures = widgets.filter(({ type }) => type === 'signature').length;
    const filled = texts.filter(({ value }) => typeof value === 'string' && value !== '').length;
    const readonly = texts.filter(({ editable }) => editable === false).length;
    return `${document.numPages} pages, ${widgets.length - signatures} fields, ${filled} filled, ${readonly} read-only, ${signatures} signatures`;
  });
}

async function withDocument<T>(path: string, use: (document: PdfjsDocument) => Promise<T>): Promise<T> {
  const task = getDocument({ data: new Uint8Array(readFileSync(path)), verbosity: 0 });
  try {
    return await use(await task.promise);
  } finally {
    await task.destroy();
  }
}

async function textOfPage(document: PdfjsDocument, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join('');
}
