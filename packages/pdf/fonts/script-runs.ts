import { createRequire } from 'node:module';
import type { Bidi, BidiCharTypeName } from 'bidi-js';
import type { FontStack } from './font-stack.ts';
import type { ShapingStyle } from './harfbuzz.ts';
import { type FontFace, type HanStyle, SCRIPTS_WITH_A_FONT } from './known-fonts.ts';

export type TextDirection = 'ltr' | 'rtl';

/** The pattern includes directional controls (UAX #9). */
const ANY_RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\u2068\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** bidi-js reads UTF-16 units. */
const BMP_SUBSTITUTES: Partial<Record<BidiCharTypeName, string>> = {
  L: 'a',
  R: '\u05d0',
  AL: '\u0627',
  EN: '0',
  AN: '\u0660',
  ET: '%',
  ES: '+',
  CS: ',',
  NSM: '\u0300',
  BN: '\u00ad',
  ON: '!',
};
/** Reset at the end of a line (UAX #9 L1). */
const TRAILING = new Set<BidiCharTypeName>([
  'S',
  'WS',
  'B',
  'BN',
  'LRE',
  'RLE',
  'LRO',
  'RLO',
  'PDF',
  'LRI',
  'RLI',
  'FSI',
  'PDI',
]);

const ISOLATES = /[\u2066-\u2069]/g;
/** A line with more isolates than this is laid out without any of them. */
const MAX_ISOLATES = 1_000;
/** Class BN is ignored by the algorithm. */
const NEUTRAL = '\u00ad';

const require = createRequire(import.meta.url);
let loaded: Bidi | undefined;

/** Returns the direction of a paragraph by its first strong letter, otherwise left to right (UAX #9 P2, P3). */
export function baseDirection(text: string): TextDirection {
  if (!ANY_RIGHT_TO_LEFT.test(text)) return 'ltr';
  return analyse([...text], undefined).base % 2 === 1 ? 'rtl' : 'ltr';
}

export function findLevels(characters: readonly string[], direction: TextDirection): readonly number[] {
  if (direction === 'ltr' && !ANY_RIGHT_TO_LEFT.test(characters.join(''))) return characters.map(() => 0);
  const { levels, base } = analyse(characters, direction);
  for (let index = levels.length - 1; index >= 0 && isTrailing(characters[index]); index -= 1) {
    levels[index] = base;
  }
  return levels;
}

/** Orders items from left to right, by reversing runs from the highest level down to 1 (UAX #9 L2). */
export function orderVisually<T extends { readonly level: number }>(items: readonly T[]): T[] {
  const ordered = [...items];
  // Thousands of arguments would overflow the stack.
  const highest = items.reduce((most, { level }) => Math.max(most, level), 0);
  for (let level = highest; level > 0; level -= 1) {
    reverseStretches(ordered, level);
  }
  return ordered;
}

export function mirrorOf(character: string): string | undefined {
  return loadBidi().getMirroredCharacter(character) ?? undefined;
}

function reverseStretches<T extends { readonly level: number }>(items: T[], level: number): void {
  let stretch: T[] = [];
  for (let index = 0; index <= items.length; index += 1) {
    const item = items[index];
    if (item !== undefined && item.level >= level) {
      stretch.push(item);
      continue;
    }
    const start = index - stretch.length;
    for (const [offset, turned] of stretch.reverse().entries()) items[start + offset] = turned;
    stretch = [];
  }
}

function analyse(characters: readonly string[], direction: TextDirection | undefined) {
  const text = dropExcess(characters.map(standIn).join(''));
  const { levels, paragraphs } = loadBidi().getEmbeddingLevels(text, direction);
  return { levels: Array.from(levels), base: paragraphs[0]?.level ?? 0 };
}

/** bidi-js is quadratic in isolates. */
function dropExcess(text: string): string {
  const isolates = text.match(ISOLATES)?.length ?? 0;
  return isolates > MAX_ISOLATES ? text.replace(ISOLATES, NEUTRAL) : text;
}

function standIn(character: string): string {
  return character.length === 1 ? character : (BMP_SUBSTITUTES[typeOf(character)] ?? '!');
}

function isTrailing(character: string | undefined): boolean {
  return character !== undefined && TRAILING.has(typeOf(character));
}

function typeOf(character: string): BidiCharTypeName {
  return loadBidi().getBidiCharTypeName(character);
}

/** Bidi is loaded only for text with right-to-left letters. */
function loadBidi(): Bidi {
  loaded ??= (require('bidi-js') as () => Bidi)();
  return loaded;
}

const HAN = /\p{Script=Han}/u;
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const KOREAN = /\p{Script=Hangul}/u;
const BOPOMOFO = /\p{Script=Bopomofo}/u;

/** Prefixes of BCP 47 tags, of which longer ones come first. */
const STYLE_OF_LANGUAGE: readonly (readonly [string, HanStyle])[] = [
  ['zh-hk', 'hk'],
  ['zh-hant-hk', 'hk'],
  ['yue', 'hk'],
  ['zh-tw', 'tc'],
  ['zh-hant', 'tc'],
  ['zh', 'sc'],
  ['ja', 'jp'],
  ['ko', 'kr'],
];

