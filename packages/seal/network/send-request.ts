/** A request to an authority (timestamps, OCSP, CRLs, certificates): plain data, so that it can travel from a thread to the one that has the network. */
export interface NetworkRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** From the first packet to the last byte. */
  readonly timeoutMs: number;
  /** More of an answer than this is not read: the request is rejected. */
  readonly maxBytes: number;
  /** Whoever remembers answers, or failures, shall ask anew. */
  readonly fresh?: boolean;
}

/** What came back. Redirects are followed by the sender, and every address of one is checked as the first was. */
export interface NetworkAnswer {
  readonly status: number;
  /** Without its parameters, in lower case; empty when the answer does not tell. */
  readonly contentType: string;
  readonly body: Uint8Array;
  /** It was remembered, and nobody was asked. */
  readonly isCached?: boolean;
}

/**
 * The way out to the network, handed in by whoever seals. Addresses come from the settings and from certificates, and
 * certificates are written by others: a service hands in a door that keeps to public addresses. Rejects when there was
 * no answer within the limits of the request; an Error with `code` `timed_out` says that time was up, one with
 * `failed_lately` that nothing was sent (see `passOverFailing`).
 */
export type SendRequest = (request: NetworkRequest) => Promise<NetworkAnswer>;

/** A request that took too long, or was not begun because no time was left. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
  readonly code = 'timed_out';
}

/** Nothing was sent: the server failed some minutes ago. Asked for with `fresh` it would have been. */
export class FailedLately extends Error {
  override readonly name = 'FailedLately';
  readonly code = 'failed_lately';
}
