import { explainIssues, type RevisionCondition, refuseProblems } from '@countersign/signing';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidRequest, type RequestRule } from '../errors/route-errors.ts';

/** `rest` is of what the answer has besides, such as counts: it matters to If-None-Match alone. */
export function revisionTag(revision: number, rest?: string): string {
  return rest === undefined ? `"${revision}"` : `"${revision}-${rest}"`;
}

/** RFC 9110 13.1.1. Absent: any revision may be changed. */
export function readIfMatch({ headers }: FastifyRequest): RevisionCondition {
  const given = headers['if-match'];
  if (given === undefined || given.trim() === '*') return () => true;
  const revisions = new Set(given.split(',').map((tag) => /^"(\d+)(?:-[^"]*)?"$/.exec(tag.trim())?.[1]));
  return (revision) => revisions.has(String(revision));
}

type Members = Readonly<Record<string, unknown>>;

/** Reads a merge patch (RFC 7396) with its nulls as paths of members to remove. */
export function mergePatch(value: unknown, patch: unknown, removed: readonly (readonly string[])[]): unknown {
  return removed.reduce(removeMember, merge(value, patch));
}

function merge(value: unknown, patch: unknown): unknown {
  if (!isMembers(patch)) return patch;
  const before = isMembers(value) ? value : {};
  const changed = Object.entries(patch).map(([name, member]) => [name, merge(before[name], member)]);
  return { ...before, ...Object.fromEntries(changed) };
}

function removeMember(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (!isMembers(value) || name === undefined || !Object.hasOwn(value, name)) return value;
  if (rest.length > 0) return { ...value, [name]: removeMember(value[name], rest) };
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A missing body counts as an empty object. Throws `invalid_request` with a problem per member. */
export function parseRequest<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const empty = value === undefined ? schema.safeParse({}) : result;
  if (empty.success) return empty.data;
  const { issues } = result.error;
  if (issues.some(({ path }) => path.length === 0)) {
    refuseProblems([invalidRequest(value === undefined ? 'body_missing' : shapeOf(schema))]);
  }
  refuseProblems(explainIssues(schema, value, issues));
  throw result.error;
}

function shapeOf(schema: z.ZodType): RequestRule {
  return schema instanceof z.ZodArray ? 'body_array' : 'body_object';
}

/** The path of the issuer or resource comes after the well-known one (RFC 8414 3.1, RFC 9728 3.1). */
export function readWellKnownSubject({ raw }: FastifyRequest, wellKnownPath: string): string {
  const [path = ''] = (raw.url ?? '').split('?');
  return path.slice(wellKnownPath.length);
}
