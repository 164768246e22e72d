import { type Matches, matchLine } from './match-glyphs.ts';
import { ALPHABET, classesOf, isInClass, ZONE_LAYOUTS } from './mrz/layouts.ts';
import { type SolvedZone, solveZone } from './mrz/solve-zone.ts';
import { findDirection } from './picture/find-direction.ts';
import { findLines, type TextLine } from './picture/find-lines.ts';
import { findMarks } from './picture/find-marks.ts';
import { listZones, type Zone } from './picture/find-zones.ts';
import { type GreyImage, type Turned, turn } from './picture/open-picture.ts';

export interface FoundZone {
  readonly solved: SolvedZone;
  /** The picture, turned so that the text is upright. */
  readonly turned: Turned;
  readonly zone: Zone;
}

export interface ZoneFailure {
  /** What was seen of a zone; null without one. */
  readonly seen: {
    readonly pitch: number;
    readonly quality: number;
    readonly zone: Zone;
    readonly turned: Turned;
  } | null;
  readonly problem: string;
}

/** How far around a pixel the paper is measured, in parts of the longer side. */
const WINDOWS = [1 / 70, 1 / 36];
/** An angle in radians below which marks keep their shape. */
const LEVEL = 0.008;
/** The mean match that a zone needs. */
const MIN_QUALITY = 0.5;

/** Finds the zone, whichever way the picture is turned. */
export function scanGrey(image: GreyImage, today: string): FoundZone | ZoneFailure {
  let failure: ZoneFailure = { seen: null, problem: 'not_found' };
  for (const part of WINDOWS) {
    const window = Math.round(Math.max(image.width, image.height) * part);
    const direction = findDirection(findMarks(image, window));
    if (direction === null) continue;
    for (const angle of [direction, direction + Math.PI]) {
      const turned = Math.abs(angle) < LEVEL ? levelled(image) : turn(image, angle);
      const lines = findLines(findMarks(turned.image, window));
      const found = readZones(turned, lines, today);
      if ('solved' in found) return found;
      if ((found.seen?.quality ?? 0) > (failure.seen?.quality ?? 0)) failure = found;
    }
  }
  return failure;
}

function levelled(image: GreyImage): Turned {
  return { image, toSource: (x, y) => ({ x, y }) };
}

function readZones(turned: Turned, lines: readonly TextLine[], today: string): FoundZone | ZoneFailure {
  const reader = lineReader(turned.image);
  const candidates = listZones(lines)
    .map((zone) => {
      const matches = zone.lines.map(({ line, start }) => reader(line, start, zone.lineLength));
      return { zone, matches, quality: qualityOf(matches) };
    })
    .filter(({ quality }) => quality >= MIN_QUALITY)
    .sort((a, b) => b.quality - a.quality)
    .slice(0, 6);
  let failure: ZoneFailure = { seen: null, problem: 'not_found' };
  for (const { zone, matches, quality } of candidates) {
    const solution = solveZone(matches, today);
    if ('solved' in solution) return { solved: solution.solved, turned, zone };
    if (failure.seen === null || quality > failure.seen.quality) {
      const pitch = zone.lines[0]?.line.x.b ?? 0;
      failure = { seen: { pitch, quality, zone, turned }, problem: solution.problem };
    }
  }
  return failure;
}

/** Lines are matched once, because the zones of one picture share them. */
function lineReader(image: GreyImage) {
  const REACH = 10;
  const known = new Map<TextLine, { readonly from: number; readonly matches: readonly Matches[] }>();
  return (line: TextLine, start: number, count: number): readonly Matches[] => {
    let entry = known.get(line);
    if (entry === undefined || start < entry.from || start + count > entry.from + entry.matches.length) {
      const from = Math.min(start, line.first) - REACH;
      const to = Math.max(start + count, line.last) + REACH;
      entry = { from, matches: matchLine(image, line, from, to - from) };
      known.set(line, entry);
    }
    return entry.matches.slice(start - entry.from, start - entry.from + count);
  };
}

function qualityOf(matches: readonly (readonly Matches[])[]): number {
  const layouts = ZONE_LAYOUTS.filter(
    ({ lines, lineLength }) => lines === matches.length && lineLength === matches[0]?.length,
  );
  const qualities = layouts.map((layout) => {
    const best = matches.flatMap((line, number) => {
      const classes = classesOf(layout, number);
      return line.map((position, index) => bestInClass(position, classes[index] ?? 'any'));
    });
    return best.reduce((sum, match) => sum + match, 0) / Math.max(1, best.length);
  });
  return Math.max(0, ...qualities);
}

function bestInClass(matches: Matches, holds: Parameters<typeof isInClass>[1]): number {
  let best = -1;
  for (let index = 0; index < ALPHABET.length; index++) {
    if (isInClass(ALPHABET.charAt(index), holds)) best = Math.max(best, matches[index] ?? -1);
  }
  return best;
}
