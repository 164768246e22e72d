/** The boxes of the signees on the pages of a document, and what is said of them in the evidence. */

import { findBoxSize } from '@countersign/seal/layout';
import type { PlacedBox } from '@countersign/toolkit';
import { listPages } from '../configuration/further-boxes.ts';
import type { DocumentState, Signee } from './document.ts';

type PreparedDocument = Pick<DocumentState, 'boxes' | 'signees' | 'filePages'>;

/** Lists all boxes of the document in reading order. `id` is that of their signee. */
export function listBoxes(document: PreparedDocument): readonly PlacedBox[] {
  const further = document.signees.flatMap((signee) => listFurtherBoxes(document, signee));
  return [...document.boxes, ...further].sort((a, b) => a.page - b.page || a.y - b.y || a.x - b.x);
}

/** Lists the boxes beside the signature box, with the name that the signee has now. */
export function listFurtherBoxes(
  { filePages }: Pick<DocumentState, 'filePages'>,
  { signeeId, fullName, furtherBoxes = [] }: Signee,
): readonly PlacedBox[] {
  return furtherBoxes.flatMap(({ kind, page, x, y, scale }) => {
    const box = { id: signeeId, type: kind, label: fullName, x, y, ...findBoxSize(kind, scale) };
    return listPages(page, filePages).map((number) => ({ ...box, page: number }));
  });
}

export function hasInitials({ furtherBoxes = [] }: Pick<Signee, 'furtherBoxes'>): boolean {
  return furtherBoxes.some(({ kind }) => kind === 'initials');
}

/** Pages count from 0. */
export interface MarksOnPage {
  readonly page: number;
  readonly count: number;
}

/** [D10-12] How often a person signed and initialled, on which pages. */
export interface Marks {
  readonly signatures: readonly MarksOnPage[];
  readonly initials: readonly MarksOnPage[];
}

export function countMarks(document: PreparedDocument, signee: Signee): Marks {
  const own = document.boxes.filter(({ id }) => id === signee.signeeId);
  const boxes = [...own, ...listFurtherBoxes(document, signee)];
  return { signatures: countByPage(boxes, 'signature'), initials: countByPage(boxes, 'initials') };
}

function countByPage(boxes: readonly PlacedBox[], type: PlacedBox['type']): readonly MarksOnPage[] {
  const counts = new Map<number, number>();
  for (const box of boxes) if (box.type === type) counts.set(box.page, (counts.get(box.page) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b).map(([page, count]) => ({ page, count }));
}
