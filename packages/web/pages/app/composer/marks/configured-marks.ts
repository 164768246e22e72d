import { BOX_SIZES, type BoxType } from '@countersign/seal/layout';
import type { DraftConfiguration } from '@countersign/signing';
import type { Draft } from '../draft.ts';
import { boxKindsOf, type DraftSignee } from '../signee.ts';
import {
  type Anchor,
  type BoxMark,
  type FieldMark,
  type FieldType,
  type Mark,
  type Place,
  placeId,
  type Size,
  scaleOf,
  UNKNOWN_PAGE,
} from './mark.ts';
import { ownershipOf } from './marks.ts';

type ConfiguredSignee = NonNullable<DraftConfiguration['signeeDetails']>[number];
type ConfiguredBox = NonNullable<ConfiguredSignee['signatureBox']>;
type ConfiguredField = NonNullable<ConfiguredSignee['formFields']>[number];

/** The members of a signee that place something. */
type Placement = Pick<
  ConfiguredSignee,
  'signaturePlacement' | 'signatureBox' | 'idScanBox' | 'furtherBoxes' | 'formFields'
>;

/** A signature without a box is on a new page, unless its method has further boxes [2.4-33]. */
export function configureMarks(draft: Draft, signee: DraftSignee): Placement {
  const { signature, scan, further, fileFields, newFields } = ownershipOf(draft, signee);
  const isOnNewPage = signature === undefined && !boxKindsOf(signee.signatureType).includes('id_scan');
  const formFields = [...fileFields.map((name) => ({ name })), ...newFields.map(configureField)];
  return {
    signaturePlacement: isOnNewPage ? 'new_page' : 'existing',
    signatureBox: signature && configureBox(signature),
    idScanBox: scan && configureBox(scan),
    furtherBoxes:
      further.length === 0
        ? undefined
        : further.map((mark) => ({ kind: furtherKind(mark), ...configureBox(mark), ...allPages(mark) })),
    formFields: formFields.length === 0 ? undefined : formFields,
  };
}

function furtherKind({ kind }: BoxMark): 'signature' | 'initials' {
  return kind === 'initials' ? kind : 'signature';
}

function allPages({ isOnAllPages }: BoxMark): { readonly page?: 'all' } {
  return isOnAllPages ? { page: 'all' } : {};
}

function configureBox({ kind, places: [place] }: BoxMark): ConfiguredBox {
  if (place === undefined) return {};
  return { ...configurePosition(place), scale: scaleOf(kind, place) };
}

/** An anchor stands in place of page, x and y [D10-18]. */
function configurePosition({ anchor, page, x, y }: Place) {
  if (anchor === null) return { page, x, y };
  const { text, occurrence, dx, dy } = anchor;
  return { anchor: { text, occurrence, dx, dy } };
}

function configureField(mark: FieldMark): ConfiguredField {
  const { name, type, label, isRequired, isMultiline, maxLength, dateFormat, fontSize, options, places } =
    mark;
  const [place] = places;
  const isText = type === 'textField';
  const hasText = isText || type === 'combobox' || type === 'listbox';
  const position =
    type === 'radioButton' || place === undefined
      ? { buttons: places.map((one) => ({ ...configureRect(one), value: one.value })) }
      : configureRect(place);
  return {
    name,
    type,
    ...position,
    label: label.trim() === '' ? undefined : label.trim(),
    required: isRequired,
    multiline: isText && isMultiline ? true : undefined,
    maxLength: isText ? (maxLength ?? undefined) : undefined,
    dateFormat: isText ? (dateFormat ?? undefined) : undefined,
    fontSize: hasText ? (fontSize ?? undefined) : undefined,
    options: hasText && !isText ? options : undefined,
  };
}

function configureRect(place: Place) {
  return { ...configurePosition(place), width: place.width, height: place.height };
}

export interface ConfiguredMarks {
  readonly marks: readonly Mark[];
  /** The names of fields of the file that belong to the signee. */
  readonly fileFields: readonly string[];
}

