import type { BoxPosition } from '@countersign/signing';
import type { Composition } from '../model/composition.ts';
import { boxKindsOf } from '../model/methods.ts';
import type { PlacedBox } from './align.ts';
import { boxId, placeBoxes } from './boxes-of.ts';
import { clampToPage, type Size } from './geometry.ts';

export type CopiedBoxes = readonly PlacedBox[];

export interface Pasted {
  readonly composition: Composition;
  readonly ids: readonly string[];
}

/**
 * At the position that they had. A signee signs in one box, so a copy goes to the next signee without one;
 * when everybody has one, the box itself moves.
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
    moves.set(target, clampToPage(kind, { ...box, page: page.index }, page.size));
  }
  return { composition: placeBoxes(composition, moves), ids: [...moves.keys()] };
}
