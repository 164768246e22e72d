import { createRequire } from 'node:module';
import type { Bidi, BidiCharTypeName } from 'bidi-js';

export type TextDirection = 'ltr' | 'rtl';

/** Also directional controls (UAX #9). */
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
/** Of one line; with more all are ignored. */
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

/** Only for text with right-to-left letters. */
function loadBidi(): Bidi {
  loaded ??= (require('bidi-js') as () => Bidi)();
  return loaded;
}