/** A box without a position is left out until it has one. */
export function readMarks(
  { signatureBox, idScanBox, furtherBoxes = [], formFields = [] }: Omit<Placement, 'signaturePlacement'>,
  owner: string,
): ConfiguredMarks {
  const further = furtherBoxes.map(({ kind, page, ...box }) => ({
    kind,
    box: { ...box, page: page === 'all' ? 0 : page },
    isOnAllPages: page === 'all',
  }));
  const boxes = [
    { kind: 'signature' as const, box: signatureBox ?? {}, isOnAllPages: false },
    { kind: 'id_scan' as const, box: idScanBox ?? {}, isOnAllPages: false },
    ...further,
  ];
  return {
    marks: [
      ...boxes.flatMap(({ kind, box, isOnAllPages }) => {
        const place = readPlace(box, sizeOf(kind, box.scale));
        return place === null
          ? []
          : [{ id: crypto.randomUUID(), owner, kind, places: [place], isOnAllPages }];
      }),
      ...formFields.flatMap((field) => readField(field, owner)),
    ],
    fileFields: formFields.filter(isOfFile).map(({ name }) => name),
  };
}

function sizeOf(kind: BoxType, scale = 1): Size {
  const { width, height } = BOX_SIZES[kind];
  return { width: width * scale, height: height * scale };
}

type Position = Pick<ConfiguredBox, 'page' | 'x' | 'y' | 'anchor'>;

function readPlace({ page, x, y, anchor }: Position, size: Size, value = ''): Place | null {
  if (anchor !== undefined)
    return { ...size, page: UNKNOWN_PAGE, x: 0, y: 0, anchor: readAnchor(anchor), value };
  if (page === undefined || x === undefined || y === undefined) return null;
  return { ...size, page, x, y, anchor: null, value };
}

function readAnchor({ text, occurrence = 1, dx = 0, dy = 0 }: NonNullable<Position['anchor']>): Anchor {
  return { text, occurrence, dx, dy };
}

function isOfFile({ name: _, ...settings }: ConfiguredField): boolean {
  return Object.values(settings).every((value) => value === undefined);
}

/** A field whose position is incomplete is left out. */
function readField(field: ConfiguredField, owner: string): readonly FieldMark[] {
  if (isOfFile(field)) return [];
  const { name, label = '', required = false, multiline = false, maxLength = null, fontSize = null } = field;
  const type: FieldType = field.type ?? 'textField';
  const { width = 0, height = 0, buttons = [], options = [], dateFormat = null } = field;
  const found =
    type === 'radioButton'
      ? buttons.map((button) => readPlace(button, button, button.value))
      : [readPlace(field, { width, height })];
  const places = found.filter((place) => place !== null).map(withRectOnly);
  if (places.length === 0) return [];
  const settings = { isRequired: required, isMultiline: multiline, maxLength, dateFormat, fontSize, options };
  return [{ id: crypto.randomUUID(), owner, kind: 'field', type, name, label, ...settings, places }];
}

function withRectOnly({ page, x, y, width, height, anchor, value }: Place): Place {
  return { page, x, y, width, height, anchor, value };
}

/** Returns the place that a member of a signee describes, by its path below the signee. */
export function placeOfMember(draft: Draft, signee: DraftSignee, path: string): string | null {
  const [member = '', at = '', part = '', button = ''] = path.split('.');
  const { signature, scan, further, fileFields, newFields } = ownershipOf(draft, signee);
  const index = Number(at);
  if (member === 'signatureBox') return signature === undefined ? null : placeId(signature);
  if (member === 'idScanBox') return scan === undefined ? null : placeId(scan);
  const mark = member === 'furtherBoxes' ? further[index] : newFields[index - fileFields.length];
  const isListed = member === 'furtherBoxes' || member === 'formFields';
  if (!isListed || at === '' || mark === undefined) return null;
  return placeId(mark, part === 'buttons' && button !== '' ? Number(button) : 0);
}
