import type { Box } from '@countersign/pdf';
import type { TextLine, TextPassage } from '@countersign/pdf/text';

interface PlacedWord {
  readonly start: number;
  readonly end: number;
  readonly line: TextLine;
  readonly box: Box;
}

/** A text whose words know their boxes. */
export interface PlacedText {
  readonly text: string;
  readonly words: readonly PlacedWord[];
}

const SPACE = /\s/;
const SOFT_HYPHEN = /\u00ad/g;
const LAST_HYPHEN = /[-\u2010]$/;

/** Characters within which the next word is looked for; hostile text would be searched to its end for each word. */
const MAX_AHEAD = 400;

/** Finds each word of the lines in the text of the passage, in which words that a hyphen divided are whole. */
export function placeText({ text, lines }: TextPassage): PlacedText {
  const words: PlacedWord[] = [];
  let at = 0;
  for (const line of lines) {
    for (const word of line.words) {
      while (at < text.length && SPACE.test(text[at] as string)) at += 1;
      const shown = word.text.replace(SOFT_HYPHEN, '');
      const found = text.startsWith(shown, at) ? shown : shown.replace(LAST_HYPHEN, '');
      const ahead = text.slice(at, at + MAX_AHEAD).indexOf(found);
      const start = at + Math.max(0, ahead);
      const end = Math.min(text.length, start + found.length);
      words.push({ start, end, line, box: word });
      at = end;
    }
  }
  return { text, words };
}

/** Returns one box for each line of a range of the text, around the words in it. */
export function boxesOf({ words }: PlacedText, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  let line: TextLine | undefined;
  for (let index = findFirst(words, start); index < words.length; index += 1) {
    const word = words[index] as PlacedWord;
    if (word.start >= end) break;
    const last = boxes.at(-1);
    if (last !== undefined && word.line === line) boxes[boxes.length - 1] = join(last, word.box);
    else boxes.push(round(word.box));
    line = word.line;
  }
  return boxes;
}

/** Returns the index of the first word that ends after an offset. */
function findFirst(words: readonly PlacedWord[], offset: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] as PlacedWord).end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function join(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return round({
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  });
}

/** A tenth of a point is finer than any screen shows, and half as long as JSON. */
function round({ x, y, width, height }: Box): Box {
  return { x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height) };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
