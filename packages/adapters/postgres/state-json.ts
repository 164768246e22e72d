import { type RawBuilder, sql } from 'kysely';

/** Marks a moment in stored JSON. No value of ours is an object with this one member. */
const DATE_MARK = '$date';

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
  return mapMembers(value, markDates);
}

function reviveDates(value: unknown): unknown {
  if (isMarkedDate(value)) return new Date(value[DATE_MARK]);
  return mapMembers(value, reviveDates);
}

function mapMembers(value: unknown, change: (member: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
}

function isMarkedDate(value: unknown): value is Record<typeof DATE_MARK, string> {
  return typeof value === 'object' && value !== null && DATE_MARK in value;
}
