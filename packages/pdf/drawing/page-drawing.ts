import { type PDFObject, PDFRef } from 'pdf-lib';
import { createTextEmbedder, type TextEmbedder } from '../fonts/text-embedder.ts';
import {
  addTopAnnotation,
  type DrawnAnnotation,
  isOver,
  listDrawnAnnotations,
} from '../pages/annotations.ts';
import { formatMatrix, type PdfRect, toPageRect, uprightMatrix } from '../pages/page-box.ts';
import { type ContentResources, drawForm, type FormPlacement, registerForm } from '../pages/page-content.ts';
import type { PdfPage } from '../pages/pdf-page.ts';
import type { PdfFile } from '../pdf-file.ts';

/** A box in displayed points. */
export interface DrawnBox {
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

export interface DrawingOptions extends FormPlacement {
  /** Whether what annotations may hide is repeated above them (docs/decisions/0014), which is the default. */
  readonly isRaised?: boolean | undefined;
}

/**
 * Draws one form XObject per page, upright at any rotation; pages with equal drawings share it. Text is embedded once,
 * in `finish`.
 */
export class PageDrawing {
  readonly text: TextEmbedder;
  readonly file: PdfFile;
  readonly #options: DrawingOptions;
  readonly #states = new Map<number, PDFRef>();
  readonly #forms = new Map<string, PDFRef>();
  readonly #drawings = new Map<number, Drawing[]>();
  readonly #resources: Record<Category, Record<string, PDFObject>> = { XObject: {}, ExtGState: {} };

  constructor(file: PdfFile, options: DrawingOptions = {}) {
    this.file = file;
    this.#options = options;
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

  /** Returns its name without the slash, the same for the same reference. */
  register(category: Category, object: PDFObject): string {
    const entries = this.#resources[category];
    const [known] = Object.entries(entries).find(([, entry]) => entry === object) ?? [];
    if (known !== undefined) return known;
    const name = `${category === 'XObject' ? 'Im' : 'Gs'}${Object.keys(entries).length}`;
    entries[name] = object instanceof PDFRef ? object : this.file.context.register(object);
    return name;
  }

  /** Returns the operators that set the opacity, from 0 to 1, of what follows. */
  fade(opacity: number): string {
    if (opacity === 1) return '';
    const { context } = this.file;
    const state =
      this.#states.get(opacity) ??
      context.register(context.obj({ Type: 'ExtGState', ca: opacity, CA: opacity }));
    this.#states.set(opacity, state);
    return `/${this.register('ExtGState', state)} gs `;
  }

  async finish(): Promise<void> {
    for (const [index, drawings] of this.#drawings) {
      const page = this.file.page(index);
      const content = drawings.map(({ operators }) => operators).join('');
      const isShown = drawForm(this.file, page, this.#formFor(page, content), this.#options);
      if (this.#options.isRaised === false) continue;
      const annotations = listDrawnAnnotations(this.file, page);
      for (const drawing of drawings) {
        const over = annotations.filter((annotation) => isOver(annotation, drawing.rect));
        if (over.length > 0 || !isShown) this.#raise(page, drawing, over);
      }
    }
    await this.text.finish();
  }

  #formFor(page: PdfPage, content: string): PDFRef {
    const { mediaBox } = page.geometry;
    const key = `${mediaBox.join(' ')} ${content}`;
    const form =
      this.#forms.get(key) ?? registerForm(this.file, mediaBox, content, this.#resourcesFor(content));
    this.#forms.set(key, form);
    return form;
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
