import { PdfError } from './errors.ts';

/** Throws `invalid_argument` with the argument's path (`boxes[0].x`). */
export type ArgumentCheck = (value: unknown, path: string) => void;

type Checks = Readonly<Record<string, ArgumentCheck>>;

export function checkArguments(values: Readonly<Record<string, unknown>>, checks: Checks): void {
  // Without the arrays of `Object.entries`: it is called for each text that is measured.
  for (const name in checks) checks[name]?.(values[name], name);
}

export const anything: ArgumentCheck = () => undefined;
export const text: ArgumentCheck = matching('a string', (value) => typeof value === 'string');
export const boolean: ArgumentCheck = matching('true or false', (value) => typeof value === 'boolean');
/** NaN too: some ranges have an error code of their own. */
export const number: ArgumentCheck = matching('a number', (value) => typeof value === 'number');
export const finite: ArgumentCheck = matching('a finite number', Number.isFinite);
export const integer: ArgumentCheck = matching('a whole number', Number.isInteger);
export const positive: ArgumentCheck = matching(
  'a finite number above 0',
  (value) => Number.isFinite(value) && Number(value) > 0,
);
/** A timer that is set for longer ends at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Checks a number of milliseconds that a timer can wait. */
export const duration: ArgumentCheck = matching(
  `a number above 0 and at most ${MAX_TIMER_MS}`,
  (value) => typeof value === 'number' && value > 0 && value <= MAX_TIMER_MS,
);
export const date: ArgumentCheck = matching(
  'a valid Date',
  (value) => value instanceof Date && !Number.isNaN(value.getTime()),
);
/** The pattern is needed because `Date` also parses other texts, and 30 February. */
export const moment: ArgumentCheck = matching(
  'a date and time in ISO 8601',
  (value) => typeof value === 'string' && isMoment(value),
);
export const callback: ArgumentCheck = matching('a function', (value) => typeof value === 'function');
export const bytes: ArgumentCheck = matching('a Uint8Array or an ArrayBuffer', isBytes);
export const path: ArgumentCheck = matching(
  'a path',
  (value) => typeof value === 'string' && value !== '' && !value.includes('\0'),
);
export const pathOrBytes: ArgumentCheck = matching(
  'a path, a Uint8Array or an ArrayBuffer',
  (value) => (typeof value === 'string' && value !== '' && !value.includes('\0')) || isBytes(value),
);
export const openFile: ArgumentCheck = matching('a PdfFile, which openPdf returns', isOpenFile);

export function matching(expected: string, isRight: (value: unknown) => boolean): ArgumentCheck {
  return (value, at) => {
    if (!isRight(value)) throw invalidArgument(at, expected, value);
  };
}

export function optional(check: ArgumentCheck): ArgumentCheck {
  return (value, at) => {
    if (value !== undefined) check(value, at);
  };
}

export function oneOf(...values: readonly (string | number)[]): ArgumentCheck {
  return matching(`one of ${values.join(', ')}`, (value) => values.some((each) => each === value));
}

/** Throws the error of the last check. */
export function either(...checks: readonly [ArgumentCheck, ...ArgumentCheck[]]): ArgumentCheck {
  return (value, at) => {
    for (const [index, check] of checks.entries()) {
      try {
        check(value, at);
        return;
      } catch (error) {
        if (index === checks.length - 1) throw error;
      }
    }
  };
}

export function listOf(check: ArgumentCheck): ArgumentCheck {
  const isList = matching('an array', Array.isArray);
  return (value, at) => {
    isList(value, at);
    for (const [index, item] of (value as readonly unknown[]).entries()) check(item, `${at}[${index}]`);
  };
}

/** Other members are ignored. */
export function shape(members: Checks): ArgumentCheck {
  const isObject = matching('an object', (value) => typeof value === 'object' && value !== null);
  const entries = Object.entries(members);
  return (value, at) => {
    isObject(value, at);
    for (const [name, check] of entries) check((value as Record<string, unknown>)[name], `${at}.${name}`);
  };
}

/** As `shape`, without other members: a misspelt option would have no effect. */
export function exactly(members: Checks): ArgumentCheck {
  const check = shape(members);
  const expected = `no member but ${Object.keys(members).join(', ')}`;
  return (value, at) => {
    check(value, at);
    for (const [name, found] of Object.entries(value as object)) {
      if (!Object.hasOwn(members, name)) throw invalidArgument(`${at}.${name}`, expected, found);
    }
  };
}

export function toUint8Array(value: Uint8Array | ArrayBuffer): Uint8Array {
  return value instanceof ArrayBuffer ? new Uint8Array(value) : value;
}

export function invalidArgument(argument: string, expected: string, value: unknown): PdfError {
  const found = describe(value);
  const message = `${argument}: expected ${expected}, found ${found}`;
  return new PdfError('invalid_argument', message, { argument, expected, found });
}

function isMoment(value: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(value) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(value))) return false;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** The content may be personal data. */
function describe(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid Date' : 'a Date';
  if (value instanceof URL) return 'a URL (fileURLToPath makes a path of it)';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return `an object (${value.constructor?.name ?? 'without a class'})`;
  if (value === '') return 'an empty string';
  return `a ${typeof value}`;
}

function isBytes(value: unknown): boolean {
  return value instanceof Uint8Array || value instanceof ArrayBuffer;
}

/** A program may have two copies of this package. */
function isOpenFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'catalog' in value && 'saveIncremental' in value;
}
