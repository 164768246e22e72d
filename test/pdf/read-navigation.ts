import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Pages whose links and structure are read. */
const MAX_PAGES = 12;

/** Navigation and structure as pdf.js reads them. Pages are 0-based. */
export interface Navigation {
  readonly pages: number;
  readonly outline: readonly OutlineEntry[];
  /** Target pages of the links of each page; -1 if missing. */
  readonly links: readonly (readonly number[])[];
  /** Fields of each page: name, type, value, font, size and colour. Without signatures. */
  readonly fields: readonly (readonly unknown[])[];
  /** pdf.js then takes values from XFA. */
  readonly hasXfa: boolean;
  readonly labels: readonly string[];
  /** Layer names and visibility on screen and in print. */
  readonly layers: readonly (readonly [string | null, boolean, boolean])[];
  readonly attachments: readonly string[];
  /** Structure roles of each page as text. */
  readonly structures: readonly string[];
}

export interface OutlineEntry {
  readonly title: string;
  readonly page: number;
  readonly below: readonly OutlineEntry[];
}

type Items = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

/** Reads the pages from `from` on as if they were a document of their own. */
export async function readNavigation(bytes: Uint8Array, from = 0): Promise<Navigation> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  try {
    return await read(await task.promise, from);
  } finally {
    await task.destroy();
  }
}

async function read(document: PDFDocumentProxy, from: number): Promise<Navigation> {
  const targets = new Targets(document, from);
  const count = Math.min(document.numPages - from, MAX_PAGES);
  const pages = await Promise.all(
    Array.from({ length: count }, (_, index) => document.getPage(from + index + 1)),
  );
  const annotations = await Promise.all(pages.map((page) => page.getAnnotations()));
  const structures = await Promise.all(pages.map((page) => page.getStructTree().catch(() => null)));
  const labels = (await document.getPageLabels()) ?? [];
  return {
    pages: document.numPages - from,
    outline: await readOutline((await document.getOutline()) ?? [], targets),
    links: await Promise.all(
      annotations.map((list) =>
        Promise.all(list.flatMap(({ dest }) => (dest == null ? [] : targets.pageOf(dest)))),
      ),
    ),
    fields: annotations.map((list) => list.flatMap(fieldOf)),
    hasXfa: await findXfa(document),
    labels: Array.from(
      { length: document.numPages - from },
      (_, index) => labels[from + index] ?? `${index + 1}`,
    ),
    layers: await readLayers(document),
    attachments: [...((await document.getAttachments()) ?? new Map<string, object>()).keys()],
    structures: structures.map((tree) => (tree === null ? '' : rolesBelow(tree as Node))),
  };
}

type Annotation = Record<'fieldName' | 'fieldType' | 'fieldValue' | 'defaultAppearanceData', unknown>;

function fieldOf(annotation: Annotation): unknown[][] {
  const { fieldName, fieldType, fieldValue, defaultAppearanceData } = annotation;
  const isField = typeof fieldType === 'string' && fieldType !== 'Sig';
  return isField ? [[fieldName, fieldType, fieldValue, defaultAppearanceData]] : [];
}

async function findXfa(document: PDFDocumentProxy): Promise<boolean> {
  const { info } = await document.getMetadata();
  return (info as { readonly IsXFAPresent?: boolean }).IsXFAPresent === true;
}

interface Node {
  readonly role?: string;
  readonly children?: readonly Node[];
}

function rolesBelow({ children = [] }: Node): string {
  return children.map((child) => `${child.role ?? ''}(${rolesBelow(child)})`).join(' ');
}

async function readOutline(items: Items, targets: Targets): Promise<OutlineEntry[]> {
  return Promise.all(
    items.map(async ({ title, dest, items: below }) => ({
      title,
      page: await targets.pageOf(dest),
      below: await readOutline(below, targets),
    })),
  );
}

async function readLayers(
  document: PDFDocumentProxy,
): Promise<(readonly [string | null, boolean, boolean])[]> {
  const screen = await document.getOptionalContentConfig({ intent: 'display' });
  const print = await document.getOptionalContentConfig({ intent: 'print' });
  return [...screen].map(([id, { name, visible }]) => [name, visible, print.getGroup(id)?.visible === true]);
}

class Targets {
  readonly #document: PDFDocumentProxy;
  readonly #from: number;

  constructor(document: PDFDocumentProxy, from: number) {
    this.#document = document;
    this.#from = from;
  }

  /** -1 without a target, or if it is before the pages read. */
  async pageOf(destination: unknown): Promise<number> {
    try {
      const explicit =
        typeof destination === 'string' ? await this.#document.getDestination(destination) : destination;
      return Array.isArray(explicit) ? await this.#indexOf(explicit[0]) : -1;
    } catch {
      // pdf.js throws for an invalid destination.
      return -1;
    }
  }

  async #indexOf(page: unknown): Promise<number> {
    const index = typeof page === 'number' ? page : await this.#document.getPageIndex(page as never);
    return index < this.#document.numPages && index >= this.#from ? index - this.#from : -1;
  }
}
