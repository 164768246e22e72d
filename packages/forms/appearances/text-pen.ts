import type { MeasureText, TextDirection, TextEmbedder } from '@countersign/pdf';
import type { PDFRef } from 'pdf-lib';
import { formatNumbers } from './operators.ts';
import type { TextLayout } from './text-layout.ts';

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

  /** At size 1, once for each text. */
  readonly measure: MeasureText = (text) => {
    const known = this.#widths.get(text);
    if (known !== undefined) return known;
    const width = this.#embedder.measure(text, 1);
    this.#widths.set(text, width);
    return width;
  };

  /** As operators. */
  write({ size, pieces }: Pick<TextLayout, 'size' | 'pieces'>, colour: string): string {
    if (pieces.length === 0) return '';
    const lines = pieces.map(
      ({ text, x, y, direction }) => `1 0 0 1 ${formatNumbers(x, y)} Tm ${this.#show(text, size, direction)}`,
    );
    return ['BT', colour, ...lines, 'ET'].join('\n');
  }

  fonts(): Record<string, PDFRef> {
    const { resources } = this.#embedder;
    return Object.fromEntries(Object.entries(resources).filter(([name]) => this.#fontNames.has(name)));
  }

  #show(text: string, size: number, direction: TextDirection | undefined): string {
    const { operators, fontNames } = this.#embedder.show(text, Number(formatNumbers(size)), direction);
    for (const name of fontNames) this.#fontNames.add(name);
    return operators;
  }
}
