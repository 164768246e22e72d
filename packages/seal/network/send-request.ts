/**
 * A request to an authority (timestamps, OCSP, CRLs, certificates). Plain data that can be sent between
 * threads.
 */
export interface NetworkRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly timeoutMs: number;
  /** A longer response rejects the request. */
  readonly maxBytes: number;
  /** Bypasses caches, also of failures. */
  readonly fresh?: boolean;
}

/** The response. The sender follows redirects and checks every address. */
export interface NetworkAnswer {
  readonly status: number;
  /** Without parameters, in lower case; empty if not given. */
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly isCached?: boolean;
}

/**
 * Sends a request to an authority; the host's port to the network. Addresses come from settings and from
 * certificates, which anybody can write: a service must limit them to public addresses. Rejects if there is
 * no response within the limits, with `code` `timed_out` if it took too long, or `failed_lately` if it was
 * not sent (see `passOverFailing`).
 */
export type SendRequest = (request: NetworkRequest) => Promise<NetworkAnswer>;

/** The request took too long or was not sent for lack of time. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
  readonly code = 'timed_out';
}

/** The request was not sent because the server failed recently. `fresh` bypasses this. */
export class RecentlyFailed extends Error {
  override readonly name = 'RecentlyFailed';
  readonly code = 'failed_lately';
}
