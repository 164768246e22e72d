import { AsyncLocalStorage } from 'node:async_hooks';
import type { Scope } from '@countersign/identity';
import type { Grant, OAuthClient } from '../ports.ts';

/** What one request to the library needs to know, and what it found out. */
export interface RunningRequest {
  /** The client of a metadata document, which was fetched before the transaction. */
  readonly documentClient?: OAuthClient;
  /** Scopes that the token request asks for; absent: all that were consented to. */
  readonly scopes?: readonly Scope[];
  /** SHA-256 of the cookie of the browser. */
  readonly browserHash?: string;
  /** The registered client that the library found. */
  client?: OAuthClient;
  /** The error that the library answered with. */
  fault?: unknown;
  /** The grant that a second use of a code or token ended. */
  endedGrant?: Grant | null;
  /** Whether a token was revoked. */
  hasRevoked?: boolean;
}

export const runningRequests = new AsyncLocalStorage<RunningRequest>();

/** Throws outside a request. */
export function currentRequest(): RunningRequest {
  const running = runningRequests.getStore();
  if (running === undefined) throw new Error('no request is running');
  return running;
}
