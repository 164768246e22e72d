import { type EmbeddedFont, hex, utf16 } from './embedded-font.ts';
import type { ShapedGlyph } from './harfbuzz.ts';
import type { GlyphCluster, GlyphRun } from './line-layout.ts';
import { mirrorOf } from './script-runs.ts';

const IGNORABLES = /\p{Default_Ignorable_Code_Point}/gu;

/** What extraction needs to know about a cluster (ISO 32000-1 14.9.4 and 9.10.3). */
interface NamedCluster {
  /** Otherwise it needs /ActualText. */
  readonly isFullyNamed: boolean;
  /** Glyphs without text or width of their own, such as dots of Arabic letters. */
  readonly silent: ReadonlySet<ShapedGlyph>;
}

/**
 * Joiners of right-to-left text are dropped: /ActualText for them would make most readers reorder the line.
 */
function nameGlyphs(cluster: GlyphCluster, isRightToLeft: boolean, font: EmbeddedFont): NamedCluster {
  if (!isRightToLeft && isOwnGlyph(cluster, font)) return nameOwnGlyph(cluster, font);
  const plain = cluster.text.replace(IGNORABLES, '') || cluster.text;
  const decomposed = decompose(plain, cluster.glyphs, font);
  const names = findNames(decomposed, cluster.glyphs, isRightToLeft, font);
  const accepted = [...names].map(([glyph, name]) => name === '' || font.nameGlyph(glyph.glyph, name));
  const nameless = cluster.glyphs.filter((glyph) => names.get(glyph) === '');
  if (nameless.some(({ advance }) => advance !== 0)) return { isFullyNamed: false, silent: new Set() };
  const silent = new Set(nameless);
  const reading = isRightToLeft ? [...cluster.glyphs].reverse() : cluster.glyphs;
  const joined = reading.map((glyph) => names.get(glyph)).join('');
  const isText = isSameText(joined, plain) || joined === mirrorOf(plain);
  return {
    isFullyNamed: isText && accepted.every(Boolean) && (isRightToLeft || plain === cluster.text),
    silent,
  };
}

const NO_GLYPHS: ReadonlySet<ShapedGlyph> = new Set();
const PRINTABLE_ASCII = /^[ -~]$/;

function isOwnGlyph({ text, glyphs }: GlyphCluster, font: EmbeddedFont): boolean {
  return glyphs.length === 1 && PRINTABLE_ASCII.test(text) && glyphs[0]?.glyph === glyphOf(text, font);
}

function nameOwnGlyph({ text, glyphs }: GlyphCluster, font: EmbeddedFont): NamedCluster {
  return { isFullyNamed: glyphs.every(({ glyph }) => font.nameGlyph(glyph, text)), silent: NO_GLYPHS };
}

function findNames(
  text: string,
  glyphs: readonly ShapedGlyph[],
  isRightToLeft: boolean,
  font: EmbeddedFont,
): Map<ShapedGlyph, string> {
  const own = new Map([...text].map((each) => [glyphOf(each, font), each]));
  const mirrored = isRightToLeft ? mirrorOf(text) : undefined;
  if (mirrored !== undefined) own.set(glyphOf(mirrored, font), mirrored);
  const drawn = new Set(glyphs.map(({ glyph }) => glyph));
  const rest = [...text].filter((each) => !drawn.has(glyphOf(each, font))).join('');
  const others = glyphs.filter(({ glyph }) => !own.has(glyph));
  const widest = others.toSorted((a, b) => b.advance - a.advance)[0];
  return new Map(glyphs.map((each) => [each, own.get(each.glyph) ?? (each === widest ? rest : '')]));
}

/** Such as Thai U+0E33, whose parts other words use too. */
function decompose(text: string, glyphs: readonly ShapedGlyph[], font: EmbeddedFont): string {
  const apart = text.normalize('NFKD');
  const added = [...apart].filter((each) => !text.includes(each)).map((each) => glyphOf(each, font));
  return glyphs.some(({ glyph }) => added.includes(glyph)) ? apart : text;
}

function glyphOf(character: string, font: EmbeddedFont): number {
  return font.face.glyphOf(character.codePointAt(0) ?? 0);
}

