import { type RawBuilder, sql } from 'kysely';

/** Marks a moment in stored JSON. Names that begin with `$` are escaped by another one: customers choose names, too. */
const DATE_MARK = '$date';
const ESCAPE = '$';

/** A value for a jsonb column. Moments keep their type; members that are undefined are left out. */
export function toJson(value: unknown): RawBuilder<unknown> {
  // The inner cast keeps both drivers from guessing: an array would become a PostgreSQL array.
  return sql`cast(${JSON.stringify(markDates(value))}::text as jsonb)`;
}

/** A value read from a jsonb column, moments as Date again. */
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
