import type { FoundZone } from '../scan-grey.ts';
import { type ColourImage, cutOut, type Place } from './cut-out.ts';
import { type CardPlace, findCardByColour, valueAt } from './find-card.ts';
import { findDirection } from './find-direction.ts';
import { findMarks, type Mark } from './find-marks.ts';
import { type Box, cutBox, findPortrait } from './find-portrait.ts';
import type { GreyImage } from './open-picture.ts';

/** Sizes are in millimetres (ICAO Doc 9303-3 to -6), and distances of lines are from the lower edge. */
interface Card {
  readonly width: number;
  readonly height: number;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly left: number;
  readonly portrait: Box;
}

const PASSPORT: Card = {
  width: 125,
  height: 88,
  firstLine: 15.9,
  lastLine: 9.4,
  left: 6.5,
  portrait: { x: 6, y: 17, width: 36, height: 48 },
};
const LARGE_CARD: Card = {
  width: 105,
  height: 74,
  firstLine: 15.9,
  lastLine: 9.4,
  left: 6.5,
  portrait: { x: 5, y: 11, width: 29, height: 38.7 },
};
const SMALL_CARD: Card = {
  width: 85.6,
  height: 54,
  firstLine: 16.5,
  lastLine: 5.5,
  left: 4.5,
  portrait: { x: 4, y: 14, width: 27, height: 36 },
};
const PITCH = 2.54;

const FRONT_SIZE = { width: 1200, height: 800 };
const PORTRAIT_SIZE = { width: 450, height: 600 };

/** Maps millimetres from the upper left corner of a card into the picture. */
type Mapping = (x: number, y: number) => Place;

function cardOf({ zone }: FoundZone): Card {
  if (zone.lines.length === 3) return SMALL_CARD;
  return zone.lineLength === 44 ? PASSPORT : LARGE_CARD;
}

/** Finds the card by the characters of its zone, which have known positions on the document. */
function mappingOf(found: FoundZone, card: Card): Mapping {
  const { zone, turned } = found;
  const [first, last] = [zone.lines[0], zone.lines.at(-1)];
  if (first === undefined || last === undefined) throw new TypeError('a zone without lines');
  return (x, y) => {
    const index = (x - card.left) / PITCH - 0.5;
    const at = ({ line, start }: typeof first) => ({
      x: valueAt({ ...line.x, c: 0 }, 0) + (valueAt(line.x, start + index) - valueAt({ ...line.x, c: 0 }, 0)),
      y: valueAt(line.y, start + index),
    });
    const [upper, lower] = [at(first), at(last)];
    const share = (y - (card.height - card.firstLine)) / (card.firstLine - card.lastLine);
    return turned.toSource(upper.x + (lower.x - upper.x) * share, upper.y + (lower.y - upper.y) * share);
  };
}

export interface DocumentParts {
  /** The whole side, at 3:2. */
  readonly whole: ColourImage;
  /** The portrait, at 3:4; null if there is none where the layout has it. */
  readonly portrait: ColourImage | null;
}

/** Cuts out the side that has the zone, with its portrait. */
export function partsOfZoneSide(picture: ColourImage, found: FoundZone): DocumentParts {
  const card = cardOf(found);
  return cutCard(picture, card, mappingOf(found, card));
}

/** Cuts out the front, of both ways up the one with the face. Returns null without a card. */
export function partsOfFront(picture: ColourImage, grey: GreyImage): DocumentParts | null {
  const mapping = findCard(picture, grey);
  if (mapping === null) return null;
  const turned: Mapping = (x, y) => mapping(SMALL_CARD.width - x, SMALL_CARD.height - y);
  const [upright, upsideDown] = [mapping, turned].map((one) => portraitOf(picture, SMALL_CARD, one));
  const isTurned = (upsideDown?.score ?? 0) > (upright?.score ?? 0);
  return cutCard(picture, SMALL_CARD, isTurned ? turned : mapping);
}

function cutCard(picture: ColourImage, card: Card, mapping: Mapping): DocumentParts {
  // The result is 3:2, with the card in the middle.
  const height = Math.max(card.height, card.width / 1.5);
  const whole = cutOut(picture, FRONT_SIZE, (across, down) =>
    mapping(
      across * height * 1.5 - (height * 1.5 - card.width) / 2,
      down * height - (height - card.height) / 2,
    ),
  );
  const portrait = portraitOf(picture, card, mapping);
  return { whole, portrait: portrait && cutBox(picture, portrait.box, PORTRAIT_SIZE, mapping) };
}

/** Nearly all cards have the portrait at the left. */
function portraitOf(picture: ColourImage, { width, portrait }: Card, mapping: Mapping) {
  const mirrored = { ...portrait, x: width - portrait.x - portrait.width };
  return findPortrait(picture, [portrait], mapping) ?? findPortrait(picture, [mirrored], mapping);
}

/** The card is where the text is, and differs from the table. */
function findCard(picture: ColourImage, grey: GreyImage): Mapping | null {
  const all = findMarks(grey, Math.round(Math.max(grey.width, grey.height) / 36));
  const direction = findDirection(all);
  if (direction === null) return null;
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const marks = all.filter((mark) => hasNeighbours(mark, all, { cos, sin }));
  if (marks.length < MIN_CHARACTERS) return null;
  const along = marks.map(({ x, y }) => x * cos + y * sin).sort((a, b) => a - b);
  const across = marks.map(({ x, y }) => y * cos - x * sin).sort((a, b) => a - b);
  const at = (values: readonly number[], part: number) => values[Math.floor((values.length - 1) * part)] ?? 0;
  const [u, v] = [at(along, 0.5), at(across, 0.5)];
  const shape = {
    ratio: SMALL_CARD.width / SMALL_CARD.height,
    middle: { x: u * cos - v * sin, y: u * sin + v * cos },
  };
  const card =
    findCardByColour(picture, direction, shape) ??
    placeAround({
      left: at(along, 0.02),
      right: at(along, 0.98),
      top: at(across, 0.02),
      bottom: at(across, 0.98),
    });
  return (x, y) => {
    const right = card.left + (x / SMALL_CARD.width) * card.width;
    const down = card.top + (y / SMALL_CARD.height) * card.height;
    return { x: right * cos - down * sin, y: right * sin + down * cos };
  };
}

/** Text begins near the left edge and takes most of the height. */
function placeAround(text: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>): CardPlace {
  const ratio = SMALL_CARD.width / SMALL_CARD.height;
  const height = Math.max((text.bottom - text.top) / TEXT_HEIGHT_PART, (text.right - text.left) / ratio);
  const width = height * ratio;
  const left = text.left - TEXT_MARGIN_PART * width;
  return { left, top: (text.top + text.bottom) / 2 - 0.52 * height, width, height };
}

const TEXT_HEIGHT_PART = 0.75;
const TEXT_MARGIN_PART = 0.06;
const MIN_CHARACTERS = 20;

/** Characters have others of their height beside them; marks of a table or a pattern have not. */
function hasNeighbours(
  mark: Mark,
  all: readonly Mark[],
  { cos, sin }: { readonly cos: number; readonly sin: number },
): boolean {
  let count = 0;
  for (const other of all) {
    const [dx, dy] = [other.x - mark.x, other.y - mark.y];
    const [along, across] = [Math.abs(dx * cos + dy * sin), Math.abs(dy * cos - dx * sin)];
    const ratio = other.height / mark.height;
    if (other === mark || ratio < 0.7 || ratio > 1.4) continue;
    if (along < 4 * mark.height && across < 0.4 * mark.height) count++;
    if (count >= 3) return true;
  }
  return false;
}
