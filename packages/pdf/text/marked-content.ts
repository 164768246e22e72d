import { PDFDict, type PDFObject } from 'pdf-lib';
import { nameOf } from '../read/lookup.ts';
import { decodeTextBytes, decodeTextString } from '../read/strings.ts';
import type { ContentDict } from './content-dict.ts';
import type { OptionalContent } from './optional-content.ts';
import type { WordBuilder } from './word-builder.ts';

const NOTHING = 0;
const IS_HIDDEN = 1;
const IS_REPLACED = 2;
/** Deeper ones only count, so that what ends them does not end those outside of them. */
const MAX_MARKS = 1_000_000;

/** One content stream has to end the marks that it begins. */
interface Marks {
  readonly kinds: number[];
  /** This counts those beyond `MAX_MARKS`. */
  ignored: number;
}

/** Layers and replacement texts of marked content (ISO 32000-1 14.6). */
export class MarkedContent {
  readonly #layers: OptionalContent;
  readonly #words: WordBuilder;
  #marks: Marks = { kinds: [], ignored: 0 };
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
  enter(): Marks {
    const outer = this.#marks;
    this.#marks = { kinds: [], ignored: 0 };
    return outer;
  }

  leave(outer: Marks): void {
    this.#marks.ignored = 0;
    while (this.#marks.kinds.length > 0) this.end();
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
    if (this.#marks.kinds.length >= MAX_MARKS) {
      this.#marks.ignored += 1;
      return;
    }
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
    if (this.#marks.ignored > 0) {
      this.#marks.ignored -= 1;
      return;
    }
    const kind = this.#marks.kinds.pop();
    if (kind === IS_HIDDEN) this.#hiddenLevels -= 1;
    if (kind !== IS_REPLACED) return;
    this.#replacedLevels -= 1;
    if (this.#replacedLevels === 0) this.#words.endReplacement();
  }

  #mark(kind: number): void {
    if (this.#marks.kinds.length < MAX_MARKS) this.#marks.kinds.push(kind);
    else this.#marks.ignored += 1;
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
