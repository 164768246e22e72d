import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

type Direction = 'input' | 'output';

/** A schema with an `id` is described once. */
export class SchemaComponents {
  readonly schemas: Record<string, JsonSchema> = {};

  describe(schema: z.ZodType, io: Direction): JsonSchema {
    const described = z.toJSONSchema(schema, { target: 'draft-2020-12', io });
    const { $schema: _, id: _id, $defs = {}, ...rest } = described;
    // Requests may have further members, responses have none: a schema of both has two components.
    const ending = io === 'input' ? 'Input' : '';
    for (const [name, { id: _inner, ...definition }] of Object.entries($defs)) {
      this.add(`${name}${ending}`, relocate(definition, ending));
    }
    return relocate(rest, ending);
  }

  /** Throws if two schemas share a name. */
  add(name: string, schema: JsonSchema): JsonSchema {
    const known = this.schemas[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two schemas are named ${name}`);
    }
    this.schemas[name] = schema;
    return { $ref: `${COMPONENTS}${name}` };
  }
}

const COMPONENTS = '#/components/schemas/';

/** zod puts named schemas in `$defs`. */
function relocate(schema: object, ending: string): JsonSchema {
  const text = JSON.stringify(schema);
  return JSON.parse(
    text.replaceAll(/"\$ref":"#\/\$defs\/([^"]+)"/g, (_, name) => `"$ref":"${COMPONENTS}${name}${ending}"`),
  );
}
