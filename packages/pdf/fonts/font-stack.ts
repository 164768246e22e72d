import { readFileSync } from 'node:fs';
import { checkArguments, pathOrBytes } from '../arguments.ts';
import { PdfError } from '../errors.ts';
import { FontFace, findMissingPackage, type HanStyle, listKnownFonts, loadKnownFont } from './known-fonts.ts';

export type FontSource = Uint8Array | string;

interface Candidate {
  readonly serves?: RegExp;
  load(): FontFace | undefined;
}

export interface CharacterGlyph {
  readonly face: FontFace;
  readonly glyph: number;
}

/** These characters are invisible: they control shaping or bidirectional order. */
const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;
const BLANK = 0x20;
const CONTROL = /^\p{Cc}$/u;

/** More than any language has. */
const MAX_CACHED_CLUSTERS = 5_000;

const openedPaths = new Map<string, FontFace>();
const openedBytes = new WeakMap<Uint8Array, FontFace>();
const registered: FontFace[] = [];
const shared = new Map<HanStyle | undefined, FontStack>();

/**
 * Registers a TrueType font for later documents of this thread, preferred over installed packages. Throws
 * `font_not_usable`.
 */
export function registerFont(source: FontSource): void {
  checkArguments({ source }, { source: pathOrBytes });
  registered.push(openFont(source));
  shared.clear();
}

/** Opens a font once for the same bytes or path. Throws `font_not_usable`. */
export function openFont(source: FontSource): FontFace {
  const known = typeof source === 'string' ? openedPaths.get(source) : openedBytes.get(source);
  if (known !== undefined) return known;
  const face = new FontFace(typeof source === 'string' ? readFileSync(source) : source);
  if (typeof source === 'string') openedPaths.set(source, face);
  else openedBytes.set(source, face);
  return face;
}

export class FontStack {
  readonly #candidates: readonly Candidate[];
  readonly #characters = new Map<number, CharacterGlyph | undefined>();
  readonly #clusters = new Map<string, FontFace | undefined>();

  constructor(candidates: readonly Candidate[]) {
    this.#candidates = candidates;
  }

  /** The font whose metrics are used. Throws `font_not_usable`. */
  get first(): FontFace {
    for (const candidate of this.#candidates) {
      const face = candidate.load();
      if (face !== undefined) return face;
    }
    throw new PdfError('font_not_usable', 'No font is installed');
  }

  /** Finds the font of a character that needs no shaping; `before` is the preceding font. Throws `text_not_drawable`. */
  characterGlyph(codePoint: number, before: FontFace | undefined): CharacterGlyph {
    if (codePoint === BLANK && hasBlank(before)) return { face: before, glyph: before.glyphOf(BLANK) };
    const known = this.#findCharacter(codePoint);
    if (known === undefined) throw notDrawable(String.fromCodePoint(codePoint));
    return known;
  }

  /**
   * Chooses a font for a base with all its marks. Returns undefined for invisible characters. A blank keeps the
   * preceding font (`before`), which helps text extraction. Throws `text_not_drawable`.
   */
  chooseFor(cluster: string, before?: FontFace): FontFace | undefined {
    if (cluster === ' ' && hasBlank(before)) return before;
    if (this.#clusters.has(cluster)) return this.#clusters.get(cluster);
    const face = this.#chooseAnew(cluster);
    if (this.#clusters.size >= MAX_CACHED_CLUSTERS) this.#clusters.clear();
    this.#clusters.set(cluster, face);
    return face;
  }

  #chooseAnew(cluster: string): FontFace | undefined {
    const inked = [...cluster].filter((character) => !IGNORABLE.test(character));
    if (inked.length === 0) return undefined;
    const whole = inked.join('');
    const face =
      this.#search(whole, (each) => hasAll(each, whole)) ??
      this.#search(whole, (each) => hasAll(each, whole.normalize('NFD')));
    if (face === undefined || CONTROL.test(whole)) throw notDrawable(this.#firstMissing(inked));
    return face;
  }

  #firstMissing(characters: readonly string[]): string {
    const missing = characters.find((each) => this.#findCharacter(each.codePointAt(0) ?? 0) === undefined);
    return missing ?? characters.at(-1) ?? '';
  }

  #findCharacter(codePoint: number): CharacterGlyph | undefined {
    if (!this.#characters.has(codePoint)) this.#characters.set(codePoint, this.#searchCharacter(codePoint));
    return this.#characters.get(codePoint);
  }

  #searchCharacter(codePoint: number): CharacterGlyph | undefined {
    const character = String.fromCodePoint(codePoint);
    if (CONTROL.test(character)) return undefined;
    const face = this.#search(character, (each) => each.glyphOf(codePoint) !== 0);
    return face && { face, glyph: face.glyphOf(codePoint) };
  }

  #search(text: string, accepts: (face: FontFace) => boolean): FontFace | undefined {
    for (const candidate of this.#candidates) {
      if (candidate.serves?.test(text) === false) continue;
      const face = candidate.load();
      if (face !== undefined && accepts(face)) return face;
    }
    return undefined;
  }
}

export function makeFontStack(own: readonly FontFace[], hanStyle: HanStyle | undefined): FontStack {
  const known = own.length === 0 ? shared.get(hanStyle) : undefined;
  if (known !== undefined) return known;
  const stack = new FontStack([
    ...[...own, ...registered].map((face) => ({ load: () => face })),
    ...listKnownFonts(hanStyle).map((font) => ({ ...font, load: () => loadKnownFont(font) })),
  ]);
  if (own.length === 0) shared.set(hanStyle, stack);
  return stack;
}

function hasBlank(face: FontFace | undefined): face is FontFace {
  return face !== undefined && face.glyphOf(BLANK) !== 0;
}

function hasAll(face: FontFace, text: string): boolean {
  return [...text].every((character) => face.glyphOf(character.codePointAt(0) ?? 0) !== 0);
}

/** `font_not_usable` if a required package is missing. */
export function notDrawable(character: string): PdfError {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const missing = findMissingPackage(character);
  if (missing === undefined)
    return new PdfError('text_not_drawable', `No font has ${code}`, { character, codePoint: code });
  const message = `The font package ${missing.name} is not installed, and no other font has ${code}`;
  const params = { character, codePoint: code, package: missing.name };
  return new PdfError(missing.isDependency ? 'font_not_usable' : 'text_not_drawable', message, params);
}
