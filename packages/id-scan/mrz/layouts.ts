/**
 * The alphabet of ICAO Doc 9303-3 4.3. The index of a character is its value for check digits, except for
 * `<`.
 */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';
export const FILLER = '<';
const FILLER_INDEX = ALPHABET.indexOf(FILLER);
const WEIGHTS = [7, 3, 1];

/** ICAO Doc 9303-3 4.9 defines the values. */
function checkValueOf(index: number): number {
  return index === FILLER_INDEX ? 0 : index;
}

export function checkDigitOf(text: string): string {
  const sum = Array.from(text).reduce(
    (total, character, index) =>
      total + checkValueOf(ALPHABET.indexOf(character)) * (WEIGHTS[index % WEIGHTS.length] ?? 0),
    0,
  );
  return String(sum % 10);
}

export type CharacterClass = 'letters' | 'digits' | 'digits_or_filler' | 'sex' | 'any';

/** A part of one line, without `end`. */
export interface Range {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

interface FieldLayout extends Range {
  readonly holds: CharacterClass;
}

/** The ranges are joined in order. */
export interface CheckLayout {
  readonly at: { readonly line: number; readonly position: number };
  readonly covers: readonly Range[];
  /** The check digit of an empty optional field may be `<`. */
  readonly mayBeFiller?: true;
  /**
   * If the check digit is `<`, the field goes on here, up to its check digit and `<` (ICAO Doc 9303-5
   * 4.2.2.1).
   */
  readonly continuesIn?: Range;
}

export type FieldName =
  | 'documentCode'
  | 'issuingState'
  | 'names'
  | 'lastName'
  | 'firstName'
  | 'office'
  | 'documentNumber'
  | 'nationality'
  | 'birthDate'
  | 'sex'
  | 'expiryDate'
  | 'optional'
  | 'optional2';

const ZONE_FORMATS = ['td1', 'td2', 'td3', 'french_id'] as const;
export type ZoneFormat = (typeof ZONE_FORMATS)[number];

export interface ZoneLayout {
  readonly format: ZoneFormat;
  readonly lines: number;
  readonly lineLength: number;
  readonly fields: Readonly<Partial<Record<FieldName, FieldLayout>>>;
  readonly checks: readonly CheckLayout[];
  readonly composite: CheckLayout;
}

function range(line: number, start: number, end: number): Range {
  return { line, start, end };
}

function field(line: number, start: number, end: number, holds: CharacterClass): FieldLayout {
  return { line, start, end, holds };
}

function check(line: number, position: number, ...covers: readonly Range[]): CheckLayout {
  return { at: { line, position }, covers };
}

/** ICAO Doc 9303-4 defines passports. */
const TD3: ZoneLayout = {
  format: 'td3',
  lines: 2,
  lineLength: 44,
  fields: {
    documentCode: field(0, 0, 2, 'letters'),
    issuingState: field(0, 2, 5, 'letters'),
    names: field(0, 5, 44, 'letters'),
    documentNumber: field(1, 0, 9, 'any'),
    nationality: field(1, 10, 13, 'letters'),
    birthDate: field(1, 13, 19, 'digits_or_filler'),
    sex: field(1, 20, 21, 'sex'),
    expiryDate: field(1, 21, 27, 'digits'),
    optional: field(1, 28, 42, 'any'),
  },
  checks: [
    check(1, 9, range(1, 0, 9)),
    check(1, 19, range(1, 13, 19)),
    check(1, 27, range(1, 21, 27)),
    { ...check(1, 42, range(1, 28, 42)), mayBeFiller: true },
  ],
  composite: check(1, 43, range(1, 0, 10), range(1, 13, 20), range(1, 21, 43)),
};

/** ICAO Doc 9303-6 defines cards of 105 by 74 mm. */
const TD2: ZoneLayout = {
  format: 'td2',
  lines: 2,
  lineLength: 36,
  fields: {
    documentCode: field(0, 0, 2, 'letters'),
    issuingState: field(0, 2, 5, 'letters'),
    names: field(0, 5, 36, 'letters'),
    documentNumber: field(1, 0, 9, 'any'),
    nationality: field(1, 10, 13, 'letters'),
    birthDate: field(1, 13, 19, 'digits_or_filler'),
    sex: field(1, 20, 21, 'sex'),
    expiryDate: field(1, 21, 27, 'digits'),
    optional: field(1, 28, 35, 'any'),
  },
  checks: [check(1, 9, range(1, 0, 9)), check(1, 19, range(1, 13, 19)), check(1, 27, range(1, 21, 27))],
  composite: check(1, 35, range(1, 0, 10), range(1, 13, 20), range(1, 21, 35)),
};

/** The French identity card of 1988 to 2021 is not of Doc 9303: its zone has no expiry date. */
const FRENCH_ID: ZoneLayout = {
  format: 'french_id',
  lines: 2,
  lineLength: 36,
  fields: {
    documentCode: field(0, 0, 2, 'letters'),
    issuingState: field(0, 2, 5, 'letters'),
    lastName: field(0, 5, 30, 'letters'),
    office: field(0, 30, 36, 'any'),
    documentNumber: field(1, 0, 12, 'any'),
    firstName: field(1, 13, 27, 'letters'),
    birthDate: field(1, 27, 33, 'digits'),
    sex: field(1, 34, 35, 'sex'),
  },
  checks: [check(1, 12, range(1, 0, 12)), check(1, 33, range(1, 27, 33))],
  composite: check(1, 35, range(0, 0, 36), range(1, 0, 35)),
};

/** ICAO Doc 9303-5 defines cards of 86 by 54 mm. */
const TD1: ZoneLayout = {
  format: 'td1',
  lines: 3,
  lineLength: 30,
  fields: {
    documentCode: field(0, 0, 2, 'letters'),
    issuingState: field(0, 2, 5, 'letters'),
    documentNumber: field(0, 5, 14, 'any'),
    optional: field(0, 15, 30, 'any'),
    birthDate: field(1, 0, 6, 'digits_or_filler'),
    sex: field(1, 7, 8, 'sex'),
    expiryDate: field(1, 8, 14, 'digits'),
    nationality: field(1, 15, 18, 'letters'),
    optional2: field(1, 18, 29, 'any'),
    names: field(2, 0, 30, 'letters'),
  },
  checks: [
    { ...check(0, 14, range(0, 5, 14)), continuesIn: range(0, 15, 30) },
    check(1, 6, range(1, 0, 6)),
    check(1, 14, range(1, 8, 14)),
  ],
  composite: check(1, 29, range(0, 5, 30), range(1, 0, 7), range(1, 8, 15), range(1, 18, 29)),
};

export const ZONE_LAYOUTS: readonly ZoneLayout[] = [TD3, FRENCH_ID, TD2, TD1];

/** Returns which characters a line may have. Check digits are digits. */
export function classesOf(layout: ZoneLayout, line: number): readonly CharacterClass[] {
  const classes = Array.from({ length: layout.lineLength }, (): CharacterClass => 'any');
  for (const part of Object.values(layout.fields)) {
    if (part.line === line) classes.fill(part.holds, part.start, part.end);
  }
  for (const { at, mayBeFiller, continuesIn } of [...layout.checks, layout.composite]) {
    if (at.line !== line) continue;
    classes[at.position] = mayBeFiller || continuesIn ? 'digits_or_filler' : 'digits';
  }
  return classes;
}

const MEMBERS: Readonly<Record<CharacterClass, RegExp>> = {
  letters: /[A-Z<]/,
  digits: /[0-9]/,
  digits_or_filler: /[0-9<]/,
  sex: /[MFX<]/,
  any: /[A-Z0-9<]/,
};

export function isInClass(character: string, holds: CharacterClass): boolean {
  return MEMBERS[holds].test(character);
}

/** Reads `YYMMDD`, and returns null for an invalid date. */

/**
 * Returns the latest such day that is not in the future. An unknown month or day is `<<` (ICAO Doc 9303-3
 * 4.8).
 */
export function birthDateOf(text: string, today: string): string | null {
  if (!/^\d\d(\d\d|<<)(\d\d|<<)$/.test(text)) return null;
  const [month, day] = [text.slice(2, 4), text.slice(4, 6)];
  const [known, ...rest] = [month, day].filter((part) => part !== '<<');
  if (known === undefined || rest.length === 0) return null;
  const short = `${text.slice(0, 2)}-${month}-${day}`;
  return [`20${short}`, `19${short}`].find((date) => isDate(date) && date <= today) ?? null;
}

/** Chooses the century of a document that is valid for at most ten years, or fifteen. */
export function expiryDateOf(text: string, today: string): string | null {
  if (!/^\d{6}$/.test(text)) return null;
  const short = `${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  const yearToday = Number(today.slice(0, 4));
  const dates = [`19${short}`, `20${short}`, `21${short}`].filter(isDate);
  return dates.find((date) => Math.abs(Number(date.slice(0, 4)) - yearToday) <= 50) ?? null;
}

function isDate(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}
