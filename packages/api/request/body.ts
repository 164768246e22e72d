import { invalid, MAX_PROBLEMS } from '@countersign/base';
import { type ErrorDetail, refusal, refuseProblems } from '@countersign/signing';
import { describeValue, elementsOf, type MemberSchema, memberOf } from '@countersign/signing/schema-problems';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { invalidRequest } from '../errors/route-errors.ts';

/** Drops members that are null at any depth, because null means absent; arrays keep theirs. */
export function dropNullMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropNullMembers);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, dropNullMembers(member)]));
}

/** What a merge patch removes (RFC 7396): null members outside arrays. */
export function findNullMembers(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    member === null ? [[name]] : findNullMembers(member).map((path) => [name, ...path]),
  );
}

/** Members and elements: 10,000 form values need 30,000. */
const MAX_BODY_VALUES = 50_000;
/** The largest known object has thirteen. */
const MAX_OBJECT_MEMBERS = 1000;
/** The deepest known request has five. */
const MAX_BODY_DEPTH = 32;

/**
 * Bounds the work and recursion of parsing. Scans the text, because parsing half a million levels is slow.
 * Throws `invalid_request`; invalid JSON is left to the parser.
 */
export function refuseComplexJson(text: string): void {
  /** The number of commas in each open object or list. */
  const commas: number[] = [];
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) index = endOfString(text, index);
    else if (character === COMMA) {
      values += 1;
      commas[commas.length - 1] = (commas.at(-1) ?? 0) + 1;
    } else if (character === BRACE_CLOSE || character === BRACKET_CLOSE) {
      const members = (commas.pop() ?? 0) + 1;
      if (character === BRACE_CLOSE && members > MAX_OBJECT_MEMBERS) throw tooComplex();
    } else if (character === BRACE_OPEN || character === BRACKET_OPEN) {
      values += 1;
      commas.push(0);
    }
    if (commas.length > MAX_BODY_DEPTH || values > MAX_BODY_VALUES) throw tooComplex();
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKET_OPEN = 0x5b;
const BRACKET_CLOSE = 0x5d;
const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;

/** Returns the index of the closing quote, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) return index;
    if (character === BACKSLASH) index += 1;
  }
  return text.length;
}

function tooComplex() {
  const limits = { values: MAX_BODY_VALUES, members: MAX_OBJECT_MEMBERS, levels: MAX_BODY_DEPTH };
  return refusal(invalidRequest('body_complexity', limits));
}

export interface BodyOutline {
  readonly unknownMembers: readonly string[];
  readonly unknownCount: number;
  /** The values whose elements were not visited. */
  readonly problems: readonly ErrorDetail[];
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
  readonly problems: ErrorDetail[];
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

declare module 'fastify' {
  interface FastifyRequest {
    /** If the route keeps it. */
    rawBody: Uint8Array | null;
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** fastify's text parser would accept a text as body. */
export function parseBoundedJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  // SCIM has a media type of its own for JSON (RFC 7644 3.1).
  const types = ['application/json', 'application/scim+json'];
  app.addContentTypeParser<Buffer>(types, { parseAs: 'buffer' }, (request, bytes, done) => {
    // Many clients send the header without a body.
    if (bytes.length === 0) {
      done(null);
      return;
    }
    if (request.routeOptions.config.route?.keepsRawBody === true) request.rawBody = bytes;
    let text: string;
    try {
      text = decodeUtf8(bytes);
      refuseComplexJson(text);
    } catch (error) {
      done(error as Error);
      return;
    }
    parse(request, text, done);
  });
}

/** RFC 8259 8.1: UTF-8 only. Throws `invalid_request`. */
function decodeUtf8(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    throw refusal(invalidRequest('json_encoding'), undefined, { cause: error });
  }
}

/** NUL characters and lone surrogates. Throws `invalid_request` for the first. */
export function refuseUnstorableText(body: unknown): void {
  const path = findUnstorableText(body);
  if (path !== null) refuseProblems([invalid(path.join('.'), 'characters')]);
}

/** The problem names the parameter. Throws `invalid_request`. */
export function refuseUnstorableParameters(parameters: URLSearchParams): void {
  for (const [name, value] of parameters) refuseUnstorableText({ [name]: value });
}

function findUnstorableText(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : [];
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    if (!isStorable(name)) return [];
    const below = findUnstorableText(member);
    if (below !== null) return [name, ...below];
  }
  return null;
}

export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
