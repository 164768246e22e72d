import { describeValue, elementsOf, type MemberSchema, memberOf } from '@countersign/signing/schema-problems';
import type { z } from 'zod';

/** A request with one wrong member. */
export interface WrongRequest {
  readonly title: string;
  readonly path: string;
  readonly value: unknown;
}

const SAMPLES: Readonly<Record<string, string>> = {
  base64: 'QUJD',
  currency: 'sek',
  'date-time': '2027-01-31T12:00:00Z',
  'idn-email': 'ada@example.com',
  phone: '+46701234567',
  'redirect-url': 'https://example.com/thanks',
  uri: 'https://example.com/hook',
  uuid: '00000000-0000-4000-8000-000000000001',
};

/** A valid body with every known member. */
export function sampleBody(schema: z.ZodType): unknown {
  return sampleValues(describeValue(schema))[0];
}

/** One value per alternative of a union. */
function sampleValues(alternatives: readonly MemberSchema[]): unknown[] {
  return alternatives.map(sampleValue);
}

function sampleValue(schema: MemberSchema): unknown {
  const { const: only, enum: several, type, format = '', minLength = 1, minimum = 1, minItems = 1 } = schema;
  if (only !== undefined) return only;
  if (several !== undefined) return several[0];
  if (type === 'string') return SAMPLES[format] ?? 'x'.repeat(minLength);
  if (type === 'integer' || type === 'number') return Math.max(minimum, 1);
  if (type === 'boolean') return true;
  if (type === 'array') return Array.from({ length: minItems }, () => sampleValues(elementsOf([schema]))[0]);
  if (schema.properties !== undefined) {
    const names = Object.keys(schema.properties);
    return Object.fromEntries(names.map((name) => [name, sampleValues(memberOf([schema], name))[0]]));
  }
  return type === 'object' ? { key: 'value' } : 'anything';
}

/** Every way in which one member can be wrong: missing, null, another type, out of bounds. */
export function wrongBodies(schema: z.ZodType): WrongRequest[] {
  return describeValue(schema).flatMap((alternative) => wrongValues([alternative], sampleValue(alternative)));
}

function wrongValues(alternatives: readonly MemberSchema[], sample: unknown): WrongRequest[] {
  const own = wrongSelf(alternatives).map((wrong) => ({ ...wrong, path: '' }));
  return [...own, ...wrongMembers(alternatives, sample), ...wrongElements(alternatives, sample)];
}

function wrongMembers(alternatives: readonly MemberSchema[], sample: unknown): WrongRequest[] {
  if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return [];
  const names = Object.keys(sample);
  return names.flatMap((name) => {
    const below = memberOf(alternatives, name);
    const { [name]: value, ...rest } = sample as Record<string, unknown>;
    const isRequired = alternatives.every(({ required = [] }) => required.includes(name));
    const absent = [
      { title: 'missing', path: name, value: rest },
      { title: 'null', path: name, value: { ...rest, [name]: null } },
    ];
    // Tries every alternative of a union; a discriminator selects one.
    const samples = below.length > 1 ? sampleValues(below) : [value];
    const wrong = samples.flatMap((one) => wrongValues(below, one));
    return [
      ...(isRequired ? absent : []),
      ...wrong.map((found) => ({
        title: found.title,
        path: found.path === '' ? name : `${name}.${found.path}`,
        value: { ...rest, [name]: found.value },
      })),
    ];
  });
}

function wrongElements(alternatives: readonly MemberSchema[], sample: unknown): WrongRequest[] {
  if (!Array.isArray(sample) || sample.length === 0) return [];
  const [first, ...rest] = sample;
  return wrongValues(elementsOf(alternatives), first).map(({ title, path, value }) => ({
    title,
    path: path === '' ? '0' : `0.${path}`,
    value: [value, ...rest],
  }));
}

/** Values that are wrong for any schema of elements. */
function wrongSelf(alternatives: readonly MemberSchema[]): Omit<WrongRequest, 'path'>[] {
  const types = new Set(alternatives.map(({ type }) => (type === 'integer' ? 'number' : type)));
  if (types.has(undefined)) return [];
  const others = Object.entries({
    number: 7.5,
    string: 'nonsense',
    boolean: true,
    array: [[]],
    object: { x: 1 },
  });
  const wrongTypes = others
    .filter(([type]) => !types.has(type as never))
    .map(([type, value]) => ({ title: `${type} instead`, value }));
  return [...wrongTypes, ...alternatives.flatMap(outOfBounds)];
}

function outOfBounds(schema: MemberSchema): Omit<WrongRequest, 'path'>[] {
  const { type, format, minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const element = sampleValues(elementsOf([schema]))[0];
  const found: [title: string, isPossible: boolean, value: () => unknown][] = [
    ['another choice', schema.enum !== undefined || schema.const !== undefined, () => 'nonsense'],
    ['another format', format !== undefined && type === 'string', () => 'no such format %'],
    ['too short', minLength !== undefined, () => 'x'.repeat(Number(minLength) - 1)],
    ['too long', maxLength !== undefined, () => 'x'.repeat(Number(maxLength) + 1)],
    ['too small', minimum !== undefined, () => Number(minimum) - 1],
    ['too large', maximum !== undefined, () => Number(maximum) * 2],
    ['no whole number', type === 'integer', () => 1.5],
    ['too few', minItems !== undefined, () => Array(Number(minItems) - 1).fill(element)],
    ['too many', maxItems !== undefined, () => Array(Number(maxItems) + 1).fill(element)],
  ];
  return found.filter(([, isPossible]) => isPossible).map(([title, , value]) => ({ title, value: value() }));
}
