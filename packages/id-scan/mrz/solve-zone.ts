import {
  ALPHABET,
  type CharacterClass,
  type CheckLayout,
  classesOf,
  FILLER,
  isInClass,
  type Range,
  ZONE_LAYOUTS,
  type ZoneLayout,
} from './layouts.ts';
import { isProved, parseZone, type ZoneContent } from './parse-zone.ts';

/** How well a position matches each character of the alphabet; 1 is the best. */
export type PositionMatches = ArrayLike<number>;

export interface SolvedZone {
  readonly content: ZoneContent;
  readonly lines: readonly string[];
  /** How many characters check digits corrected. */
  readonly corrected: number;
  readonly quality: number;
}

/** A zone is `unsure` if characters that no check digit covers, such as names, can be several letters. */
type SolveProblem = 'unsure' | 'check_digit' | 'not_valid';

export type Solution =
  | { readonly solved: SolvedZone }
  | { readonly problem: SolveProblem; readonly quality: number };

/**
 * A character below this match is not read. Above it, the best one has to be `MIN_MARGIN` better than the
 * next.
 */
const MIN_MATCH = 0.55;
const MIN_MARGIN = 0.035;
/** The margin may be smaller where a check digit covers the character. */
const MIN_CHECKED_MARGIN = 0.012;
/** A correction exchanges a character for one that matched nearly as well. */
const MAX_CORRECTION_COST = 0.14;
/** The best of several corrections that prove right has to lead by this; otherwise nothing is corrected. */
const MIN_CORRECTION_LEAD = 0.05;
const MAX_UNSURE_CHECKED = 2;

interface Choice {
  readonly character: string;
  readonly match: number;
  /** Other characters, the best match first. */
  readonly others: readonly { readonly character: string; readonly cost: number }[];
}

type Choices = readonly (readonly Choice[])[];

/** Solves a zone. Characters are corrected only where check digits prove it. */
export function solveZone(matches: readonly (readonly PositionMatches[])[], today: string): Solution {
  const solutions = ZONE_LAYOUTS.filter(
    ({ lines, lineLength }) =>
      lines === matches.length && matches.every(({ length }) => length === lineLength),
  ).map((layout) => solveAs(layout, matches, today));
  const solved = solutions.find((solution) => 'solved' in solution);
  const [first = { problem: 'not_valid', quality: 0 } as const] = solutions;
  return solved ?? solutions.find((one) => 'problem' in one && one.problem === 'unsure') ?? first;
}

function solveAs(
  layout: ZoneLayout,
  matches: readonly (readonly PositionMatches[])[],
  today: string,
): Solution {
  const choices = matches.map((line, number) => {
    const classes = classesOf(layout, number);
    return line.map((position, index) => choose(position, classes[index] ?? 'any'));
  });
  const all = choices.flat();
  const quality = all.reduce((sum, { match }) => sum + match, 0) / all.length;
  const lines = choices.map((line) => line.map(({ character }) => character).join(''));
  if (layout.format === 'french_id' && !lines[0]?.startsWith('IDFRA'))
    return { problem: 'not_valid', quality };
  const fixed = fixChecks(layout, choices, lines);
  if (fixed === null) return { problem: 'check_digit', quality };
  const parsed = parseZone(fixed.lines, today);
  if ('problem' in parsed)
    return { problem: parsed.problem === 'check_digit' ? 'check_digit' : 'not_valid', quality };
  if (!isSure(layout, choices, fixed.lines)) return { problem: 'unsure', quality };
  return { solved: { content: parsed.content, lines: fixed.lines, corrected: fixed.corrected, quality } };
}

function choose(matches: PositionMatches, holds: CharacterClass): Choice {
  const ranked = Array.from(ALPHABET, (character, index) => ({ character, match: matches[index] ?? -1 }))
    .filter(({ character }) => isInClass(character, holds))
    .sort((a, b) => b.match - a.match);
  const [best = { character: FILLER, match: -1 }, ...rest] = ranked;
  return {
    ...best,
    others: rest.slice(0, 5).map(({ character, match }) => ({ character, cost: best.match - match })),
  };
}

