import type { BoxPosition } from '@countersign/signing';
import type { BoxKind, ComposedSignee, Composition } from '../model/composition.ts';
import { boxKindsOf } from '../model/methods.ts';
import type { PlacedBox } from './align.ts';

/** With its owner. */
export interface SigneeBox extends PlacedBox {
  readonly signee: ComposedSignee;
  readonly index: number;
}

export function boxId(signeeKey: string, kind: BoxKind): string {
  return `${signeeKey}/${kind}`;
}

export function parseBoxId(id: string): { readonly signeeKey: string; readonly kind: BoxKind } {
  const slash = id.lastIndexOf('/');
  return { signeeKey: id.slice(0, slash), kind: id.slice(slash + 1) === 'id_scan' ? 'id_scan' : 'signature' };
}

/** Those with a place, by page, then downwards, then to the right. */
export function listBoxes({ signees }: Pick<Composition, 'signees'>): readonly SigneeBox[] {
  const boxes = signees.flatMap((signee, index) =>
    boxKindsOf(signee.signatureType).flatMap((kind) => {
      const box = signee.boxes[kind];
      return box === undefined ? [] : [{ id: boxId(signee.key, kind), kind, box, signee, index }];
    }),
  );
  return boxes.toSorted(({ box: a }, { box: b }) => a.page - b.page || a.y - b.y || a.x - b.x);
}

export function placeBoxes(composition: Composition, moves: ReadonlyMap<string, BoxPosition>): Composition {
  if (moves.size === 0) return composition;
  const signees = composition.signees.map((signee) => {
    const moved = boxKindsOf(signee.signatureType).flatMap((kind) => {
      const box = moves.get(boxId(signee.key, kind));
      return box === undefined ? [] : [[kind, box] as const];
    });
    return moved.length === 0
      ? signee
      : { ...signee, boxes: { ...signee.boxes, ...Object.fromEntries(moved) } };
  });
  return { ...composition, signees };
}

/** Such signatures are on a new page. */
export function removeBoxes(composition: Composition, ids: readonly string[]): Composition {
  const signees = composition.signees.map((signee) => {
    const kept = Object.entries(signee.boxes).filter(([kind]) => !ids.includes(`${signee.key}/${kind}`));
    return { ...signee, boxes: Object.fromEntries(kept) };
  });
  return { ...composition, signees };
}

/** The other signee gives theirs of the same kind in exchange. */
export function giveBox(composition: Composition, id: string, toKey: string): Composition {
  const { signeeKey, kind } = parseBoxId(id);
  const from = composition.signees.find(({ key }) => key === signeeKey);
  const to = composition.signees.find(({ key }) => key === toKey);
  if (from === undefined || to === undefined || from === to) return composition;
  const signees = composition.signees.map((signee) => {
    if (signee === from) return withBox(signee, kind, to.boxes[kind]);
    return signee === to ? withBox(signee, kind, from.boxes[kind]) : signee;
  });
  return { ...composition, signees };
}

function withBox(signee: ComposedSignee, kind: BoxKind, box: BoxPosition | undefined): ComposedSignee {
  const { [kind]: _, ...others } = signee.boxes;
  return { ...signee, boxes: box === undefined ? others : { ...others, [kind]: box } };
}
