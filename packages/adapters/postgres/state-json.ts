import { type RawBuilder, sql } from 'kysely';

/** Member names that start with `$` get another. */
const DATE_MARK = '$date';
const ESCAPE = '$';

/** For jsonb. Dates keep their type; undefined members are left out. */
export function toJson(value: unknown): RawBuilder<unknown> {
  // Or drivers would make a PostgreSQL array.
  return sql`cast(${toJsonText(value)}::text as jsonb)`;
}

/** For columns that are encrypted. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(markDates(value));
}

export function fromJsonText<T>(text: string): T {
  return fromJson(JSON.parse(text));
}

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