function fixChecks(layout: ZoneLayout, choices: Choices, lines: readonly string[]) {
  let fixed = lines;
  let corrected = 0;
  for (const check of [...layout.checks, layout.composite]) {
    if (isProved(fixed, check)) continue;
    const places = check === layout.composite ? uncheckedPlaces(layout) : placesOf(check);
    const better = correct(fixed, check, places, choices);
    if (better === null) return null;
    fixed = better.lines;
    corrected += better.corrected;
  }
  return { lines: fixed, corrected };
}

interface Place {
  readonly line: number;
  readonly position: number;
}

function placesIn({ line, start, end }: Range): readonly Place[] {
  return Array.from({ length: end - start }, (_, index) => ({ line, position: start + index }));
}

function placesOf({ at, covers }: CheckLayout): readonly Place[] {
  return [...covers.flatMap(placesIn), at];
}

/** Lists the positions that only the composite check digit covers. */
function uncheckedPlaces({ checks, composite }: ZoneLayout): readonly Place[] {
  const checked = new Set(checks.flatMap(placesOf).map(keyOf));
  return placesOf(composite).filter((place) => !checked.has(keyOf(place)));
}

function keyOf({ line, position }: Place): number {
  return line * 100 + position;
}

interface Exchange extends Place {
  readonly character: string;
  readonly cost: number;
}

/** Returns null if there is not exactly one likely correction. */
function correct(lines: readonly string[], check: CheckLayout, places: readonly Place[], choices: Choices) {
  const singles = places.flatMap(({ line, position }) =>
    (choices[line]?.[position]?.others ?? [])
      .filter(({ cost }) => cost <= MAX_CORRECTION_COST)
      .map(({ character, cost }) => ({ line, position, character, cost })),
  );
  const pairs = singles.flatMap((first, index) =>
    singles
      .slice(index + 1)
      .filter((second) => keyOf(second) !== keyOf(first) && first.cost + second.cost <= MAX_CORRECTION_COST)
      .map((second) => [first, second]),
  );
  const ways = [...singles.map((one) => [one]), ...pairs]
    .map((exchanges) => ({ exchanges, cost: exchanges.reduce((sum, { cost }) => sum + cost, 0) }))
    .sort((a, b) => a.cost - b.cost)
    .filter(({ exchanges }) => isProved(exchange(lines, exchanges), check));
  const [best, second] = ways;
  if (best === undefined) return null;
  if (second !== undefined && second.cost - best.cost < MIN_CORRECTION_LEAD) return null;
  return { lines: exchange(lines, best.exchanges), corrected: best.exchanges.length };
}

function exchange(lines: readonly string[], exchanges: readonly Exchange[]): readonly string[] {
  return lines.map((line, number) =>
    exchanges
      .filter((one) => one.line === number)
      .reduce(
        (text, { position, character }) => text.slice(0, position) + character + text.slice(position + 1),
        line,
      ),
  );
}

/** More is asked of corrections, because a check digit is right by chance once in ten. */
function isSure(layout: ZoneLayout, choices: Choices, lines: readonly string[]): boolean {
  const checked = new Set([...layout.checks, layout.composite].flatMap(placesOf).map(keyOf));
  let unsure = 0;
  for (const [line, row] of choices.entries()) {
    for (const [position, choice] of row.entries()) {
      const isChecked = checked.has(keyOf({ line, position }));
      const margin = choice.others[0]?.cost ?? 1;
      const isKept = lines[line]?.charAt(position) === choice.character;
      const isClear =
        choice.match >= MIN_MATCH && margin >= (isChecked ? MIN_CHECKED_MARGIN : MIN_MARGIN) && isKept;
      if (isClear) continue;
      if (!isChecked) return false;
      unsure++;
    }
  }
  return unsure <= MAX_UNSURE_CHECKED;
}
