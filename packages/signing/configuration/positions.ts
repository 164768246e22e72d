/** Where boxes and fields are: by points, or by a text of the page (section 10). */

import { type Immutable, invalid } from '@countersign/base';
import { z } from 'zod';
import type { ErrorDetail } from '../errors.ts';
import { MAX_ANCHOR_LENGTH, MAX_ANCHOR_OCCURRENCE, MAX_COORDINATE } from './limits.ts';
import { line } from './text.ts';

const offset = z.number().min(-MAX_COORDINATE).max(MAX_COORDINATE).optional();

export const anchor = z
  .object({
    text: line({ min: 1, max: MAX_ANCHOR_LENGTH }).meta({
      description: 'Case counts; any white space stands for any other, line breaks included.',
    }),
    occurrence: z
      .int()
      .min(1)
      .max(MAX_ANCHOR_OCCURRENCE)
      .optional()
      .meta({ description: 'Which one of the document, counted from 1; 1 if not given.' }),
    dx: offset.meta({ description: 'Points to the right of the left edge of the text; 0 if not given.' }),
    dy: offset.meta({ description: 'Points below the top edge of its line; 0 if not given.' }),
  })
  .meta({ id: 'Anchor', description: 'A text of the document that page, x and y are taken from.' });
export type Anchor = Immutable<z.infer<typeof anchor>>;

/** They are optional, because a template may provide them and a draft may lack them. */
export const positionMembers = {
  page: z.int().min(0).max(MAX_COORDINATE).optional().meta({ description: 'Counted from 0.' }),
  x: z.number().min(0).max(MAX_COORDINATE).optional().meta({
    description: 'Points (1/72 inch) from the left edge of the page, as a reader shows it, to the box.',
  }),
  y: z.number().min(0).max(MAX_COORDINATE).optional().meta({
    description: 'Points from the top edge of the page, as a reader shows it, to the box.',
  }),
  anchor: anchor.optional().meta({ description: 'Instead of page, x and y.' }),
};

export interface Position {
  readonly page?: number | 'all' | undefined;
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly anchor?: Anchor | undefined;
}

const POSITION_MEMBERS = ['page', 'x', 'y'] as const;

/** Requires either all members or an anchor [D10-18]. */
export function findPositionProblems(position: Position, path: string): readonly ErrorDetail[] {
  if (position.anchor === undefined)
    return POSITION_MEMBERS.filter((member) => position[member] === undefined).map((member) =>
      invalid(`${path}.${member}`, 'required'),
    );
  const given = POSITION_MEMBERS.filter((member) => position[member] !== undefined);
  return given.map((member) => invalid(`${path}.${member}`, 'either', { other_member: `${path}.anchor` }));
}
