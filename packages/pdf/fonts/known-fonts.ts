import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { ShapedFont, type ShapedGlyph, type ShapingRun } from './harfbuzz.ts';
import { subsetFont } from './subset-font.ts';
import {
  countGlyphs,
  type FontHeader,
  type FontTables,
  type GlyphLookup,
  readAdvances,
  readCmap,
  readFontHeader,
  readTables,
} from './truetype-tables.ts';

/** A font that documents share. HarfBuzz is loaded only for characters that need shaping. */
export class FontFace {
  readonly header: FontHeader;
  readonly advanceOf: (glyph: number) => number;
  readonly #bytes: Uint8Array;
  readonly #tables: FontTables;
  readonly #glyphs: number;
  readonly #lookup: GlyphLookup;
  #shaped: ShapedFont | undefined;

  /** Throws `font_not_usable`. The bytes must not change afterwards. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#tables = readTables(bytes);
    this.header = readFontHeader(this.#tables);
    this.advanceOf = readAdvances(this.#tables);
    this.#glyphs = countGlyphs(this.#tables);
    this.#lookup = readCmap(this.#tables) ?? ((codePoint) => this.#shaper.glyphOf(codePoint));
  }

  glyphOf(codePoint: number): number {
    const glyph = this.#lookup(codePoint);
    return glyph < this.#glyphs ? glyph : 0;
  }

  shape(text: string, run: ShapingRun): ShapedGlyph[] {
    return this.#shaper.shape(text, run);
  }

  /** Glyphs keep their numbers. Throws `font_not_usable`. */
  subset(glyphs: Iterable<number>): Buffer {
    return subsetFont(this.#tables, glyphs);
  }

  get #shaper(): ShapedFont {
    this.#shaped ??= new ShapedFont(this.#bytes);
    return this.#shaped;
  }
}

export interface KnownFont {
  readonly name: string;
  /** If this is absent, the font serves any character. */
  readonly serves?: RegExp;
}

/** The form of Han characters, which the text decides. */
export type HanStyle = 'jp' | 'kr' | 'sc' | 'tc' | 'hk';

const HAN_STYLES: readonly HanStyle[] = ['jp', 'sc', 'tc', 'hk', 'kr'];

/** Packages noto-sans-<script>, by Unicode names. */
export const SCRIPTS_WITH_A_FONT = [
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Ethiopic',
  'Georgian',
  'Armenian',
] as const;

export function listKnownFonts(hanStyle: HanStyle | undefined): KnownFont[] {
  const first = hanStyle === undefined ? [] : [hanStyle];
  const styles = [...first, ...HAN_STYLES.filter((style) => style !== hanStyle)];
  return [
    { name: 'noto-sans' },
    ...SCRIPTS_WITH_A_FONT.map((script) => ({
      name: `noto-sans-${script.toLowerCase()}`,
      serves: new RegExp(`\\p{Script_Extensions=${script}}`, 'u'),
    })),
    ...styles.map((style) => ({ name: `noto-sans-${style}` })),
    { name: 'noto-sans-math' },
    { name: 'noto-sans-symbols' },
  ];
}

/** These fonts are dependencies of this package. */
const INSTALLED_ALWAYS = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew'];
const COVERED_BY_NOTO_SANS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{ASCII}]/u;
const KANA = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/** It has the character but is not installed. */
export function findMissingPackage(
  character: string,
): { readonly name: string; readonly isDependency: boolean } | undefined {
  const name = packageFor(character);
  if (name === undefined || findInstalledFont(name) !== undefined) return undefined;
  return { name: `@expo-google-fonts/${name}`, isDependency: INSTALLED_ALWAYS.includes(name) };
}

function packageFor(character: string): string | undefined {
  if (HANGUL.test(character)) return 'noto-sans-kr';
  if (KANA.test(character)) return 'noto-sans-jp';
  const ofScript = listKnownFonts(undefined).find(({ serves }) => serves?.test(character));
  if (ofScript !== undefined) return ofScript.name;
  return COVERED_BY_NOTO_SANS.test(character) ? 'noto-sans' : undefined;
}

/** The program that was started may have installed fonts, too. */
const roots = [import.meta.url, process.argv[1] ?? '']
  .filter((place) => place.startsWith('file:') || isAbsolute(place))
  .map((place) => createRequire(place));
const loaded = new Map<string, FontFace | undefined>();

/** Loads a font once for each thread. Returns undefined if its package is not installed. */
export function loadKnownFont({ name }: KnownFont): FontFace | undefined {
  if (!loaded.has(name)) loaded.set(name, readFont(name));
  return loaded.get(name);
}

const THIS_PACKAGE = '@countersign/pdf';

/**
 * Returns the path of the regular weight of @expo-google-fonts/<name>, or of the copy that the built package `owner` has.
 * Undefined if neither is installed.
 */
export function findInstalledFont(name: string, owner = THIS_PACKAGE): string | undefined {
  const file = `${familyName(name)}_400Regular.ttf`;
  return (
    resolveInstalled(`@expo-google-fonts/${name}/400Regular/${file}`) ??
    resolveBeside(`${owner}/package.json`, `font-files/${file}`)
  );
}

function readFont(name: string): FontFace | undefined {
  const path = findInstalledFont(name);
  return path === undefined ? undefined : new FontFace(readFileSync(path));
}

/** Returns a name such as NotoSansJP or NotoSansThai. */
function familyName(name: string): string {
  const styles: readonly string[] = HAN_STYLES;
  const words = name.split('-');
  return words
    .map((word) =>
      styles.includes(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join('');
}

function resolveInstalled(file: string): string | undefined {
  for (const require of roots) {
    try {
      return require.resolve(file);
    } catch {
      // The package is optional.
    }
  }
  return undefined;
}

/** Returns a file of a package whose exports do not list it. */
function resolveBeside(manifest: string, file: string): string | undefined {
  const found = resolveInstalled(manifest);
  const path = found === undefined ? undefined : join(dirname(found), file);
  return path !== undefined && existsSync(path) ? path : undefined;
}
