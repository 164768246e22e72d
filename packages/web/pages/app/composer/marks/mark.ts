import type { DayFormat } from '@countersign/forms/attributes';
import { BOX_SIZES, type BoxType, MAX_SCALE, MIN_SCALE } from '@countersign/seal/layout';
import type { DraftSignee } from '../signee.ts';

/** Sizes are in points. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Positions are in points from the top left corner of the page. */
export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** The text of the document that a position is taken from [D10-18]. */
export interface Anchor {
  readonly text: string;
  readonly occurrence: number;
  readonly dx: number;
  readonly dy: number;
}

export interface Place extends Rect {
  /** `UNKNOWN_PAGE` stands for an anchor that was not looked for yet, and `LOST_PAGE` for one that is not there. */
  readonly page: number;
  /** It is what is saved in place of page, x and y. */
  readonly anchor: Anchor | null;
  /** What this button of a choice stands for; empty for everything else. */
  readonly value: string;
}

export const UNKNOWN_PAGE = -1;
export const LOST_PAGE = -2;

export type FieldType = 'textField' | 'checkbox' | 'radioButton' | 'combobox' | 'listbox';

interface Owned {
  /** The id holds for this tab and is not saved. */
  readonly id: string;
  /** The key of a signee. */
  readonly owner: string;
  /** One, or one for each button of a choice. */
  readonly places: readonly Place[];
}

/** A signature, initials or the picture of an identity document. */
export interface BoxMark extends Owned {
  readonly kind: BoxType;
  /** The place counts for every page of the file. */
  readonly isOnAllPages: boolean;
}

export interface FieldOption {
  readonly label: string;
  readonly value?: string | undefined;
}

/** A form field that the sender adds to the file [D10-02]. */
export interface FieldMark extends Owned {
  readonly kind: 'field';
  readonly type: FieldType;
  /** Attributes included, and unlike all names of the file. */
  readonly name: string;
  readonly label: string;
  readonly isRequired: boolean;
  readonly isMultiline: boolean;
  readonly maxLength: number | null;
  /** It is null for a field of any text, and otherwise people choose a day in a calendar [D10-20]. */
  readonly dateFormat: DayFormat | null;
  readonly fontSize: number | null;
  readonly options: readonly FieldOption[];
}

/** Whatever the sender places on pages. */
export type Mark = BoxMark | FieldMark;

/** One place of a mark, with its owner. */
export interface PlacedMark {
  readonly id: string;
  readonly mark: Mark;
  readonly at: number;
  readonly place: Place;
  readonly owner: DraftSignee;
  /** The number of the owner, from 0. */
  readonly index: number;
}

export function placeId(mark: Mark, at = 0): string {
  return `${mark.id}/${at}`;
}

export function markIdOf(id: string): string {
  return id.slice(0, id.lastIndexOf('/'));
}

/** What a place may measure. A ratio is width by height. */
interface Shape {
  readonly ratio: number | null;
  readonly least: Size;
  readonly most: Size;
}

/** Points. A finger and an eye need this much of a check box, and of one line. */
const LEAST_FIELD: Size = { width: 8, height: 8 };
const MOST_FIELD: Size = { width: 14_400, height: 14_400 };

export function shapeOf(mark: Pick<BoxMark, 'kind'> | Pick<FieldMark, 'kind' | 'type'>): Shape {
  if (mark.kind === 'field') {
    const isSquare = mark.type === 'checkbox' || mark.type === 'radioButton';
    return { ratio: isSquare ? 1 : null, least: LEAST_FIELD, most: MOST_FIELD };
  }
  const { width, height } = BOX_SIZES[mark.kind];
  return {
    ratio: width / height,
    least: { width: width * MIN_SCALE, height: height * MIN_SCALE },
    most: { width: width * MAX_SCALE, height: height * MAX_SCALE },
  };
}

/** The saved scale of a box: a ten-thousandth is less than can be seen. */
export function scaleOf(kind: BoxType, { width }: Size): number {
  const scale = Math.round((width / BOX_SIZES[kind].width) * 10_000) / 10_000;
  return Math.min(Math.max(scale, MIN_SCALE), MAX_SCALE);
}

export function isOnEveryPage(mark: Mark): boolean {
  return mark.kind !== 'field' && mark.isOnAllPages;
}
