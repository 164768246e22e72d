import { z } from 'zod';

export type MemberSchema = Exclude<z.core.JSONSchema._JSONSchema, boolean>;

const known = new WeakMap<z.ZodType, readonly MemberSchema[]>();

/** One if it is not a union. */
export function describeValue(schema: z.ZodType): readonly MemberSchema[] {
  const found = known.get(schema) ?? alternativesOf(inlineNamed(z.toJSONSchema(schema, { io: 'input' })));
  known.set(schema, found);
  return found;
}

/** Those with a name in OpenAPI are references. */
function inlineNamed({ $defs = {}, ...schema }: z.core.JSONSchema.BaseSchema): MemberSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    const name = /^#\/\$defs\/(.+)$/.exec(value?.$ref ?? '')?.[1];
    if (name === undefined) return value;
    const { $ref: _, ...others } = value;
    return { ...inlineNamed({ $defs, ...$defs[name] }), ...others };
  });
}

/** None if no alternative has such a member. */
export function describeMember(schema: z.ZodType, path: readonly PropertyKey[]): readonly MemberSchema[] {
  return path.reduce<readonly MemberSchema[]>(
    (found, step) => (typeof step === 'number' ? elementsOf(found) : memberOf(found, String(step))),
    describeValue(schema),
  );
}

/** Of an object, or for a value of a map. */
export function memberOf(objects: readonly MemberSchema[], name: string): readonly MemberSchema[] {
  return objects.flatMap(({ properties = {}, additionalProperties }) =>
    alternativesOf(Object.hasOwn(properties, name) ? properties[name] : additionalProperties),
  );
}

export function elementsOf(lists: readonly MemberSchema[]): readonly MemberSchema[] {
  return lists.flatMap(({ items }) => (Array.isArray(items) ? [] : alternativesOf(items)));
}

function alternativesOf(schema: z.core.JSONSchema._JSONSchema | undefined): readonly MemberSchema[] {
  if (schema === undefined || typeof schema === 'boolean') return [];
  const alternatives = schema.anyOf ?? schema.oneOf;
  return alternatives === undefined ? [schema] : alternatives.flatMap(alternativesOf);
}
