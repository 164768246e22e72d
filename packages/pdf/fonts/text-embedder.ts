import type { PDFRef } from 'pdf-lib';
import {
  checkArguments,
  exactly,
  finite,
  listOf,
  matching,
  oneOf,
  openFile,
  optional,
  pathOrBytes,
  shape,
  text,
} from '../arguments.ts';
import type { PdfFile } from '../pdf-file.ts';
import { EmbeddedFont } from './embedded-font.ts';
import { type FontSource, type FontStack, makeFontStack, openFont } from './font-stack.ts';
import type { FontFace } from './known-fonts.ts';
import { type LayoutOptions, layOutLine, measureLine } from './line-layout.ts';
import { chooseHanStyle, type TextDirection } from './script-runs.ts';
import { decimal, showRun } from './show-text.ts';

export interface TextPlacement {
  /** Left end of the baseline, in the units of the drawing. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** The values of red, green and blue are from 0 to 1; the default is black. */
  readonly color?: readonly [red: number, green: number, blue: number];
  /** The direction of the line's paragraph. If it is absent, the line's first letter decides. */
  readonly direction?: TextDirection;
}

export interface ShownText {
  /** For use between `BT` and `ET`, starting at the line's left end. */
  readonly operators: string;
  readonly fontNames: readonly string[];
  /** The direction of the line: right-to-left text is usually aligned at the right edge. */
  readonly direction: TextDirection;
}

export interface TextOptions {
  /** TrueType fonts (bytes, or a path), which are preferred over all others. Throws `font_not_usable`. */
  readonly fonts?: readonly FontSource[];
  /** A BCP 47 tag, which chooses Chinese, Japanese or Korean forms and language-specific letters. */
  readonly language?: string;
}

/** Draws any Unicode text that the fonts have. One for each file; each font is embedded once. */
export interface TextEmbedder {
  /** Fractions of the size from the baseline; descent is negative. */
  readonly metrics: { readonly ascent: number; readonly descent: number; readonly capHeight: number };
  /** Returns the width of one line in points. Throws `text_not_drawable`. */
  measure(text: string, size: number): number;
  /** Throws `text_not_drawable` with `character` and `codePoint` of the first character without a font. */
  ensureDrawable(text: string): void;
  /** Returns the PostScript names of the fonts that one line is drawn in. Throws `text_not_drawable`. */
  fontsOf(text: string): readonly string[];
  /** Returns the operators of one line. Throws `text_not_drawable`. */
  show(text: string, size: number, direction?: TextDirection): ShownText;
  drawText(text: string, placement: TextPlacement): string;
  /** Entries for the /Font resources of the content stream; read them after drawing. */
  readonly resources: Readonly<Record<string, PDFRef>>;
  /**
   * Returns an embedder with a preferred font and all its features (kerning, ligatures, alternates), which shares
   * `finish`. Throws `font_not_usable`.
   */
  inFont(font: FontSource): TextEmbedder;
  /** Embeds what was drawn. Await it before saving; it may be called again. */
  finish(): Promise<void>;
}

const EMBEDDER = {
  file: openFile,
  options: exactly({ fonts: optional(listOf(pathOrBytes)), language: optional(text) }),
};
const LINE = { text, size: finite };
/** Readers take others as the nearest, or as black. */
const share = matching(
  'a number from 0 to 1',
  (value) => Number(value) >= 0 && Number(value) <= 1 && typeof value === 'number',
);
const color = shape({ 0: share, 1: share, 2: share, length: oneOf(3) });
const PLACEMENT = {
  placement: shape({ x: finite, y: finite, size: finite, color: optional(color) }),
};

const embedders = new WeakMap<PdfFile, FileTextEmbedder>();

/** Returns the file's text embedder, the same on every call. Later options are added. */
export function createTextEmbedder(file: PdfFile, options: TextOptions = {}): TextEmbedder {
  checkArguments({ file, options }, EMBEDDER);
  const known = embedders.get(file);
  const embedder = known ?? new FileTextEmbedder(file);
  embedder.configure(options);
  embedders.set(file, embedder);
  return embedder;
}

