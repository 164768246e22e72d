import type { Caller } from '@countersign/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ApiSettings, RouteDeps } from './deps.ts';
import type { ErrorCode } from './errors/error-table.ts';

/**
 * The access of a route: `read` and `write` a token with that scope or a browser session; `token` any valid token;
 * `session` a browser session alone; `page` a page of this service, signed in or not; `public` everybody.
 */
export type Scope = 'read' | 'write' | 'token' | 'session' | 'page' | 'public';

/** `specification`: an operation that test/repository/specified-routes.ts lists. `ours`: an addition of this service. */
export type RouteSource = 'specification' | 'ours';

/** The input of a handler. `body` has no nulls: null means absent. */
export interface RouteInput<Params, Query, Body, A extends Scope> {
  readonly deps: RouteDeps;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly caller: A extends 'public' | 'page' ? null : Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface RouteSchemas {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject | z.ZodArray<z.ZodObject>;
  /** Parts of a multipart body beside `file`. */
  readonly form?: z.ZodObject;
  /** Members of a form body (application/x-www-form-urlencoded), for the description; handlers read `request.form`. */
  readonly fields?: z.ZodObject;
  readonly answer?: z.ZodType;
}

interface RouteFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters. */
  readonly path: string;
  readonly source: RouteSource;
  readonly summary: string;
  /** The status of success. */
  readonly status: number;
  /** Its own codes; `answerableErrors` adds those that follow from the other members. */
  readonly errors: readonly ErrorCode[];
  /** OAuth endpoints send RFC 6749 members too; `registration`: with the codes of RFC 7591. */
  readonly errorShape?: 'oauth' | 'registration';
  /** Further paths with the same handler, which are not described. */
  readonly alsoAt?: readonly string[];
  /** Checks the path before the body is read. Throws `SigningError`. */
  readonly admit?: (input: { readonly deps: RouteDeps; readonly params: unknown }) => Promise<void>;
  /** Left out of /openapi.json. */
  readonly hidden?: boolean;
  /** Bytes of a JSON body, if not the default. */
  readonly bodyLimit?: number;
  /** Multiple of the rate limit for cheaper or more expensive operations, counted separately. */
  readonly allowance?: number;
  /** Requests an hour for each address, instead of the rate limit. */
  readonly perHour?: (settings: ApiSettings) => number;
  /** A POST with `Idempotency-Key`. It sends JSON, and its handler does all or nothing. */
  readonly idempotent?: boolean;
  /** Serves HEAD too; the handler reads only what it sends. */
  readonly head?: boolean;
  /** Answers 304 to If-None-Match with the ETag of the same answer. */
  readonly conditional?: boolean;
  /** Keeps the bytes of a JSON body in `request.rawBody`, for signatures. */
  readonly keepsRawBody?: boolean;
  /** Not rate limited. */
  readonly unlimited?: boolean;
}

/** A route in the table, without its types. */
export interface Route extends RouteFacts {
  readonly scope: Scope;
  readonly schemas: RouteSchemas;
  handler(input: RouteInput<unknown, unknown, unknown, Scope>): Promise<unknown>;
}

/** Whether it is part of the API, as opposed to pages and links. */
export function isApiRoute({ path }: Pick<Route, 'path'>): boolean {
  return path.startsWith('/v1/');
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface RouteDefinition<S extends RouteSchemas, A extends Scope> extends RouteFacts {
  readonly scope: A;
  readonly schemas: S;
  /** Resolves with the body, or with `reply` if it sent something other than JSON. */
  handler(
    input: RouteInput<Output<S['params']>, Output<S['query']>, Output<S['body']>, A>,
  ): Promise<Output<S['answer']> | FastifyReply>;
}

/** Checks a route's types and removes them for the table. */
export function defineRoute<const S extends RouteSchemas, const A extends Scope>(
  definition: RouteDefinition<S, A>,
): Route {
  // The one cast: registerRoutes passes only what the schemas and scope accept.
  return definition as unknown as Route;
}
