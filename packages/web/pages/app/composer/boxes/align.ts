import type { BoxPosition } from '@countersign/signing';
import type { BoxKind } from '../model/composition.ts';
import { rectOf, round } from './geometry.ts';

export const ALIGNMENTS = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];
export type Direction = 'horizontal' | 'vertical';

export interface PlacedBox {
  readonly id: string;
  readonly kind: BoxKind;
  readonly box: BoxPosition;
}

type Moves = ReadonlyMap<string, BoxPosition>;

/** With the first one, of other pages too. Keeps sizes. */
export function align(boxes: readonly PlacedBox[], alignment: Alignment): Moves {
  const [first] = boxes;
  if (first === undefined) return new Map();
  const anchor = rectOf(first.kind, first.box);
  return new Map(
    boxes.map(({ id, kind, box }) => {
      const { width, height } = rectOf(kind, box);
      const x = startOf(alignment, ['left', 'center', 'right'], anchor.x, anchor.width, width) ?? box.x;
      const y = startOf(alignment, ['top', 'middle', 'bottom'], anchor.y, anchor.height, height) ?? box.y;
      return [id, { ...box, x: round(x), y: round(y) }];
    }),
  );
}

/** Null along the other axis. */
function startOf(
  alignment: Alignment,
  [start, middle]: readonly Alignment[],
  anchor: number,
  anchorLength: number,
  length: number,
): number | null {
  const isHorizontal = ['left', 'center', 'right'].includes(alignment);
  if (isHorizontal !== (start === 'left')) return null;
  if (alignment === start) return anchor;
  return anchor + (anchorLength - length) / (alignment === middle ? 2 : 1);
}

/** Makes gaps equal; the outermost boxes stay. */
export function distribute(boxes: readonly PlacedBox[], direction: Direction): Moves {
  const [axis, length] = direction === 'horizontal' ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const page = boxes[0]?.box.page;
  const onPage = boxes
    .filter(({ box }) => box.page === page)
    .map((one) => ({ ...one, rect: rectOf(one.kind, one.box) }))
    .toSorted((a, b) => a.rect[axis] - b.rect[axis]);
  const [first, last] = [onPage[0], onPage.at(-1)];
  if (first === undefined || last === undefined || onPage.length < 3) return new Map();
  const span = last.rect[axis] + last.rect[length] - first.rect[axis];
  const used = onPage.reduce((sum, { rect }) => sum + rect[length], 0);
  const gap = (span - used) / (onPage.length - 1);
  const moves = new Map<string, BoxPosition>();
  let position = first.rect[axis];
  for (const { id, box, rect } of onPage) {
    moves.set(id, { ...box, [axis]: round(position) });
    position += rect[length] + gap;
  }
  return moves;
}

/** That of the first one. */
export function matchScale(boxes: readonly PlacedBox[]): Moves {
  const scale = boxes[0]?.box.scale ?? 1;
  return new Map(boxes.map(({ id, box }) => [id, { ...box, scale }]));
}
