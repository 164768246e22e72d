/** A box to draw: displayed points, origin top-left. The inputs are not rotated. */
export interface DrawnBox {
  readonly type: 'signature' | 'id_scan';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly label: string;
}

export const A4 = { width: 595.28, height: 841.89 };
export const PAGE_HEIGHT = 842;
export const TEXT_SIZE = 12;

/** Drawn on the first page, in the sizes of the signing service. */
export const FIRST_PAGE_BOXES: readonly DrawnBox[] = [
  { type: 'signature', x: 72, y: 600, width: 219, height: 58, label: 'Ada Lovelace' },
  { type: 'id_scan', x: 320, y: 600, width: 218, height: 138, label: 'Grace Hopper' },
];

export const NEW_PAGE_BOX: DrawnBox = {
  type: 'signature',
  x: 72,
  y: 72,
  width: 219,
  height: 58,
  label: 'Alan Turing',
};

export const VALUES: readonly { readonly name: string; readonly value: string }[] = Array.from(
  { length: 20 },
  (_, index) => ({ name: `field${index + 1}`, value: `Value ${index + 1}` }),
);

export const FIELDS_PER_PAGE = 20;

/** A text field to create; displayed points, origin top-left. */
export interface AddedField {
  readonly name: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Each page gets as many new fields as the forms of the bench have. */
export function listAddedFields(pages: number): AddedField[] {
  return Array.from({ length: pages * FIELDS_PER_PAGE }, (_, index) => ({
    name: `added${index + 1}`,
    page: Math.floor(index / FIELDS_PER_PAGE),
    x: 320,
    y: 30 + (index % FIELDS_PER_PAGE) * 38,
    width: 200,
    height: 20,
  }));
}

/** Lower edge of a box and its label in PDF coordinates, from the bottom of the page. */
export function placeOnPage(box: DrawnBox, pageHeight: number): { bottom: number; textBottom: number } {
  const bottom = pageHeight - box.y - box.height;
  return { bottom, textBottom: bottom + box.height - 4 - TEXT_SIZE };
}
