import type { BoxPosition } from '@countersign/signing';
import type { Composition } from '../model/composition.ts';
import { boxKindsOf } from '../model/methods.ts';
import type { PlacedBox } from './align.ts';
import { boxId, listBoxes, placeBoxes } from './boxes-of.ts';
import { findSpace } from './find-space.ts';
import { clampToPage, overlaps, rectOf, type Size } from './geometry.ts';

export type CopiedBoxes = readonly PlacedBox[];

export interface Pasted {
  readonly composition: Composition;
  readonly ids: readonly string[];
}

/**
 * At the position that they had, or in free space of the page. A signee signs in one box, so a copy goes to the next
 * signee without one; when everybody has one, the box itself moves.
 */
export function pasteBoxes(
  composition: Composition,
  copied: CopiedBoxes,
  page: { readonly index: number; readonly size: Size },
): Pasted {
  const moves = new Map<string, BoxPosition>();
  for (const { id, kind, box } of copied) {
    const free = composition.signees.find(
      (signee) =>
        boxKindsOf(signee.signatureType).includes(kind) &&
        signee.boxes[kind] === undefined &&
        !moves.has(boxId(signee.key, kind)),
    );
    const target = free === undefined ? id : boxId(free.key, kind);
    const wanted = clampToPage(kind, { ...box, page: page.index }, page.size);
    const occupied = listBoxes(placeBoxes(composition, moves))
      .filter((one) => one.id !== target && one.box.page === page.index)
      .map((one) => rectOf(one.kind, one.box));
    const isFree = !occupied.some((other) => overlaps(rectOf(kind, wanted), other));
    moves.set(target, isFree ? wanted : findSpace(kind, page, occupied, box.scale));
  }
  return { composition: placeBoxes(composition, moves), ids: [...moves.keys()] };
}
