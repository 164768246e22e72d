/** A schema library takes longer to load than the command to run. */
import { UsageError } from './usage-error.ts';

/** `path` (`0.placement`) is named in the {@link UsageError}. */
export type Reader<T> = (value: unknown, path: string) => T;

export const readText: Reader<string> = (value, path) =>
  typeof value === 'string' ? value : refuse(path, 'expected a string');

export const readNumber: Reader<number> = (value, path) =>
  typeof value === 'number' ? value : refuse(path, 'expected a number');

export const readInteger: Reader<number> = (value, path) =>
  Number.isInteger(value) ? (value as number) : refuse(path, 'expected a whole number');

export const readPositive: Reader<number> = (value, path) =>
  typeof value === 'number' && value > 0 ? value : refuse(path, 'expected a number above 0');

export function oneOf<const T extends string>(...words: readonly T[]): Reader<T> {
  return (value, path) =>
    words.find((word) => word === value) ?? refuse(path, `expected one of ${words.join(', ')}`);
}

export function listOf<T>(read: Reader<T>, min = 0): Reader<T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) return refuse(path, 'expected a list');
    if (value.length < min) return refuse(path, 'expected a non-empty list');
    return value.map((item, index) => read(item, join(path, index)));
  };
}

export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (value, path) => (value === undefined ? undefined : read(value, path));
}

/** Other members are ignored. */
export function objectOf<T extends object>(members: { readonly [K in keyof T]: Reader<T[K]> }): Reader<T> {
  return (value, path) => {
    const given = readObject(value, path);
    const read = Object.entries<Reader<unknown>>(members).map(([name, readMember]) => [
      name,
      readMember(given[name], join(path, name)),
    ]);
    return Object.fromEntries(read.filter(([, member]) => member !== undefined)) as T;
  };
}

export function readObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(path, 'expected an object');
  return value as Readonly<Record<string, unknown>>;
}

function refuse(path: string, message: string): never {
  throw new UsageError(path === '' ? `: ${message}` : ` at ${path}: ${message}`);
}

export function join(path: string, part: string | number): string {
  return path === '' ? String(part) : `${path}.${part}`;
}
