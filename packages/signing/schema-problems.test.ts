import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { explainIssues } from './schema-problems.ts';

function rulesOf(schema: z.ZodType, value: unknown) {
  const problems = explainIssues(schema, value, schema.safeParse(value).error?.issues ?? []);
  return problems.map(({ path, params: { member: _, rule, ...params } }) => [path, rule, params]);
}

describe('what a schema refuses', () => {
  it('is told by what the schema says of the member, with both bounds whichever was broken', () => {
    const schema = z.object({
      page: z.int(),
      order: z.int().min(1),
      scale: z.number().min(0.25).max(1.5),
      name: z.string().min(1).max(10),
      kinds: z
        .array(z.enum(['a', 'b']))
        .min(1)
        .max(2),
    });
    expect(rulesOf(schema, { page: 1.5, order: 0, scale: 9, name: '', kinds: [] })).toEqual([
      ['page', 'whole_number', {}],
      ['order', 'whole_number', { min: 1 }],
      ['scale', 'range', { min: 0.25, max: 1.5 }],
      ['name', 'length', { min: 1, max: 10 }],
      ['kinds', 'count', { min: 1, max: 2 }],
    ]);
    expect(rulesOf(schema, { page: '1', order: true, scale: [], name: 7, kinds: ['a', 'c'] })).toEqual([
      ['page', 'whole_number', {}],
      ['order', 'whole_number', { min: 1 }],
      ['scale', 'range', { min: 0.25, max: 1.5 }],
      ['name', 'text', {}],
      ['kinds.1', 'choice', { allowed: 'a, b' }],
    ]);
  });

  it('is told inside the alternative of a union that the value has the type of', () => {
    const schema = z.object({ value: z.union([z.string(), z.array(z.string())]) });
    expect(rulesOf(schema, { value: 7 })).toEqual([['value', 'text_or_list', {}]]);
    expect(rulesOf(schema, { value: ['a', 7] })).toEqual([['value.1', 'text', {}]]);
  });

  it('is told once for each member, and for 100 members at most', () => {
    const schema = z.object({ list: z.array(z.int().min(1).multipleOf(2)) });
    expect(rulesOf(schema, { list: [-1] })).toHaveLength(1);
    expect(rulesOf(schema, { list: Array.from({ length: 5000 }, () => 'x') })).toHaveLength(100);
  });

  it('has a sentence of its own where nothing better is known', () => {
    const schema = z.object({ code: z.string().regex(/^x/), own: z.int().refine(() => false, 'x') });
    expect(rulesOf(schema, { code: 'a', own: 1 })).toEqual([
      ['code', 'invalid', {}],
      ['own', 'invalid', {}],
    ]);
  });
});
