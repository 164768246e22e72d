import type { ScannedIdentity } from '@countersign/signing';
import {
  birthDateOf,
  type CheckLayout,
  checkDigitOf,
  classesOf,
  expiryDateOf,
  FILLER,
  type FieldName,
  isInClass,
  type Range,
  ZONE_LAYOUTS,
  type ZoneFormat,
  type ZoneLayout,
} from './layouts.ts';

export interface ZoneContent extends ScannedIdentity {
  readonly format: ZoneFormat;
  readonly sex: 'F' | 'M' | 'X' | null;
  /** `YYYY-MM` of French cards; null for others. */
  readonly issueMonth: string | null;
}

export type ZoneProblem = 'format' | 'characters' | 'check_digit' | 'date' | 'name' | 'kind';

/** Parses a zone. Returns a problem unless all check digits are right. */
export function parseZone(
  lines: readonly string[],
  today: string,
): { readonly content: ZoneContent } | { readonly problem: ZoneProblem } {
  const layout = layoutOf(lines);
  if (layout === undefined) return { problem: 'format' };
  if (!hasClasses(layout, lines)) return { problem: 'characters' };
  if (![...layout.checks, layout.composite].every((check) => isProved(lines, check)))
    return { problem: 'check_digit' };
  return readContent(layout, lines, today);
}

function layoutOf(lines: readonly string[]): ZoneLayout | undefined {
  const [first = ''] = lines;
  return ZONE_LAYOUTS.find(
    ({ lines: count, lineLength, format }) =>
      count === lines.length &&
      lines.every(({ length }) => length === lineLength) &&
      (format !== 'french_id' || first.startsWith('IDFRA')),
  );
}

function hasClasses(layout: ZoneLayout, lines: readonly string[]): boolean {
  return lines.every((line, number) =>
    classesOf(layout, number).every((holds, position) => isInClass(line.charAt(position), holds)),
  );
}

function textAt(lines: readonly string[], { line, start, end }: Range): string {
  return (lines[line] ?? '').slice(start, end);
}

export function isProved(
  lines: readonly string[],
  { at, covers, mayBeFiller, continuesIn }: CheckLayout,
): boolean {
  const given = (lines[at.line] ?? '').charAt(at.position);
  const text = covers.map((part) => textAt(lines, part)).join('');
  if (given !== FILLER) return given === checkDigitOf(text);
  if (mayBeFiller) return /^<*$/.test(text);
  if (continuesIn === undefined) return false;
  const rest = continuationOf(lines, continuesIn);
  return rest.length >= 2 && rest.endsWith(checkDigitOf(text + FILLER + rest.slice(0, -1)));
}

/** Returns the continuation with its check digit. */
function continuationOf(lines: readonly string[], place: Range): string {
  return textAt(lines, place).split(FILLER)[0] ?? '';
}

/** Returns the number and the optional data, which may begin with the rest of the number. */
function numberOf(layout: ZoneLayout, lines: readonly string[], textOf: (name: FieldName) => string) {
  const [{ at, continuesIn } = layout.composite] = layout.checks;
  const number = trimmed(textOf('documentNumber'));
  const optional = textOf('optional');
  if (continuesIn === undefined || (lines[at.line] ?? '').charAt(at.position) !== FILLER)
    return { number, optional };
  const rest = continuationOf(lines, continuesIn);
  return { number: number + rest.slice(0, -1), optional: optional.slice(rest.length + 1) };
}

function readContent(
  layout: ZoneLayout,
  lines: readonly string[],
  today: string,
): { readonly content: ZoneContent } | { readonly problem: ZoneProblem } {
  const { fields, format } = layout;
  const textOf = (name: FieldName) => {
    const place = fields[name];
    return place === undefined ? '' : textAt(lines, place);
  };
  const code = textOf('documentCode');
  if (!isIdentityDocument(code, format)) return { problem: 'kind' };
  const names =
    fields.names === undefined ? [textOf('lastName'), textOf('firstName')] : splitNames(textOf('names'));
  const [lastName, firstName] = names.map(wordsOf);
  if (lastName === undefined || lastName === '') return { problem: 'name' };
  const birthDate = birthDateOf(textOf('birthDate'), today);
  const expiryDate = fields.expiryDate === undefined ? null : expiryDateOf(textOf('expiryDate'), today);
  if (birthDate === null || (fields.expiryDate !== undefined && expiryDate === null))
    return { problem: 'date' };
  const issuingState = trimmed(textOf('issuingState'));
  const nationality = fields.nationality === undefined ? issuingState : trimmed(textOf('nationality'));
  if (issuingState.length === 0 || issuingState.includes(FILLER) || nationality.includes(FILLER))
    return { problem: 'characters' };
  const issueMonth = format === 'french_id' ? issueMonthOf(textOf('documentNumber'), today) : null;
  if (format === 'french_id' && issueMonth === null) return { problem: 'date' };
  const sex = textOf('sex');
  const { number, optional } = numberOf(layout, lines, textOf);
  return {
    content: {
      format,
      isPassport: code.startsWith('P'),
      issuingState,
      nationality,
      lastName,
      firstName: firstName ?? '',
      documentNumber: number,
      birthDate,
      sex: sex === 'F' || sex === 'M' || sex === 'X' ? sex : null,
      expiryDate,
      issueMonth,
      personalNumber: trimmed(optional) || trimmed(textOf('optional2')) || null,
    },
  };
}

/** Visas (V) do not prove an identity. */
function isIdentityDocument(code: string, format: ZoneFormat): boolean {
  return format === 'td3' ? code.startsWith('P') : /^[ACIP]/.test(code);
}

/** Two fillers separate last names from first names (ICAO Doc 9303-3 4.6). */
function splitNames(text: string): readonly string[] {
  const [last = '', ...first] = text.split('<<');
  return [last, first.join('<')];
}

function wordsOf(text: string): string {
  return text.replaceAll(FILLER, ' ').replace(/\s+/g, ' ').trim();
}

function trimmed(text: string): string {
  return text.replace(/<+$/, '');
}

/** The number of a French card begins with the month of issue. */
function issueMonthOf(number: string, today: string): string | null {
  const [year, month] = [number.slice(0, 2), number.slice(2, 4)];
  if (!/^\d\d$/.test(year) || !/^(0[1-9]|1[0-2])$/.test(month)) return null;
  return [`20${year}-${month}`, `19${year}-${month}`].find((date) => date <= today) ?? null;
}
