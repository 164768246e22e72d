/** One field as a reader reports it; lists are sorted. */
export interface FieldFacts {
  readonly name: string;
  readonly type: FieldFactsType;
  readonly flags: readonly string[];
  /** Text and choice fields only; for buttons see `shown`. */
  readonly value: readonly string[];
  readonly defaultValue: readonly string[];
  /** `export value = label`, in file order. */
  readonly options: readonly string[];
  readonly maxLength: number | null;
  /** `page x y width height` of every displayed widget, in tenths of a point. */
  readonly boxes: readonly string[];
  /** Widgets of a button whose on-state is the field's value. */
  readonly shown: readonly string[];
}

export type FieldFactsType = 'textField' | 'checkbox' | 'radioButton' | 'combobox' | 'listbox';

/** A partial record: missing members are not compared. */
export type StatedFacts = Pick<FieldFacts, 'name' | 'type'> & Partial<FieldFacts>;

export type FactsMember = Exclude<keyof FieldFacts, 'name' | 'type'>;

export const MEMBERS: readonly FactsMember[] = [
  'flags',
  'value',
  'defaultValue',
  'options',
  'maxLength',
  'boxes',
  'shown',
];

/** Bits of /Ff by field type, from 1 as in ISO 32000-1 tables 221, 226, 228 and 230. */
const COMMON_FLAGS: Readonly<Record<string, number>> = { readOnly: 1, required: 2 };
const TEXT_FLAGS = { multiline: 13, password: 14, fileSelect: 21, comb: 25 };
const FLAGS_OF: Readonly<Record<FieldFactsType, Readonly<Record<string, number>>>> = {
  textField: TEXT_FLAGS,
  checkbox: {},
  radioButton: { radiosInUnison: 26 },
  combobox: { edit: 19 },
  listbox: { multiSelect: 22 },
};

export function flagNames(type: FieldFactsType, flags: number): string[] {
  const bits = { ...COMMON_FLAGS, ...FLAGS_OF[type] };
  return Object.keys(bits).filter((name) => (flags & (1 << ((bits[name] ?? 1) - 1))) !== 0);
}

/** Returns the type by /FT and /Ff; undefined for push buttons, signatures and untyped fields. */
export function typeOf(fieldType: unknown, flags: number): FieldFactsType | undefined {
  if (fieldType === 'Tx') return 'textField';
  if (fieldType === 'Ch') return flags & (1 << 17) ? 'combobox' : 'listbox';
  if (fieldType !== 'Btn' || flags & (1 << 16)) return undefined;
  return flags & (1 << 15) ? 'radioButton' : 'checkbox';
}

interface Place {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Formats a box in tenths of a point, which absorbs rounding. */
export function formatBox({ page, x, y, width, height }: Place): string {
  return [page, ...[x, y, width, height].map(toTenths)].join(' ');
}

/** Rounded to millionths first: 0.15 may be 0.1499999. */
function toTenths(points: number): number {
  return Math.round(Math.round(points * 1e6) / 1e5) / 10 || 0;
}

/** Merges the widgets' facts into one record per name and type. */
export function joinFacts(parts: readonly StatedFacts[]): Map<string, StatedFacts> {
  const joined = new Map<string, StatedFacts>();
  for (const part of parts) {
    const key = `${part.type} ${part.name}`;
    const known = joined.get(key);
    joined.set(key, known ? join(known, part) : part);
  }
  return joined;
}

function join(a: StatedFacts, b: StatedFacts): StatedFacts {
  return {
    ...a,
    ...(a.value && b.value && a.value.length === 0 ? { value: b.value } : {}),
    ...(a.boxes && b.boxes ? { boxes: [...a.boxes, ...b.boxes].sort() } : {}),
    ...(a.shown && b.shown ? { shown: [...a.shown, ...b.shown].sort() } : {}),
  };
}
