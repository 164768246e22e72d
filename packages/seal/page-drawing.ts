import {
  addTopAnnotation,
  appendPageContent,
  type ContentResources,
  createTextEmbedder,
  type DrawnAnnotation,
  formatMatrix,
  isOver,
  listDrawnAnnotations,
  PdfError,
  type PdfFile,
  type PdfPage,
  type PdfRect,
  splitGraphemes,
  splitLines,
  type TextEmbedder,
  toPageRect,
  uprightMatrix,
} from '@countersign/pdf';
import type { PDFObject } from 'pdf-lib';

const NOT_ASCII = /[^\n -~]/gu;

/** Writes characters that no font has as `[U+1F58B]`, so that any name can be sealed. */
export function escapeUndrawable(text: string, embedder: TextEmbedder): string {
  if (isDrawable(text, embedder)) return text;
  const escaped = escapeClusters(splitGraphemes(text), embedder);
  // What has a font alone may have none beside others.
  return isDrawable(escaped, embedder) ? escaped : text.replace(NOT_ASCII, escapeCharacter);
}

/** Escapes by halves, because each character without a font would otherwise cost a look at the whole text. */
function escapeClusters(clusters: readonly string[], embedder: TextEmbedder): string {
  const text = clusters.join('');
  if (isDrawable(text, embedder)) return text;
  if (clusters.length === 1) return escapeCluster(text, embedder);
  const middle = Math.ceil(clusters.length / 2);
  return (
    escapeClusters(clusters.slice(0, middle), embedder) + escapeClusters(clusters.slice(middle), embedder)
  );
}

function escapeCluster(cluster: string, embedder: TextEmbedder): string {
  const characters = Array.from(cluster, (each) =>
    isDrawable(each, embedder) ? each : escapeCharacter(each),
  );
  const escaped = characters.join('');
  // Characters may have a font each, and none as the composed one.
  return isDrawable(escaped, embedder) ? escaped : cluster.replace(NOT_ASCII, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `[U+${number.padStart(4, '0')}]`;
}

function isDrawable(text: string, embedder: TextEmbedder): boolean {
  try {
    for (const line of splitLines(text)) embedder.ensureDrawable(line);
    return true;
  } catch (error) {
    if (error instanceof PdfError && error.code === 'text_not_drawable') return false;
    throw error;
  }
}

const ELLIPSIS = '…';

export interface FittedText {
  readonly text: string;
  readonly size: number;
}

/** Points; reduces the size down to `minSize`, then truncates. */
export function fitText(
  embedder: TextEmbedder,
  text: string,
  limits: { readonly width: number; readonly size: number; readonly minSize: number },
): FittedText {
  const natural = embedder.measure(text, limits.size);
  if (natural <= limits.width) return { text, size: limits.size };
  const size = (limits.size * limits.width) / natural;
  if (size >= limits.minSize) return { text, size };
  return { text: shorten(embedder, text, limits.minSize, limits.width), size: limits.minSize };
}

function shorten(embedder: TextEmbedder, text: string, size: number, width: number): string {
  const characters = [...text];
  const keep = (count: number) => `${characters.slice(0, count).join('').trimEnd()}${ELLIPSIS}`;
  let kept = 0;
  // Searches by halves, because thousands of characters would otherwise be measured thousands of times.
  for (let tooMany = characters.length; tooMany - kept > 1; ) {
    const middle = Math.floor((kept + tooMany) / 2);
    if (embedder.measure(keep(middle), size) > width) tooMany = middle;
    else kept = middle;
  }
  return keep(kept);
}

/** A box in displayed points. */
interface DrawnBox {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Category = 'XObject' | 'ExtGState';

interface Drawing {
  readonly rect: PdfRect;
  readonly operators: string;
}

/**
 * Draws one content stream per page, upright at any rotation. What annotations may hide is repeated on top
 * (decision 14). Text is embedded once, in `finish`.
 */
export class PageDrawing {
  readonly text: TextEmbedder;
  readonly file: PdfFile;
  readonly #drawings = new Map<number, Drawing[]>();
  readonly #resources: Record<Category, Record<string, PDFObject>> = { XObject: {}, ExtGState: {} };

  constructor(file: PdfFile) {
    this.file = file;
    this.text = createTextEmbedder(file);
  }

  /** Displayed points from the box's bottom-left corner, y up. */
  add(box: DrawnBox, operators: string): void {
    const { geometry } = this.file.page(box.page);
    const matrix = formatMatrix(uprightMatrix(geometry, box));
    const { x, y, width, height } = toPageRect(geometry, box);
    const onPage = this.#drawings.get(box.page) ?? [];
    onPage.push({ rect: [x, y, x + width, y + height], operators: `q ${matrix} cm\n${operators}\nQ\n` });
    this.#drawings.set(box.page, onPage);
  }

  /** Returns its name without the slash. */
  register(category: Category, object: PDFObject): string {
    const entries = this.#resources[category];
    const name = `${category === 'XObject' ? 'Im' : 'Gs'}${Object.keys(entries).length}`;
    entries[name] = this.file.context.register(object);
    return name;
  }

  async finish(): Promise<void> {
    for (const [index, drawings] of this.#drawings) {
      const page = this.file.page(index);
      const content = drawings.map(({ operators }) => operators).join('');
      const isShown = appendPageContent(this.file, page, content, this.#resourcesFor(content));
      const annotations = listDrawnAnnotations(this.file, page);
      for (const drawing of drawings) {
        const over = annotations.filter((annotation) => isOver(annotation, drawing.rect));
        if (over.length > 0 || !isShown) this.#raise(page, drawing, over);
      }
    }
    await this.text.finish();
  }

  /** Draws above annotations that overlap it, or if the page's content is broken. */
  #raise(page: PdfPage, { rect, operators }: Drawing, over: readonly DrawnAnnotation[]): void {
    const resources = this.#resourcesFor(operators);
    addTopAnnotation(this.file, page, rect, operators, { resources, over });
  }

  /** Pages must not share images they do not show. */
  #resourcesFor(content: string): ContentResources {
    const named = new Set(content.match(/\/(?:Im|Gs|CsF)\d+/g) ?? []);
    const pick = (entries: Readonly<Record<string, PDFObject>>) =>
      Object.fromEntries(Object.entries(entries).filter(([name]) => named.has(`/${name}`)));
    const { XObject, ExtGState } = this.#resources;
    const groups = { Font: pick(this.text.resources), XObject: pick(XObject), ExtGState: pick(ExtGState) };
    return Object.fromEntries(
      Object.entries(groups).filter(([, entries]) => Object.keys(entries).length > 0),
    );
  }
}

/** Writes no exponent and at most five decimals (nanometres). */
export function decimal(value: number): string {
  return String(Number(value.toFixed(5)));
}
