import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Pages of a document whose links and structure are read. */
const MAX_PAGES = 12;

/** What pdf.js finds of everything that leads from one place of a document to another. Pages count from 0. */
export interface Navigation {
  readonly pages: number;
  readonly outline: readonly OutlineEntry[];
  /** Targets of the links of each page that name one, -1 for one that is not there. */
  readonly links: readonly (readonly number[])[];
  /** Fields of each page: name, type, value and the font, size and colour of their texts. Signatures are left out. */
  readonly fields: readonly (readonly unknown[])[];
  /** Then pdf.js takes the values of fields from the form in XML. */
  readonly hasXfa: boolean;
  readonly labels: readonly string[];
  /** Names of layers and whether they are shown, on screen and in print. */
  readonly layers: readonly (readonly [string | null, boolean, boolean])[];
  readonly attachments: readonly string[];
  /** Roles of the structure of each page below its root, as text. */
  readonly structures: readonly string[];
}

export interface OutlineEntry {
  readonly title: string;
  readonly page: number;
  readonly below: readonly OutlineEntry[];
}

type Items = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

/** Reads pages `from` up to the end, or as many as are looked at, as if they were a document of their own. */
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

  /** -1 for what leads nowhere, or before the pages that are read. */
  async pageOf(destination: unknown): Promise<number> {
    try {
      const explicit =
        typeof destination === 'string' ? await this.#document.getDestination(destination) : destination;
      return Array.isArray(explicit) ? await this.#indexOf(explicit[0]) : -1;
    } catch {
      // pdf.js throws for a destination that is none.
      return -1;
    }
  }

  async #indexOf(page: unknown): Promise<number> {
    const index = typeof page === 'number' ? page : await this.#document.getPageIndex(page as never);
    return index < this.#document.numPages && index >= this.#from ? index - this.#from : -1;
  }
}