/** Marks on one letter may be in either order. */
function isSameText(one: string, other: string): boolean {
  return one === other || one.normalize('NFD') === other.normalize('NFD');
}

/**
 * Writes the operators of a run (ISO 32000-1 9.4.3). Glyphs without text come last, since extraction would read
 * the moves to them as blanks.
 */
export function showRun(run: GlyphRun, font: EmbeddedFont, size: number): string {
  const pen = new GlyphPen(font, size);
  const postponed: ShapedGlyph[] = [];
  for (const cluster of run.clusters) {
    const { isFullyNamed, silent } = nameGlyphs(cluster, run.isRightToLeft, font);
    if (!isFullyNamed) pen.beginActualText(cluster.text);
    for (const glyph of cluster.glyphs) {
      if (isFullyNamed && silent.has(glyph)) postponed.push(pen.postpone(glyph));
      else pen.show(glyph);
    }
    if (!isFullyNamed) pen.endActualText();
  }
  showSilently(pen, postponed);
  return pen.finish();
}

function showSilently(pen: GlyphPen, glyphs: readonly ShapedGlyph[]): void {
  if (glyphs.length === 0) return;
  const end = pen.position;
  pen.beginActualText('');
  for (const glyph of glyphs) pen.show({ ...glyph, dx: glyph.dx - end });
  pen.endActualText();
}

class GlyphPen {
  readonly #font: EmbeddedFont;
  readonly #size: number;
  readonly #operators: string[];
  #array: string[] = [];
  #codes = '';
  /** The distance still to move to the right, in thousandths of the size. */
  #shift = 0;
  #rise = 0;
  #position = 0;

  constructor(font: EmbeddedFont, size: number) {
    this.#font = font;
    this.#size = size;
    this.#operators = [`/${font.name} ${decimal(size)} Tf`];
  }

  get position(): number {
    return this.#position;
  }

  show({ glyph, advance, dx, dy }: ShapedGlyph): void {
    this.#font.use(glyph);
    this.#position += advance;
    this.#raise(dy);
    this.#shift += this.#scale(dx);
    this.#move();
    this.#codes += hex(glyph);
    this.#shift += this.#scale(advance - dx - this.#font.face.advanceOf(glyph));
  }

  /** The returned glyph is relative to the run's start. */
  postpone({ advance, dx, ...glyph }: ShapedGlyph): ShapedGlyph {
    const postponed = { ...glyph, advance: 0, dx: this.#position + dx };
    this.#position += advance;
    this.#shift += this.#scale(advance);
    return postponed;
  }

  /** Begins marked content with /ActualText (ISO 32000-1 14.9.4). */
  beginActualText(text: string): void {
    this.#write();
    this.#operators.push(`/Span <</ActualText <feff${utf16(text)}>>> BDC`);
  }

  endActualText(): void {
    this.#write();
    this.#operators.push('EMC');
  }

  finish(): string {
    this.#move();
    this.#raise(0);
    this.#write();
    return this.#operators.join(' ');
  }

  #raise(units: number): void {
    if (units === this.#rise) return;
    this.#write();
    this.#rise = units;
    this.#operators.push(`${decimal((units * this.#size) / this.#font.face.header.unitsPerEm)} Ts`);
  }

  /** Rounding errors are ignored. */
  #move(): void {
    const shift = Number((-this.#shift).toFixed(2));
    if (shift === 0) return;
    this.#endString();
    this.#array.push(String(shift));
    this.#shift = 0;
  }

  #endString(): void {
    if (this.#codes !== '') this.#array.push(`<${this.#codes}>`);
    this.#codes = '';
  }

  #write(): void {
    this.#endString();
    const [only = ''] = this.#array;
    if (this.#array.length === 1 && only.startsWith('<')) this.#operators.push(`${only} Tj`);
    else if (this.#array.length > 0) this.#operators.push(`[${this.#array.join(' ')}] TJ`);
    this.#array = [];
  }

  #scale(units: number): number {
    return (units * 1000) / this.#font.face.header.unitsPerEm;
  }
}

/** Formats a number without an exponent and with at most four decimals. */
export function decimal(value: number): string {
  return String(Number(value.toFixed(4)));
}
