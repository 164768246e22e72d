import type { TextEmbedder } from '@countersign/pdf';
import type { PDFRef } from 'pdf-lib';
import { formatNumbers } from './operators.ts';
import type { TextLayout } from './text-layout.ts';
import type { MeasureText } from './wrap-text.ts';

/** Writes the text of one appearance and remembers which fonts it used. */
export class TextPen {
  readonly #embedder: TextEmbedder;
  readonly #fontNames = new Set<string>();
  readonly #widths = new Map<string, number>();

  constructor(embedder: TextEmbedder) {
    this.#embedder = embedder;
  }

  get metrics(): TextEmbedder['metrics'] {
    return this.#embedder.metrics;
  }

  /** Width at a size of 1, measured once for each text. */
  readonly measure: MeasureText = (text) => {
    const known = this.#widths.get(text);
    if (known !== undefined) return known;
    const width = this.#embedder.measure(text, 1);
    this.#widths.set(text, width);
    return width;
  };

  /** Operators `BT ... ET`; the colour is given as operators. */
  write({ size, pieces }: TextLayout, colour: string): string {
    if (pieces.length === 0) return '';
    const lines = pieces.map(
      ({ text, x, y }) => `1 0 0 1 ${formatNumbers(x, y)} Tm ${this.#show(text, size)}`,
    );
    return ['BT', colour, ...lines, 'ET'].join('\n');
  }

  /** The fonts of all that was written, for /Resources. */
  fonts(): Record<string, PDFRef> {
    const { resources } = this.#embedder;
    return Object.fromEntries(Object.entries(resources).filter(([name]) => this.#fontNames.has(name)));
  }

  #show(text: string, size: number): string {
    const runs = this.#embedder.encode(text).map(({ fontName, hex }) => {
      this.#fontNames.add(fontName);
      return `/${fontName} ${formatNumbers(size)} Tf <${hex}> Tj`;
    });
    return runs.join(' ');
  }
}
