import { MAX_PROBLEMS } from '@countersign/identity';
import { invalid, type Problem } from '@countersign/signing';
import { describeValue, elementsOf, type MemberSchema, memberOf } from '@countersign/signing/schema';
import type { z } from 'zod';

export interface BodyOutline {
  readonly unknownMembers: readonly string[];
  readonly unknownCount: number;
  /** Their elements were not visited. */
  readonly problems: readonly Problem[];
}

/**
 * Unknown members cause warnings [D4-08] [D4-09]. Long lists are found here because the validator visits all
 * elements first.
 */
export function inspectBody(schema: z.ZodType, body: unknown): BodyOutline {
  const outline = { unknownMembers: [], unknownCount: 0, problems: [] };
  inspectValue(describeValue(schema), body, '', outline);
  return outline;
}

interface Found {
  readonly unknownMembers: string[];
  unknownCount: number;
  readonly problems: Problem[];
}

function inspectValue(
  alternatives: readonly MemberSchema[],
  value: unknown,
  path: string,
  found: Found,
): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) inspectList(alternatives, value, path, found);
  else inspectObject(alternatives, value, path, found);
}

function inspectObject(
  alternatives: readonly MemberSchema[],
  value: object,
  path: string,
  found: Found,
): void {
  const objects = alternatives.filter(({ properties }) => properties !== undefined);
  // Alternatives without a schema are not checked.
  if (objects.length === 0 || objects.length < alternatives.length) return;
  for (const [name, member] of Object.entries(value)) {
    const known = memberOf(objects, name);
    if (known.length > 0) inspectValue(known, member, joinPath(path, name), found);
    else noteUnknown(joinPath(path, name), found);
  }
}

function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function noteUnknown(path: string, found: Found): void {
  found.unknownCount += 1;
  if (found.unknownMembers.length < MAX_PROBLEMS) found.unknownMembers.push(path);
}

function inspectList(
  alternatives: readonly MemberSchema[],
  value: readonly unknown[],
  path: string,
  found: Found,
): void {
  const lists = alternatives.filter(({ type }) => type === 'array');
  if (lists.length === 0) return;
  const max = Math.max(...lists.map(({ maxItems = Number.POSITIVE_INFINITY }) => maxItems));
  if (value.length > max) {
    const min = Math.min(...lists.map(({ minItems = 0 }) => minItems));
    found.problems.push(invalid(path, 'count', { min, max }));
    return;
  }
  const elements = elementsOf(lists);
  for (const [index, element] of value.entries()) {
    inspectValue(elements, element, joinPath(path, String(index)), found);
  }
}
