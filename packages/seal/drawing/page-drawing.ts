import {
  addTopAnnotation,
  appendPageContent,
  type ContentResources,
  createTextEmbedder,
  type DrawnAnnotation,
  formatMatrix,
  isOver,
  listDrawnAnnotations,
  type PdfFile,
  type PdfPage,
  type PdfRect,
  type TextEmbedder,
  toPageRect,
  uprightMatrix,
} from '@countersign/pdf';
import type { PDFObject } from 'pdf-lib';

/** Displayed points. */
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
 * One content stream per page, upright at any rotation. What annotations may hide is repeated on top
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

  /** Above annotations that overlap it, or if the page's content is broken. */
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

/** No exponent, five decimals (nanometres). */
export function decimal(value: number): string {
  return String(Number(value.toFixed(5)));
}