class FileTextEmbedder implements TextEmbedder {
  readonly #file: PdfFile;
  readonly #embedded: Map<FontFace, EmbeddedFont>;
  readonly #isFullyShaped: boolean;
  readonly #stacks = new Map<string | undefined, FontStack>();
  #ownFonts: readonly FontFace[] = [];
  #language: string | undefined;

  constructor(file: PdfFile, embedded = new Map<FontFace, EmbeddedFont>(), isFullyShaped = false) {
    this.#file = file;
    this.#embedded = embedded;
    this.#isFullyShaped = isFullyShaped;
  }

  configure({ fonts = [], language }: TextOptions): void {
    this.#language = language ?? this.#language;
    if (fonts.length === 0) return;
    this.#ownFonts = [...this.#ownFonts, ...fonts.map(openFont)];
    this.#stacks.clear();
  }

  get metrics(): TextEmbedder['metrics'] {
    const { ascent, descent, capHeight, unitsPerEm } = this.#stackFor('').first.header;
    return {
      ascent: ascent / unitsPerEm,
      descent: descent / unitsPerEm,
      capHeight: capHeight / unitsPerEm,
    };
  }

  get resources(): Readonly<Record<string, PDFRef>> {
    return Object.fromEntries([...this.#embedded.values()].map((font) => [font.name, font.ref]));
  }

  measure(text: string, size: number): number {
    checkArguments({ text, size }, LINE);
    return measureLine(text, this.#stackFor(text), this.#options(undefined)) * size;
  }

  ensureDrawable(text: string): void {
    checkArguments({ text }, { text: LINE.text });
    measureLine(text, this.#stackFor(text), this.#options(undefined));
  }

  fontsOf(text: string): readonly string[] {
    checkArguments({ text }, { text: LINE.text });
    const { runs } = layOutLine(text, this.#stackFor(text), this.#options(undefined));
    return [...new Set(runs.map(({ face }) => face.header.postScriptName))];
  }

  show(text: string, size: number, direction?: TextDirection): ShownText {
    checkArguments({ text, size }, LINE);
    const line = layOutLine(text, this.#stackFor(text), this.#options(direction));
    const fonts = line.runs.map(({ face }) => this.#fontFor(face));
    const operators = line.runs.map((run) => showRun(run, this.#fontFor(run.face), size));
    const fontNames = [...new Set(fonts.map(({ name }) => name))];
    return { operators: operators.join(' '), fontNames, direction: line.direction };
  }

  drawText(text: string, placement: TextPlacement): string {
    checkArguments({ placement }, PLACEMENT);
    const { x, y, size, color = [0, 0, 0], direction } = placement;
    const { operators } = this.show(text, size, direction);
    return `BT ${color.map(decimal).join(' ')} rg 1 0 0 1 ${decimal(x)} ${decimal(y)} Tm ${operators} ET\n`;
  }

  inFont(font: FontSource): TextEmbedder {
    const embedder = new FileTextEmbedder(this.#file, this.#embedded, true);
    embedder.#ownFonts = [openFont(font), ...this.#ownFonts];
    embedder.#language = this.#language;
    return embedder;
  }

  async finish(): Promise<void> {
    for (const font of this.#embedded.values()) font.embed();
  }

  #options(direction: TextDirection | undefined): LayoutOptions {
    return { direction, language: this.#language, isFullyShaped: this.#isFullyShaped };
  }

  #stackFor(text: string): FontStack {
    const style = chooseHanStyle(text, this.#language);
    const known = this.#stacks.get(style);
    if (known !== undefined) return known;
    const stack = makeFontStack(this.#ownFonts, style);
    this.#stacks.set(style, stack);
    return stack;
  }

  #fontFor(face: FontFace): EmbeddedFont {
    const known = this.#embedded.get(face);
    if (known !== undefined) return known;
    const font = new EmbeddedFont(this.#file.context, face, `CsF${this.#embedded.size}`);
    this.#embedded.set(face, font);
    return font;
  }
}
