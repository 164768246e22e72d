import { refuseProblems, SigningError, type Warning } from '@countersign/signing';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { z } from 'zod';
import type { ObservedRequest, RouteDeps } from './deps.ts';
import { sendError } from './errors/error-response.ts';
import { ApiError, type ErrorCode, type KnownError } from './errors/error-table.ts';
import { answerOnce, KEY_HEADER, repeatsKey } from './idempotency.ts';
import { confirmAccess, judgeAccess } from './request/authenticate.ts';
import {
  dropNullMembers,
  findNullMembers,
  inspectBody,
  refuseUnstorableParameters,
  refuseUnstorableText,
} from './request/body.ts';
import { BodyRoom } from './request/body-room.ts';
import {
  hasBody,
  hasShortBody,
  refuseAllButForms,
  refuseOtherMediaTypes,
  refuseUnreadableBodies,
} from './request/body-watch.ts';
import { parseRequest } from './request/conditions.ts';
import { isApiRoute, type Route, type RouteInput, type Scope } from './route.ts';
import {
  bodyOf,
  commandOf,
  describeAnswer,
  presentWarnings,
  queryOf,
  warnOfUnknownMembers,
} from './schemas/parts.ts';
import { entityTagOf, matchesEntityTag } from './send-file.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route;
  }
  interface FastifyRequest {
    /** These are about unknown members; null before they were read. */
    requestWarnings: readonly Warning[] | null;
    observed: ObservedRequest | undefined;
    /** The code of the error that was sent. */
    errorCode: ErrorCode | undefined;
    /** The request is admitted, and not handled yet: an error is one of its body. */
    isBeingRead: boolean;
    /** The account of the document that a signee who sends the request signs. */
    accountOfSignee: string | null;
    /** A form body (application/x-www-form-urlencoded), with repeated members; null for other bodies. */
    form: URLSearchParams | null;
    /** PATCH: paths of members to remove. */
    nullMembers: readonly (readonly string[])[];
  }
}

/** Short bodies are read before an error is sent, for their `errorLanguage`. */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], deps: RouteDeps): void {
  const room = new BodyRoom();
  for (const route of routes)
    for (const url of [route.path, ...(route.alsoAt ?? [])]) registerRoute(app, url, route, { deps, room });
}

interface Registration {
  readonly deps: RouteDeps;
  readonly room: BodyRoom;
}

function registerRoute(app: FastifyInstance, url: string, route: Route, { deps, room }: Registration): void {
  const query = queryOf(route);
  const body = bodyOf(route);
  app.route({
    method: route.head === true ? ['GET', 'HEAD'] : route.method,
    url,
    config: { route },
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    schema: {
      // Fastify warns of members without a schema.
      ...(route.schemas.params && { params: route.schemas.params }),
      querystring: query,
      ...(body && { body }),
      ...describeResponse(route),
    },
    preParsing: async (request, reply) => {
      request.refusal = await findRefusal(route, deps, request);
      if (request.refusal !== null && !hasShortBody(request)) throw request.refusal;
      request.isBeingRead = request.refusal === null;
      refuseUnreadableBodies(request);
      if (route.schemas.body !== undefined) refuseOtherMediaTypes(request, route.errorShape === 'scim');
      if (route.schemas.fields !== undefined) refuseAllButForms(request);
      room.admit(route, request, reply);
    },
    preValidation: async (request) => {
      if (request.refusal !== null) throw request.refusal;
      request.confirmAccess = () => confirmAccess(deps, route.scope, request);
      // Uploads are read later.
      if (hasBody(request) && !request.isMultipart()) await request.confirmAccess();
      refuseUnstorableText(request.params);
      refuseUnstorableText(request.query);
      if (request.form !== null) refuseUnstorableParameters(request.form);
      request.requestWarnings = [
        ...(isApiRoute(route) ? warnOfQuery(query, request) : []),
        ...warnOfIdempotencyKey(route, request),
        ...(body === undefined ? [] : prepareBody(body, request)),
      ];
    },
    handler: (request, reply) => answer(route, deps, request, reply),
    ...(route.idempotent === true && {
      errorHandler: async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
        const isReused = request.isBeingRead && (await repeatsKey(route, deps, request));
        return sendError(isReused ? new ApiError('idempotency_key_reused') : error, request, reply);
      },
    }),
  });
}

