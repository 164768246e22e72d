import {
  baseDirection,
  findLevels,
  orderVisually,
  splitGraphemes,
  type TextDirection,
} from '@countersign/pdf';

export interface OrderedGrapheme {
  readonly text: string;
  readonly direction: TextDirection;
}

/** UAX #9 L2. */
export function orderGraphemes(line: string): OrderedGrapheme[] {
  const levels = findLevels([...line], baseDirection(line));
  let position = 0;
  const items = splitGraphemes(line).map((text) => {
    const level = levels[position] ?? 0;
    position += [...text].length;
    return { text, level };
  });
  return orderVisually(items).map(({ text, level }) => ({
    text,
    direction: level % 2 === 1 ? 'rtl' : 'ltr',
  }));
}
