/** Validation of JSON files. A schema library takes longer to load than the command to run. */
import { UsageError } from './usage-error.ts';

/** Validates a value; `place` (`0.placement`) is named in the {@link UsageError}. */
export type Reader<T> = (value: unknown, place: string) => T;

export const readText: Reader<string> = (value, place) =>
  typeof value === 'string' ? value : refuse(place, 'a text is expected');

export const readNumber: Reader<number> = (value, place) =>
  typeof value === 'number' ? value : refuse(place, 'a number is expected');

export const readInteger: Reader<number> = (value, place) =>
  Number.isInteger(value) ? (value as number) : refuse(place, 'a whole number is expected');

export const readPositive: Reader<number> = (value, place) =>
  typeof value === 'number' && value > 0 ? value : refuse(place, 'a number above 0 is expected');

export function oneOf<const T extends string>(...words: readonly T[]): Reader<T> {
  return (value, place) =>
    words.find((word) => word === value) ?? refuse(place, `expected is one of ${words.join(', ')}`);
}

export function listOf<T>(read: Reader<T>, least = 0): Reader<T[]> {
  return (value, place) => {
    if (!Array.isArray(value)) return refuse(place, 'a list is expected');
    if (value.length < least) return refuse(place, 'the list is empty');
    return value.map((item, index) => read(item, join(place, index)));
  };
}

export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (value, place) => (value === undefined ? undefined : read(value, place));
}

/** An object with these members; other members are ignored. */
export function objectOf<T extends object>(members: { readonly [K in keyof T]: Reader<T[K]> }): Reader<T> {
  return (value, place) => {
    const given = readObject(value, place);
    const read = Object.entries<Reader<unknown>>(members).map(([name, readMember]) => [
      name,
      readMember(given[name], join(place, name)),
    ]);
    return Object.fromEntries(read.filter(([, member]) => member !== undefined)) as T;
  };
}

export function readObject(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(place, 'an object is expected');
  return value as Readonly<Record<string, unknown>>;
}

function refuse(place: string, message: string): never {
  throw new UsageError(place === '' ? `: ${message}` : ` at ${place}: ${message}`);
}

export function join(place: string, part: string | number): string {
  return place === '' ? String(part) : `${place}.${part}`;
}
