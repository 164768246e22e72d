import { BOX_SIZES, type BoxType } from '@countersign/seal/layout';
import type { BoxMark, FieldMark, Mark, Place, PlacedMark } from '../pages/app/composer/marks/mark.ts';
import { listPlaced } from '../pages/app/composer/marks/marks.ts';
import { type DraftSignee, newSignee } from '../pages/app/composer/signee.ts';

export function buildPlace(change: Partial<Place> = {}): Place {
  return { page: 0, x: 0, y: 0, width: 150, height: 20, anchor: null, value: '', ...change };
}

/** A box in its full size, unless the place has another. */
export function buildBox(
  id: string,
  place: Partial<Place> = {},
  { kind = 'signature', ...change }: Partial<BoxMark> = {},
): BoxMark {
  const places = [buildPlace({ ...BOX_SIZES[kind as BoxType], ...place })];
  return { id, owner: 'ada', kind, isOnAllPages: false, places, ...change };
}

export function buildFieldMark(
  id: string,
  place: Partial<Place> = {},
  change: Partial<FieldMark> = {},
): FieldMark {
  return {
    ...{ id, owner: 'ada', kind: 'field', type: 'textField', name: id, label: '', isRequired: true },
    ...{ isMultiline: false, maxLength: null, dateFormat: null, fontSize: null, options: [] },
    places: [buildPlace(place)],
    ...change,
  };
}

export const ADA: DraftSignee = newSignee({ key: 'ada', fullName: 'Ada' });
export const BO: DraftSignee = newSignee({ key: 'bo', fullName: 'Bo', signingOrder: 2 });

export function placeMarks(...marks: readonly Mark[]): readonly PlacedMark[] {
  return listPlaced({ signees: [ADA, BO], marks });
}
