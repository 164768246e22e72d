import { z } from 'zod';

/**
 * Dotted paths of members the schema does not name. They do not fail a request, and are never dropped in silence
 * (decisions.md section 4). With a union, a member is unknown when every alternative says so.
 */
export function findUnknownMembers(schema: z.core.$ZodType, value: unknown, path = ''): string[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodUnion) return findInAlternatives(inner.options, value, path);
  if (inner instanceof z.ZodArray) return findInElements(inner.element, value, path);
  if (inner instanceof z.ZodObject) return findInObject(inner.shape, value, path);
  return [];
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrap(schema.unwrap());
  if (schema instanceof z.ZodDefault) return unwrap(schema.unwrap());
  return schema;
}

function findInObject(shape: z.core.$ZodShape, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const memberPath = path === '' ? name : `${path}.${name}`;
    const memberSchema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return memberSchema === undefined ? [memberPath] : findUnknownMembers(memberSchema, member, memberPath);
  });
}

function findInElements(element: z.core.$ZodType, value: unknown, path: string): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item, index) => findUnknownMembers(element, item, `${path}.${index}`));
}

function findInAlternatives(
  alternatives: readonly z.core.$ZodType[],
  value: unknown,
  path: string,
): string[] {
  const [first = [], ...rest] = alternatives.map((schema) => findUnknownMembers(schema, value, path));
  return first.filter((found) => rest.every((others) => others.includes(found)));
}
