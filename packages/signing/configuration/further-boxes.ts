/**
 * The places beside the signature box where the sender wants a signature or initials (section 10 of the decisions,
 * docs/api/signees.md). One for all pages is stored as such: the boxes that it stands for follow from the pages.
 */

import { type Immutable, problem } from '@countersign/base';
import type { BoxRequest } from '@countersign/toolkit';
import { z } from 'zod';
import type { ErrorDetail } from '../errors.ts';
import { canHaveInitials, DEFAULT_SIGNATURE_TYPE } from '../methods/methods.ts';
import type { DraftSignee } from './configuration.ts';
import { MAX_FURTHER_BOXES, MAX_PLACED_BOXES } from './limits.ts';
import { findPositionProblems } from './positions.ts';
import { ALL_PAGES, DEFAULT_SCALE, FURTHER_BOX_KINDS } from './signee.ts';

type FurtherBoxInput = NonNullable<DraftSignee['furtherBoxes']>[number];
type SigneeWithBoxes = Pick<DraftSignee, 'furtherBoxes'>;

export const storedFurtherBox = z.object({
  kind: z.enum(FURTHER_BOX_KINDS),
  page: z.union([z.number(), z.literal(ALL_PAGES)]),
  x: z.number(),
  y: z.number(),
  scale: z.number(),
});
export type FurtherBox = Immutable<z.infer<typeof storedFurtherBox>>;

/** Returns undefined if there are none. Boxes without a position are left out. */
export function storeFurtherBoxes({ furtherBoxes = [] }: SigneeWithBoxes): readonly FurtherBox[] | undefined {
  const stored = furtherBoxes.map(withPosition).filter((box) => box !== null);
  return stored.length === 0 ? undefined : stored;
}

function withPosition({ kind, page, x, y, scale = DEFAULT_SCALE }: FurtherBoxInput): FurtherBox | null {
  return page === undefined || x === undefined || y === undefined ? null : { kind, page, x, y, scale };
}

/** Lists what the schema cannot know of the boxes of one signee. */
export function findFurtherBoxProblems(
  { signatureType = DEFAULT_SIGNATURE_TYPE, furtherBoxes = [] }: DraftSignee,
  path: string,
): readonly ErrorDetail[] {
  const isWithInitials = canHaveInitials(signatureType);
  return furtherBoxes.flatMap((box, index) => {
    const at = `${path}.furtherBoxes.${index}`;
    return [
      ...(box.kind === 'initials' && !isWithInitials
        ? [problem('initials_not_supported', `${at}.kind`, { signatureType })]
        : []),
      ...findPositionProblems(box, at),
    ];
  });
}

/** Lists the member with which the document has too many entries, or too many boxes on its pages. */
export function findExcessOfBoxes(
  signees: readonly SigneeWithBoxes[],
  pages: number,
): readonly ErrorDetail[] {
  let [entries, boxes] = [0, 0];
  for (const [signee, { furtherBoxes = [] }] of signees.entries())
    for (const [index, { page }] of furtherBoxes.entries()) {
      entries += 1;
      boxes += page === ALL_PAGES ? pages : 1;
      const path = `signeeDetails.${signee}.furtherBoxes.${index}`;
      if (entries > MAX_FURTHER_BOXES) return [tooMany(path, MAX_FURTHER_BOXES, 'entries')];
      if (boxes > MAX_PLACED_BOXES) return [tooMany(path, MAX_PLACED_BOXES, 'boxes')];
    }
  return [];
}

function tooMany(path: string, max: number, of: 'entries' | 'boxes'): ErrorDetail {
  return problem('too_many_boxes', path, { max, of });
}

/** Lists at most as many boxes as a document may have. Their ids are the paths of their entries. */
export function furtherBoxRequests(
  signees: readonly (SigneeWithBoxes & Pick<DraftSignee, 'fullName'>)[],
  pages: number,
): readonly BoxRequest[] {
  const requests: BoxRequest[] = [];
  for (const [signee, { furtherBoxes = [], fullName: label }] of signees.entries())
    for (const [index, box] of furtherBoxes.entries()) {
      const { kind: type, page, ...position } = withPosition(box) ?? {};
      if (type === undefined || page === undefined) continue;
      const request = { id: `signeeDetails.${signee}.furtherBoxes.${index}`, type, label, ...position };
      const room = MAX_PLACED_BOXES - requests.length;
      for (const number of listPages(page, pages).slice(0, room))
        requests.push({ ...request, placement: 'existing', page: number });
    }
  return requests;
}

/** Lists the pages that a box is on. */
export function listPages(page: FurtherBox['page'], pages: number): readonly number[] {
  return page === ALL_PAGES ? Array.from({ length: pages }, (_, index) => index) : [page];
}
