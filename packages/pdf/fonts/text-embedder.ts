import type { PDFRef } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import type { PdfFile } from '../pdf-file.ts';
import { type BundledFont, FONT_COUNT, loadFont } from './bundled-fonts.ts';
import { EmbeddedFont } from './embedded-font.ts';

/** Where and how a line of text is drawn. */
export interface TextPlacement {
  /** Left end of the baseline, in the units of the drawing. */
  readonly x: number;
  readonly y: number;
  /** Font size in the same units. */
  readonly size: number;
  /** Red, green and blue from 0 to 1; black when absent. */
  readonly color?: readonly [red: number, green: number, blue: number];
}

/** A run of text in one font: for `Tf` and, in angle brackets, for `Tj`. */
export interface EncodedRun {
  readonly fontName: string;
  readonly hex: string;
}

/** Draws any Unicode text that the installed fonts know. One for each file; its fonts are embedded once. */
export interface TextEmbedder {
  /** Distances from the baseline as shares of the size: ascent and capHeight up, descent (negative) down. */
  readonly metrics: { readonly ascent: number; readonly descent: number; readonly capHeight: number };
  /** Width in points at a size in points. Throws `text_not_drawable`. */
  measure(text: string, size: number): number;
  /** Throws `text_not_drawable` with `character` and `codePoint` of the first one that no font has. */
  ensureDrawable(text: string): void;
  /** The runs of a line, for callers that write their own operators. Throws `text_not_drawable`. */
  encode(text: string): EncodedRun[];
  /** Operators `BT ... ET` for one line. Throws `text_not_drawable`. */
  drawText(text: string, placement: TextPlacement): string;
  /** Entries for the /Font resources of whatever uses the operators; ask after drawing. */
  readonly resources: Readonly<Record<string, PDFRef>>;
  /** Embeds what was drawn. Await it before saving; it may be called again after drawing more. */
  finish(): Promise<void>;
}

const embedders = new WeakMap<PdfFile, TextEmbedder>();

/** The file's text embedder, the same one on every call. */
export function createTextEmbedder(file: PdfFile): TextEmbedder {
  const known = embedders.get(file);
  if (known !== undefined) return known;
  const created = new FileTextEmbedder(file);
  embedders.set(file, created);
  return created;
}

interface TextRun {
  readonly fontIndex: number;
  readonly source: BundledFont;
  readonly codePoints: number[];
}

class FileTextEmbedder implements TextEmbedder {
  readonly metrics: TextEmbedder['metrics'];
  readonly #file: PdfFile;
  readonly #fonts = new Map<number, EmbeddedFont>();

  constructor(file: PdfFile) {
    this.#file = file;
    const font = loadFont(0)?.font;
    const unit = font?.unitsPerEm ?? 1;
    this.metrics = {
      ascent: (font?.ascent ?? 0) / unit,
      descent: (font?.descent ?? 0) / unit,
      capHeight: (font?.capHeight ?? 0) / unit,
    };
  }

  get resources(): Readonly<Record<string, PDFRef>> {
    return Object.fromEntries([...this.#fonts.values()].map((font) => [font.name, font.ref]));
  }

  measure(text: string, size: number): number {
    return splitRuns(text).reduce((sum, run) => sum + widthOf(run) * size, 0);
  }

  ensureDrawable(text: string): void {
    splitRuns(text);
  }

  encode(text: string): EncodedRun[] {
    return splitRuns(text).map((run) => {
      const font = this.#fontFor(run);
      return { fontName: font.name, hex: run.codePoints.map((codePoint) => font.encode(codePoint)).join('') };
    });
  }

  drawText(text: string, { x, y, size, color = [0, 0, 0] }: TextPlacement): string {
    const runs = this.encode(text).map(({ fontName, hex }) => `/${fontName} ${decimal(size)} Tf <${hex}> Tj`);
    return `BT ${color.map(decimal).join(' ')} rg 1 0 0 1 ${decimal(x)} ${decimal(y)} Tm ${runs.join(' ')} ET\n`;
  }

  async finish(): Promise<void> {
    for (const font of this.#fonts.values()) await font.embed();
  }

  #fontFor({ fontIndex, source }: TextRun): EmbeddedFont {
    const known = this.#fonts.get(fontIndex);
    if (known !== undefined) return known;
    const font = new EmbeddedFont(this.#file.context, source, `CsF${fontIndex}`);
    this.#fonts.set(fontIndex, font);
    return font;
  }
}

/** Composed characters (NFC) look as their designer drew them; a tab has no glyph and stands for a blank. */
function splitRuns(text: string): TextRun[] {
  const runs: TextRun[] = [];
  for (const character of text.normalize('NFC').replaceAll('\t', ' ')) {
    const codePoint = character.codePointAt(0) ?? 0;
    const { fontIndex, source } = chooseFont(codePoint, character);
    const last = runs.at(-1);
    if (last?.fontIndex === fontIndex) last.codePoints.push(codePoint);
    else runs.push({ fontIndex, source, codePoints: [codePoint] });
  }
  return runs;
}

function chooseFont(codePoint: number, character: string): { fontIndex: number; source: BundledFont } {
  for (let fontIndex = 0; fontIndex < FONT_COUNT; fontIndex += 1) {
    const source = loadFont(fontIndex);
    if (source?.font.hasGlyphForCodePoint(codePoint)) return { fontIndex, source };
  }
  const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  throw new PdfError('text_not_drawable', `No font has ${code}`, { character, codePoint: code });
}

/** Width as a share of the size. */
function widthOf({ source, codePoints }: TextRun): number {
  const units = codePoints.reduce(
    (sum, codePoint) => sum + source.font.glyphForCodePoint(codePoint).advanceWidth,
    0,
  );
  return units / source.font.unitsPerEm;
}

/** A number as operators spell it: no exponent, at most four decimals (a 7,000th of a millimetre). */
function decimal(value: number): string {
  return String(Number(value.toFixed(4)));
}