/** Decides by the other characters or the language; undefined if neither does. */
export function chooseHanStyle(text: string, language: string | undefined): HanStyle | undefined {
  if (JAPANESE.test(text)) return 'jp';
  if (KOREAN.test(text)) return 'kr';
  if (BOPOMOFO.test(text)) return 'tc';
  return HAN.test(text) ? styleOfLanguage(language?.toLowerCase() ?? '') : undefined;
}

function styleOfLanguage(language: string): HanStyle | undefined {
  return STYLE_OF_LANGUAGE.find(([tag]) => language === tag || language.startsWith(`${tag}-`))?.[1];
}

type Granularity = 'grapheme' | 'word';

const segmenters = new Map<Granularity, Intl.Segmenter>();

/** Splits a text as UAX #29 says. Segmenters are kept because they are expensive. */
export function splitText(text: string, granularity: Granularity): string[] {
  const segmenter = segmenters.get(granularity) ?? new Intl.Segmenter('und', { granularity });
  segmenters.set(granularity, segmenter);
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Shaping does not change these characters. The fraction slash (U+2044) is not one of them. */
const SIMPLE_TEXT =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u0588\u10a0-\u10ff\u1c90-\u1cbf\u1e00-\u1fff\u2000-\u200a\u2010-\u2027\u202f-\u2043\u2045-\u205f\u2070-\u20cf\u2100-\u2bff\u2c60-\u2c7f\u3000-\u3029\u3030-\u3098\u309b-\u3163\u3165-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua720-\ua7ff\uac00-\ud7a3\uf900-\ufaff\uff01-\uff9d\uffa1-\uffe6]*$/;

const SIMPLE_SCRIPT =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]$/u;

export function isSimpleText(text: string): boolean {
  return SIMPLE_TEXT.test(text);
}

/** Returns true if a character is drawn without kerning and ligatures. */
function isSimpleScript(character: string): boolean {
  return SIMPLE_SCRIPT.test(character);
}

export interface TextRun {
  readonly face: FontFace;
  readonly level: number;
  readonly style: ShapingStyle;
  readonly start: number;
  readonly end: number;
}

interface Cluster extends TextRun {
  /** Undefined means any script. */
  readonly script: string | undefined;
}

/** These scripts have shaping rules of their own. */
const SCRIPTS = [
  'Latin',
  'Greek',
  'Cyrillic',
  ...SCRIPTS_WITH_A_FONT,
  'Hangul',
  'Han',
  'Hiragana',
  'Katakana',
].map((name) => ({ name, pattern: new RegExp(`^\\p{Script=${name}}`, 'u') }));
const NO_SCRIPT = /^[\p{Script=Common}\p{Script=Inherited}]/u;

/** Returns the runs in text order. Throws `text_not_drawable`. */
export function splitRuns(
  text: string,
  direction: TextDirection,
  fonts: FontStack,
  isFullyShaped = false,
): TextRun[] {
  const runs: Cluster[] = [];
  for (const listed of listClusters(text, direction, fonts)) {
    const cluster: Cluster = isFullyShaped ? { ...listed, style: 'full' } : listed;
    const last = runs.at(-1);
    if (last && belongs(cluster, last)) runs[runs.length - 1] = join(last, cluster);
    else runs.push(cluster);
  }
  return runs;
}

function listClusters(text: string, direction: TextDirection, fonts: FontStack): Cluster[] {
  const levels = findLevels([...text], direction);
  let face: FontFace | undefined;
  let [character, start] = [0, 0];
  return splitText(text, 'grapheme').map((segment) => {
    const level = levels[character] ?? 0;
    character += [...segment].length;
    start += segment.length;
    face = fonts.chooseFor(segment, face) ?? face ?? fonts.first;
    const script = scriptOf(segment);
    return { face, level, script, style: styleOf(segment), start: start - segment.length, end: start };
  });
}

function belongs(cluster: Cluster, run: Cluster): boolean {
  if (cluster.face !== run.face || cluster.level !== run.level) return false;
  if (cluster.script !== undefined && run.script !== undefined && cluster.script !== run.script) return false;
  return cluster.style === run.style || (cluster.script === undefined && run.style === 'full');
}

function join(run: Cluster, cluster: Cluster): Cluster {
  return { ...run, script: run.script ?? cluster.script, end: cluster.end };
}

function styleOf(cluster: string): ShapingStyle {
  if (isSimpleText(cluster)) return 'plain';
  return [...cluster].every(isSimpleScript) ? 'marks' : 'full';
}

function scriptOf(cluster: string): string | undefined {
  const telling = [...cluster].find((character) => !NO_SCRIPT.test(character));
  if (telling === undefined) return undefined;
  return SCRIPTS.find(({ pattern }) => pattern.test(telling))?.name ?? 'Other';
}
