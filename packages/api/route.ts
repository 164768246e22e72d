import type { Caller } from '@countersign/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { RouteDeps } from './deps.ts';
import type { ErrorCode } from './errors/error-table.ts';

/** Who may call: a token with that scope, `token` for any valid token, `public` for everybody. */
export type Scope = 'read' | 'write' | 'token' | 'public';

/** `specification`: an operation that test/repository/specified-routes.ts lists. `ours`: an addition of this service. */
export type RouteSource = 'specification' | 'ours';

/** What a handler is given. Objects in `body` hold no nulls: null means absent. */
export interface RouteInput<Params, Query, Body, A extends Scope> {
  readonly deps: RouteDeps;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly caller: A extends 'public' ? null : Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface RouteSchemas {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject | z.ZodArray<z.ZodObject>;
  /** Parts of a multipart body beside `file`. */
  readonly form?: z.ZodObject;
  readonly answer?: z.ZodType;
}

interface RouteFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From the root, with `:name` for parameters. */
  readonly path: string;
  readonly source: RouteSource;
  readonly summary: string;
  /** Of the answer when all went well. */
  readonly status: number;
  /** Codes of its own; `answerableErrors` adds those that follow from the other members. */
  readonly errors: readonly ErrorCode[];
  /** OAuth endpoints answer RFC 6749 members as well. */
  readonly errorShape?: 'oauth';
  /** Refuses a request by its path, before its body is read. Throws `SigningError`. */
  readonly admit?: (input: { readonly deps: RouteDeps; readonly params: unknown }) => Promise<void>;
  /** Pages for people are left out of /openapi.json. */
  readonly hidden?: boolean;
  /** Largest JSON body in bytes, when the default is not right. */
  readonly bodyLimit?: number;
  /** What costs more or less than others may be asked for this multiple of the requests a minute, counted for itself. */
  readonly allowance?: number;
  /** A POST that takes `Idempotency-Key`. Its answer is JSON, and its handler does all or nothing. */
  readonly idempotent?: boolean;
  /** Answers HEAD as well; the handler reads nothing it does not send. */
  readonly head?: boolean;
  /** Static files do not use up anybody's requests. */
  readonly unlimited?: boolean;
}

/** A route as the table holds it, its types forgotten. */
export interface Route extends RouteFacts {
  readonly scope: Scope;
  readonly schemas: RouteSchemas;
  handler(input: RouteInput<unknown, unknown, unknown, Scope>): Promise<unknown>;
}

/** Whether programmers call it, as opposed to pages and links. */
export function isApiRoute({ path }: Pick<Route, 'path'>): boolean {
  return path.startsWith('/v1/');
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface RouteDefinition<S extends RouteSchemas, A extends Scope> extends RouteFacts {
  readonly scope: A;
  readonly schemas: S;
  /** Resolves with the answer's body, or with `reply` when it sent something else than JSON. */
  handler(
    input: RouteInput<Output<S['params']>, Output<S['query']>, Output<S['body']>, A>,
  ): Promise<Output<S['answer']> | FastifyReply>;
}

/** Checks a route's types where it is written, and forgets them for the table. */
export function defineRoute<const S extends RouteSchemas, const A extends Scope>(
  definition: RouteDefinition<S, A>,
): Route {
  // The one cast: registerRoutes hands a handler only what its own schemas and scope let through.
  return definition as unknown as Route;
}
