import { type ColumnType, type RawBuilder, sql } from 'kysely';

/**
 * A jsonb column is written with `toJson` only, because the drivers would make a PostgreSQL array of a list.
 * Columns that may hold dates are typed as `unknown` and read with `fromJson`.
 */
export type JsonColumn<T> = ColumnType<T, RawBuilder<T>, RawBuilder<T>>;

/** The member of the object that stands for a date in JSON. */
const DATE_MARK = '$date';
/** Names of members that begin with it are stored with one more, so that none looks like the mark. */
const ESCAPE = '$';

/** Builds a value for a jsonb column. Dates keep their type; undefined members are left out. */
export function toJson<T>(value: T): RawBuilder<T> {
  return sql<T>`cast(${toJsonText(value)}::text as jsonb)`;
}

/** Formats a value for a column that is encrypted. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(markDates(value));
}

export function fromJsonText<T>(text: string): T {
  return fromJson(JSON.parse(text));
}

/** Reads what `toJson` stored. */
export function fromJson<T>(stored: unknown): T {
  return reviveDates(stored) as T;
}

function markDates(value: unknown): unknown {
  if (value instanceof Date) return { [DATE_MARK]: value.toISOString() };
  return mapMembers(value, markDates, (name) => (name.startsWith(ESCAPE) ? `${ESCAPE}${name}` : name));
}

function reviveDates(value: unknown): unknown {
  if (isMarkedDate(value)) return new Date(value[DATE_MARK]);
  return mapMembers(value, reviveDates, (name) => (name.startsWith(ESCAPE) ? name.slice(1) : name));
}

function mapMembers(
  value: unknown,
  change: (member: unknown) => unknown,
  rename: (name: string) => string,
): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [rename(name), change(member)]));
}

function isMarkedDate(value: unknown): value is Record<typeof DATE_MARK, string> {
  return typeof value === 'object' && value !== null && DATE_MARK in value;
}
