import type { DayFormat } from '@countersign/forms/attributes';
import { BOX_SIZES, type BoxType } from '@countersign/seal/layout';
import type { IconPath } from '../../../parts/controls.tsx';
import * as icons from '../../../parts/icons.ts';
import { boxKindsOf, type DraftSignee } from '../signee.ts';
import type { FieldMark, FieldType, Mark, Size } from './mark.ts';

interface FieldKindSpec {
  readonly icon: IconPath;
  readonly type: FieldType;
  /** `[i]` stands for a number that no other field has. */
  readonly attributes: readonly string[];
  readonly size: Size;
  readonly isMultiline: boolean;
  /** It is null for a field of any text. */
  readonly dateFormat: DayFormat | null;
  /** The account has to have it. */
  readonly capability: string | null;
}

const LINE: Size = { width: 150, height: 20 };

function textKind(icon: IconPath, attributes: readonly string[], size: Size = LINE): FieldKindSpec {
  return {
    icon,
    type: 'textField',
    attributes,
    size,
    isMultiline: false,
    dateFormat: null,
    capability: null,
  };
}

/** The new form fields of the palette; a kind is a type of field with attributes of its name [D10-04]. */
export const FIELD_KINDS = {
  date: textKind(icons.calendar, ['svc-date-now'], { width: 90, height: 20 }),
  day: { ...textKind(icons.calendar, [], { width: 90, height: 20 }), dateFormat: 'YYYY-MM-DD' },
  name: textKind(icons.user, ['svc-input-fullname']),
  email: textKind(icons.at, ['svc-format-email']),
  text: textKind(icons.edit, []),
  phone: textKind(icons.mobile, ['svc-format-mobile']),
  checkbox: { ...textKind(icons.ticked, [], { width: 14, height: 14 }), type: 'checkbox' },
  choice: { ...textKind(icons.choice, [], { width: 14, height: 14 }), type: 'radioButton' },
  dropdown: { ...textKind(icons.list, []), type: 'combobox' },
  paragraph: { ...textKind(icons.lines, [], { width: 240, height: 64 }), isMultiline: true },
  selection: { ...textKind(icons.log, [], { width: 150, height: 64 }), type: 'listbox' },
  company: {
    ...textKind(icons.account, ['svc-orgnumber-verification[i]', 'svc-verified-orgnumber[i]']),
    capability: 'signatureBankId',
  },
  attachment: {
    ...textKind(icons.paperclip, ['svc-upload-attachment[i]', 'svc-uploaded-attachmentname[i]']),
    capability: 'attachments',
  },
  scan: {
    ...textKind(icons.idCard, ['svc-scan-id[i]'], { width: 150, height: 100 }),
    capability: 'signatureIdScan',
  },
} as const satisfies Readonly<Record<string, FieldKindSpec>>;

export type FieldKind = keyof typeof FIELD_KINDS;
export type Kind = BoxType | FieldKind;

const BOX_ICONS: Readonly<Record<BoxType, IconPath>> = {
  signature: icons.signature,
  initials: icons.initials,
  id_scan: icons.idCard,
};

const BOX_ORDER: readonly BoxType[] = ['signature', 'initials', 'id_scan'];

export function isBoxKind(kind: Kind): kind is BoxType {
  return kind in BOX_ICONS;
}

export function iconOf(kind: Kind): IconPath {
  return isBoxKind(kind) ? BOX_ICONS[kind] : FIELD_KINDS[kind].icon;
}

export function startSize(kind: Kind): Size {
  return isBoxKind(kind) ? BOX_SIZES[kind] : FIELD_KINDS[kind].size;
}

/** Keys of the palette that act while the focus is on the pages. */
export const KIND_OF_KEY: ReadonlyMap<string, Kind> = new Map([
  ['s', 'signature'],
  ['i', 'initials'],
  ['d', 'date'],
  ['n', 'name'],
  ['t', 'text'],
  ['c', 'checkbox'],
]);

const FIELD_KIND_NAMES = Object.keys(FIELD_KINDS) as readonly FieldKind[];
/** The last of them are behind "More". */
const FIRST_OF_MORE = 'paragraph';
const MORE_INDEX = FIELD_KIND_NAMES.indexOf(FIRST_OF_MORE);

