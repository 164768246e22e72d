import { AsyncLocalStorage } from 'node:async_hooks';
import type { Scope } from '@countersign/identity';
import type { Grant, OAuthClient } from '../ports.ts';

/** Its input, and what the library found out. */
export interface RunningRequest {
  /** Fetched before the transaction. */
  readonly documentClient?: OAuthClient;
  /** Absent: all that were consented to. */
  readonly scopes?: readonly Scope[];
  /** SHA-256 of the cookie. */
  readonly browserHash?: string;
  client?: OAuthClient;
  /** In the answer. */
  fault?: unknown;
  /** By a second use of a code or token. */
  endedGrant?: Grant | null;
  hasRevoked?: boolean;
}

export const runningRequests = new AsyncLocalStorage<RunningRequest>();

/** Throws outside a request. */
export function currentRequest(): RunningRequest {
  const running = runningRequests.getStore();
  if (running === undefined) throw new Error('no request is running');
  return running;
}
