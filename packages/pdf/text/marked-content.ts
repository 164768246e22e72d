import { PDFDict, type PDFObject } from 'pdf-lib';
import { nameOf } from '../read/lookup.ts';
import { decodeTextBytes, decodeTextString } from '../read/strings.ts';
import type { ContentDict } from './content-dict.ts';
import type { OptionalContent } from './optional-content.ts';
import type { WordBuilder } from './word-builder.ts';

const NOTHING = 0;
const IS_HIDDEN = 1;
const IS_REPLACED = 2;
const MAX_MARKS = 10_000;

/** Layers and replacement texts of marked content (ISO 32000-1 14.6). */
export class MarkedContent {
  readonly #layers: OptionalContent;
  readonly #words: WordBuilder;
  /** The marks of one content stream, which has to end what it begins. */
  #marks: number[] = [];
  #hiddenLevels = 0;
  #replacedLevels = 0;

  constructor(layers: OptionalContent, words: WordBuilder) {
    this.#layers = layers;
    this.#words = words;
  }

  /** What is drawn is in a layer that is off. */
  get isHidden(): boolean {
    return this.#hiddenLevels > 0;
  }

  /** Returns the marks of the outer stream, for `leave`. */
  enter(): number[] {
    const outer = this.#marks;
    this.#marks = [];
    return outer;
  }

  leave(outer: number[]): void {
    while (this.#marks.length > 0) this.end();
    this.#marks = outer;
  }

  /** Counts /OC of objects, which stands outside of marked content. */
  hide(isHidden: boolean): void {
    this.#hiddenLevels += isHidden ? 1 : -1;
  }

  beginPlain(): void {
    this.#mark(NOTHING);
  }

  /** `named` is the dictionary that the resources have for a name. */
  begin(tag: unknown, properties: string | ContentDict | undefined, named: PDFObject | undefined): void {
    if (this.#marks.length >= MAX_MARKS) return;
    if (tag === '/OC') {
      const isShown = this.#layers.isShown(named);
      if (!isShown) this.#hiddenLevels += 1;
      this.#mark(isShown ? NOTHING : IS_HIDDEN);
      return;
    }
    const text = readActualText(properties, named);
    if (text !== undefined) {
      this.#replacedLevels += 1;
      if (this.#replacedLevels === 1) this.#words.beginReplacement(text);
    }
    this.#mark(text === undefined ? NOTHING : IS_REPLACED);
  }

  end(): void {
    const kind = this.#marks.pop();
    if (kind === IS_HIDDEN) this.#hiddenLevels -= 1;
    if (kind !== IS_REPLACED) return;
    this.#replacedLevels -= 1;
    if (this.#replacedLevels === 0) this.#words.endReplacement();
  }

  #mark(kind: number): void {
    if (this.#marks.length < MAX_MARKS) this.#marks.push(kind);
  }
}

function readActualText(
  properties: string | ContentDict | undefined,
  named: PDFObject | undefined,
): string | undefined {
  if (properties instanceof Map) {
    const text = properties.get('/ActualText');
    return text instanceof Uint8Array ? decodeTextBytes(text) : undefined;
  }
  return named instanceof PDFDict ? decodeTextString(named.lookup(nameOf('ActualText'))) : undefined;
}