interface Palette {
  readonly main: readonly Kind[];
  readonly more: readonly Kind[];
}

type Capabilities = Readonly<Record<string, unknown>>;

/** Lists what can be placed for a person. Boxes depend on the method, and some fields on the account. */
export function paletteFor(
  { signatureType }: Pick<DraftSignee, 'signatureType'>,
  capabilities: Capabilities,
): Palette {
  const isOffered = (kind: FieldKind) => {
    const { capability }: FieldKindSpec = FIELD_KINDS[kind];
    return capability === null || capabilities[capability] === true;
  };
  const boxes = boxKindsOf(signatureType);
  return {
    main: [...BOX_ORDER.filter((kind) => boxes.includes(kind)), ...FIELD_KIND_NAMES.slice(0, MORE_INDEX)],
    more: FIELD_KIND_NAMES.slice(MORE_INDEX).filter(isOffered),
  };
}

/** The kinds that a field can be changed to. */
export function fieldKindsFor(capabilities: Capabilities, current: FieldKind): readonly FieldKind[] {
  return FIELD_KIND_NAMES.filter((kind) => {
    const { capability }: FieldKindSpec = FIELD_KINDS[kind];
    return kind === current || capability === null || capabilities[capability] === true;
  });
}

/** A field of another program may have attributes that no kind has: it is a text. */
export function kindOf(mark: Mark): Kind {
  if (mark.kind !== 'field') return mark.kind;
  const attributes = attributesOf(mark.name).map(withoutIndex);
  const found = FIELD_KIND_NAMES.find((kind) => {
    const spec: FieldKindSpec = FIELD_KINDS[kind];
    const [first] = spec.attributes;
    if (spec.type !== mark.type || spec.isMultiline !== mark.isMultiline) return false;
    return first !== undefined && attributes.includes(withoutIndex(first));
  });
  return found ?? plainKindOf(mark);
}

function plainKindOf({ type, isMultiline, dateFormat }: FieldMark): FieldKind {
  const found = FIELD_KIND_NAMES.find((kind) => {
    const spec: FieldKindSpec = FIELD_KINDS[kind];
    const isSameLook = spec.type === type && spec.isMultiline === isMultiline;
    return isSameLook && (spec.dateFormat === null) === (dateFormat === null) && spec.attributes.length === 0;
  });
  return found ?? 'text';
}

function attributesOf(name: string): readonly string[] {
  return name.split('|').slice(1);
}

function withoutIndex(attribute: string): string {
  return attribute.replace(/\[[^\]]*\]$/, '');
}

/** Points, brackets and pipes have a meaning in names of fields. */
const SPECIAL = /[.|[\]]/g;
/** Characters; attributes come after it. */
const MAX_BASE = 100;

/** Makes a name that neither the file nor another mark has, with the attributes of the kind. */
export function nameField(base: string, kind: FieldKind, taken: ReadonlySet<string>): string {
  const number = firstFreeIndex(taken);
  const attributes = FIELD_KINDS[kind].attributes
    .map((one) => `|${one.replace('[i]', `[${number}]`)}`)
    .join('');
  return uniqueName(base, attributes, taken);
}

/** The attributes stay. */
export function renameField(name: string, base: string, taken: ReadonlySet<string>): string {
  const bar = name.indexOf('|');
  return uniqueName(base, bar === -1 ? '' : name.slice(bar), taken);
}

function uniqueName(base: string, attributes: string, taken: ReadonlySet<string>): string {
  const plain = Array.from(base.replace(SPECIAL, ' ').replace(/\s+/g, ' ').trim())
    .slice(0, MAX_BASE)
    .join('');
  const bases = new Set([...taken].map(baseOf));
  let [name, number] = [plain, 1];
  while (bases.has(name)) {
    number += 1;
    name = `${plain} ${number}`;
  }
  return name + attributes;
}

export function baseOf(name: string): string {
  return name.split('|', 1)[0] ?? '';
}

/** Returns an index that no trigger has, so that its results come to its own field. */
function firstFreeIndex(taken: ReadonlySet<string>): number {
  const used = [...taken].flatMap((name) =>
    Array.from(name.matchAll(/\[(\d{1,6})\]/g), ([, index]) => Number(index)),
  );
  return Math.max(0, ...used) + 1;
}
