import {
  addTopAnnotation,
  appendPageContent,
  type ContentResources,
  createTextEmbedder,
  type DrawnAnnotation,
  isOver,
  listDrawnAnnotations,
  type PdfFile,
  type PdfPage,
  type PdfRect,
  spellMatrix,
  type TextEmbedder,
  toPageRect,
  uprightMatrix,
} from '@countersign/pdf';
import type { PDFObject } from 'pdf-lib';

/** Something on a page that can be drawn over; displayed points. */
interface DrawnBox {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Category = 'XObject' | 'ExtGState';

/** What is drawn in one box, in user space. */
interface Drawing {
  readonly rect: PdfRect;
  readonly operators: string;
}

/**
 * Collects drawings and puts all of a page into one piece of content, upright for the reader whatever the page's
 * rotation. Readers draw annotations above the content: what they might hide is drawn once more on top of them (decision
 * 14). Text is embedded once, at `finish`.
 */
export class PageDrawing {
  readonly text: TextEmbedder;
  readonly #file: PdfFile;
  readonly #drawings = new Map<number, Drawing[]>();
  readonly #resources: Record<Category, Record<string, PDFObject>> = { XObject: {}, ExtGState: {} };

  constructor(file: PdfFile) {
    this.#file = file;
    this.text = createTextEmbedder(file);
  }

  /** Adds operators that draw in a box: origin at its bottom-left corner, y up, displayed points. */
  add(box: DrawnBox, operators: string): void {
    const { geometry } = this.#file.page(box.page);
    const matrix = spellMatrix(uprightMatrix(geometry, box));
    const { x, y, width, height } = toPageRect(geometry, box);
    const onPage = this.#drawings.get(box.page) ?? [];
    onPage.push({ rect: [x, y, x + width, y + height], operators: `q ${matrix} cm\n${operators}\nQ\n` });
    this.#drawings.set(box.page, onPage);
  }

  /** Registers a resource and answers its name, without the slash. */
  register(category: Category, object: PDFObject): string {
    const entries = this.#resources[category];
    const name = `${category === 'XObject' ? 'Im' : 'Gs'}${Object.keys(entries).length}`;
    entries[name] = this.#file.context.register(object);
    return name;
  }

  /** Writes everything onto the pages and embeds the text. */
  async finish(): Promise<void> {
    for (const [index, drawings] of this.#drawings) {
      const page = this.#file.page(index);
      const content = drawings.map(({ operators }) => operators).join('');
      const isShown = appendPageContent(this.#file, page, content, this.#resourcesFor(content));
      const annotations = listDrawnAnnotations(page);
      for (const drawing of drawings) {
        const over = annotations.filter((annotation) => isOver(annotation, drawing.rect));
        if (over.length > 0 || !isShown) this.#raise(page, drawing, over);
      }
    }
    await this.text.finish();
  }

  /** Draws once more above annotations that may lie over a drawing, or behind content that readers may not get past. */
  #raise(page: PdfPage, { rect, operators }: Drawing, over: readonly DrawnAnnotation[]): void {
    const resources = this.#resourcesFor(operators);
    addTopAnnotation(this.#file, page, rect, operators, { resources, over });
  }

  /** Only what the operators name: a page must not hold on to another page's images. */
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

/** A number as PDF operators spell it: no exponent, five decimals (nanometres). */
export function decimal(value: number): string {
  return String(Number(value.toFixed(5)));
}
