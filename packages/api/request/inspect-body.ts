import { MAX_PROBLEMS } from '@countersign/identity';
import { invalid, type Problem } from '@countersign/signing';
import { describeValue, elementsOf, type MemberSchema, memberOf } from '@countersign/signing/schema';
import type { z } from 'zod';

/** What the schema of a body says about its outline, before the values are validated. */
export interface BodyOutline {
  /** Dotted paths of members that the schema does not name; the first ones if there are many. */
  readonly unknownMembers: readonly string[];
  readonly unknownCount: number;
  /** Lists with more entries than the schema allows; their entries were not visited. */
  readonly problems: readonly Problem[];
}

/**
 * Visits every value once that the schema names. Unknown members do not fail a request, and are never dropped in
 * silence [D4-08] [D4-09]. A member of a union is unknown if no alternative names it. Long lists are found
 * here because the validator visits every entry before it counts them.
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
  // Where something else than such an object is allowed, nothing is known about members.
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
