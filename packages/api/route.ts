import type { Immutable } from '@countersign/base';
import type { Caller } from '@countersign/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ApiSettings, RouteDeps } from './deps.ts';
import type { ErrorCode } from './errors/error-table.ts';

/**
 * `read` and `write`: a token with that scope or a browser session; `token`: any valid token; `session`: a
 * browser session alone; `page`: a page of this service, signed in or not; `operator`: OPERATOR_TOKEN.
 */
export type Scope = 'read' | 'write' | 'token' | 'session' | 'page' | 'operator' | 'public';

/** `specification`: listed in test/repository/specified-routes.ts. */
export type RouteSource = 'specification' | 'ours';

/** `body` has no nulls: null means absent. */
export interface RouteInput<Params, Query, Body, A extends Scope> {
  readonly deps: RouteDeps;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly caller: A extends 'public' | 'page' | 'operator' ? null : Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface RouteSchemas {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** The command that the handler gets. `bodyOf` adds what every body may have. */
  readonly body?: z.ZodObject | z.ZodArray<z.ZodObject>;
  /** The parts of the form beside `file`. */
  readonly form?: z.ZodObject;
  /** The fields are for the description; handlers read `request.form`. */
  readonly fields?: z.ZodObject;
  readonly answer?: z.ZodType;
}

interface RouteFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly source: RouteSource;
  readonly summary: string;
  readonly status: number;
  /** `answerableErrors` adds those that follow from the other members. */
  readonly errors: readonly ErrorCode[];
  /** OAuth endpoints send RFC 6749 members too; `registration`: RFC 7591; `scim`: RFC 7644 3.12 alone. */
  readonly errorShape?: 'oauth' | 'registration' | 'scim';
  /** These addresses are not described. */
  readonly alsoAt?: readonly string[];
  /** Runs before the body is read. Resolves with the account of the signee who sends it. Throws `SigningError`. */
  readonly admit?: (input: {
    readonly deps: RouteDeps;
    readonly params: unknown;
    readonly request: FastifyRequest;
  }) => Promise<string>;
  /** A hidden route is not in /openapi.json. */
  readonly hidden?: boolean;
  readonly bodyLimit?: number;
  /** Limits the file of a form that the handler reads into memory. */
  readonly heldBytes?: number;
  /** Members that only the answer has may be sent back, and are ignored [D6-07]. */
  readonly takesAnswer?: boolean;
  /** Multiple of the rate limit, counted separately. */
  readonly allowance?: number;
  /** This limit replaces the rate limit. */
  readonly perHour?: (settings: ApiSettings) => number;
  /** It sends JSON, and its handler does all or nothing. */
  readonly idempotent?: boolean;
  /** It also serves sessions of closed and suspended accounts. */
  readonly servesClosedAccounts?: boolean;
  /** Serves HEAD too; the handler reads only what it sends. */
  readonly head?: boolean;
  /** The media type of an answer that is a file. */
  readonly mediaType?: 'application/pdf' | 'application/json' | 'application/zip';
  /** 304 by the ETag of the same answer. */
  readonly conditional?: boolean;
  /** The body is kept in `request.rawBody` for the check of signatures. */
  readonly keepsRawBody?: boolean;
  /** The route has no rate limit. */
  readonly unlimited?: boolean;
}

export interface Route extends RouteFacts {
  readonly scope: Scope;
  readonly schemas: RouteSchemas;
  handler(input: RouteInput<unknown, unknown, unknown, Scope>): Promise<unknown>;
}

/** Whether the route is of the API, as opposed to pages and links. */
export function isApiRoute({ path }: Pick<Route, 'path'>): boolean {
  return path.startsWith('/v1/');
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface RouteDefinition<S extends RouteSchemas, A extends Scope> extends RouteFacts {
  readonly scope: A;
  readonly schemas: S;
  /** Resolves with `reply` if it sent something other than JSON. */
  handler(
    input: RouteInput<Output<S['params']>, Output<S['query']>, Output<S['body']>, A>,
  ): Promise<Immutable<Output<S['answer']>> | FastifyReply>;
}

export function defineRoute<const S extends RouteSchemas, const A extends Scope>(
  definition: RouteDefinition<S, A>,
): Route {
  // The one cast: registerRoutes passes only what the schemas and scope accept.
  return definition as unknown as Route;
}