async function findRefusal(
  route: Route,
  deps: RouteDeps,
  request: FastifyRequest,
): Promise<KnownError | null> {
  const refusal = judgeAccess(deps, route.scope, request);
  if (refusal !== null || route.admit === undefined) return refusal;
  try {
    request.accountOfSignee = await route.admit({ deps, params: request.params, request });
    return null;
  } catch (error) {
    if (error instanceof SigningError) return error;
    throw error;
  }
}

function describeResponse(route: Route): Pick<NonNullable<RouteShorthandOptions['schema']>, 'response'> {
  const answerSchema = describeAnswer(route);
  return answerSchema === undefined ? {} : { response: { [route.status]: answerSchema } };
}

/** Pages get extra parameters from links and mail programs, so only the API warns. */
function warnOfQuery(schema: z.ZodObject, { query }: FastifyRequest): readonly Warning[] {
  const { unknownMembers, unknownCount } = inspectBody(schema, query);
  return warnOfUnknownMembers(unknownMembers, unknownCount);
}

/** A client with a key relies on it. */
function warnOfIdempotencyKey(route: Route, { headers }: FastifyRequest): readonly Warning[] {
  if (headers[KEY_HEADER] === undefined || !isApiRoute(route)) return [];
  if (route.method !== 'POST' || route.idempotent === true) return [];
  return [{ code: 'member_without_effect', path: 'Idempotency-Key' }];
}

function prepareBody(schema: z.ZodType, request: FastifyRequest): readonly Warning[] {
  refuseUnstorableText(request.body);
  const { unknownMembers, unknownCount, problems } = inspectBody(schema, request.body);
  refuseProblems(problems);
  request.nullMembers = request.method === 'PATCH' ? findNullMembers(request.body) : [];
  request.body = dropNullMembers(request.body);
  return warnOfUnknownMembers(unknownMembers, unknownCount);
}

async function answer(
  route: Route,
  deps: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  request.isBeingRead = false;
  reply.code(route.status);
  const work = () => route.handler(buildInput(route, deps, request, reply));
  const isIdempotent = route.idempotent === true;
  const result = await (isIdempotent ? answerOnce(route, deps, request, reply, work) : work());
  if (result === reply) return result;
  const whole = withRequestWarnings(result, request.requestWarnings ?? [], reply);
  return route.conditional === true ? unlessUnchanged(whole, request, reply) : whole;
}

/** Saves the body, not the work: for pages that ask again and again. */
function unlessUnchanged(result: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  const own = reply.getHeader('etag');
  const etag = typeof own === 'string' ? own : entityTagOf(result);
  reply.header('etag', etag);
  return matchesEntityTag(request.headers['if-none-match'], etag) ? reply.code(304).send() : result;
}

function buildInput(
  route: Route,
  deps: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): RouteInput<unknown, unknown, unknown, Scope> {
  const { params, query, holder: caller } = request;
  return { deps, params, query, body: commandOf(route, request.body), caller, request, reply };
}

/** Proxies refuse an answer with longer headers. */
const MAX_UNKNOWN_LENGTH = 2000;

/** Lists as many paths as fit. */
function listUnknown(found: readonly Warning[]): string {
  let listed = '';
  for (const [index, { path = '' }] of found.entries()) {
    const next = `${listed}${listed && ', '}${encodeURIComponent(path.toWellFormed())}`;
    const room = index === found.length - 1 ? 0 : ', ...'.length;
    if (next.length + room > MAX_UNKNOWN_LENGTH) return `${listed}${listed && ', '}...`;
    listed = next;
  }
  return listed;
}

/** Warnings of the handler come first. Lists have no room for any, so these go into a header. */
function withRequestWarnings(result: unknown, found: readonly Warning[], reply: FastifyReply): unknown {
  if (found.length === 0) return result;
  if (typeof result !== 'object' || result === null || Array.isArray(result)) {
    reply.header('x-unknown-members', listUnknown(found));
    return result;
  }
  const own = 'warnings' in result && Array.isArray(result.warnings) ? result.warnings : [];
  return { ...result, ...presentWarnings([...own, ...found]) };
}

export function compileValidator({ schema }: { schema: unknown }) {
  return (value: unknown) => {
    try {
      return { value: parseRequest(schema as z.ZodType, value ?? undefined) };
    } catch (error) {
      return { error: error as Error };
    }
  };
}
