import { type RawBuilder, sql } from 'kysely';

/** Marks a date in stored JSON. Member names that start with `$` are escaped by another. */
const DATE_MARK = '$date';
const ESCAPE = '$';

/** Encodes a value for jsonb. Dates keep their type; undefined members are left out. */
export function toJson(value: unknown): RawBuilder<unknown> {
  // The inner cast prevents drivers from making a PostgreSQL array.
  return sql`cast(${toJsonText(value)}::text as jsonb)`;
}

/** Encodes a value as text, for columns that are encrypted. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(markDates(value));
}

/** Decodes what `toJsonText` encoded. */
export function fromJsonText<T>(text: string): T {
  return fromJson(JSON.parse(text));
}

/** Decodes a value of a jsonb column. */
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
