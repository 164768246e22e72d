import { refuseProblems, SigningError, type Warning } from '@countersign/signing';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import type { RouteDeps } from './deps.ts';
import { dropNullMembers } from './request/absent-members.ts';
import { judgeAccess } from './request/authenticate.ts';
import { refuseComplexBody } from './request/body-complexity.ts';
import { hasShortBody, refuseOtherMediaTypes, refuseUnreadableBodies } from './request/body-headers.ts';
import { inspectBody } from './request/inspect-body.ts';
import { parseRequest } from './request/parse-request.ts';
import { refuseUnstorableText } from './request/storable-text.ts';
import type { Route, RouteInput, Scope } from './route.ts';
import { errorLanguage } from './schemas/text.ts';
import { presentWarnings, warnOfUnknownMembers } from './schemas/warning.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route;
  }
  interface FastifyRequest {
    /** Of members of a JSON body that its schema does not name; null without such a body. */
    bodyWarnings: readonly Warning[] | null;
  }
}

const noQuery = z.object({});

/** Registers the table. Short bodies are read before a refusal is sent, so that it can use their `errorLanguage`. */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], deps: RouteDeps): void {
  for (const route of routes) registerRoute(app, route, deps);
}

function registerRoute(app: FastifyInstance, route: Route, deps: RouteDeps): void {
  app.route({
    method: route.head === true ? ['GET', 'HEAD'] : route.method,
    url: route.path,
    config: { route, ...limitRate(route, deps) },
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    schema: describeSchema(route),
    preParsing: async (request) => {
      request.refusal = await findRefusal(route, deps, request);
      if (request.refusal !== null && !hasShortBody(request)) throw request.refusal;
      refuseUnreadableBodies(request);
      if (route.schemas.body !== undefined) refuseOtherMediaTypes(request);
    },
    preValidation: async (request) => {
      if (request.refusal !== null) throw request.refusal;
      prepareBody(route, request);
    },
    handler: (request, reply) => answer(route, deps, request, reply),
  });
}

/** Why the request is refused whatever its body says; null if it is not. */
async function findRefusal(
  route: Route,
  deps: RouteDeps,
  request: FastifyRequest,
): Promise<SigningError | null> {
  const refusal = judgeAccess(route.scope, request);
  if (refusal !== null || route.admit === undefined) return refusal;
  try {
    await route.admit({ deps, params: request.params });
    return null;
  } catch (error) {
    if (error instanceof SigningError) return error;
    throw error;
  }
}

function limitRate({ unlimited, allowance }: Route, { settings }: RouteDeps) {
  if (unlimited === true) return { rateLimit: false } as const;
  if (allowance === undefined) return {};
  return { rateLimit: { max: Math.max(1, Math.floor(settings.rateLimitPerMinute * allowance)) } };
}

function describeSchema(route: Route): NonNullable<RouteShorthandOptions['schema']> {
  const { params, query = noQuery, body, answer: answerSchema } = route.schemas;
  const acceptsLanguage = route.path.startsWith('/v1/');
  return {
    ...(params === undefined ? {} : { params }),
    querystring: acceptsLanguage ? query.extend({ errorLanguage }) : query,
    ...(body === undefined ? {} : { body }),
    ...(answerSchema === undefined ? {} : { response: { [route.status]: answerSchema } }),
  };
}

function prepareBody(route: Route, request: FastifyRequest): void {
  if (route.schemas.body === undefined) return;
  refuseComplexBody(request.body);
  refuseUnstorableText(request.body);
  const { unknownMembers, unknownCount, problems } = inspectBody(route.schemas.body, request.body);
  refuseProblems(problems);
  request.bodyWarnings = warnOfUnknownMembers(unknownMembers, unknownCount);
  request.body = dropNullMembers(request.body);
}

async function answer(
  route: Route,
  deps: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  reply.code(route.status);
  const result = await route.handler(buildInput(deps, request, reply));
  return result === reply ? result : withBodyWarnings(result, request.bodyWarnings ?? []);
}

function buildInput(
  deps: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): RouteInput<unknown, unknown, unknown, Scope> {
  const { params, query, body, holder: caller } = request;
  return { deps, params, query, body, caller, request, reply };
}

/** The handler's own warnings first. */
function withBodyWarnings(result: unknown, found: readonly Warning[]): unknown {
  if (found.length === 0) return result;
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return result;
  const own = 'warnings' in result && Array.isArray(result.warnings) ? result.warnings : [];
  return { ...result, ...presentWarnings([...own, ...found]) };
}

/** fastify's validator: any zod schema. */
export function compileValidator({ schema }: { schema: unknown }) {
  return (value: unknown) => {
    try {
      return { value: parseRequest(schema as z.ZodType, value ?? undefined) };
    } catch (error) {
      return { error: error as Error };
    }
  };
}
