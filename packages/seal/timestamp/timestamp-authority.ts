export interface TimestampAuthority {
  /** http or https; credentials are sent as HTTP Basic. */
  readonly url: string;
}

/** Why a timestamp was rejected. */
export type TimestampFaultReason =
  /** There is no connection, or there are too many bytes or redirects. */
  | 'not_reachable'
  | 'timed_out'
  /** It failed recently, so others are tried first. */
  | 'failed_lately'
  /** The server returned an HTTP status other than 200. */
  | 'http_status'
  /** The response or its token is not valid (RFC 3161). */
  | 'not_readable'
  /** The authority rejected the request. */
  | 'refused'
  /** The token is for another digest or algorithm. */
  | 'wrong_imprint'
  /** The token is for another request: a replay. */
  | 'wrong_nonce'
  /** The signature of the token or of a certificate is invalid. */
  | 'wrong_signature'
  /** The certificate is not for timestamping alone (RFC 3161 2.3). */
  | 'certificate_not_for_timestamps'
  /** The certificate was not valid at the token's time. */
  | 'certificate_expired'
  /** The token's time differs from the local clock by more than an hour. */
  | 'wrong_time';

/** A fault with an English message. */
export interface TimestampFault {
  readonly reason: TimestampFaultReason;
  readonly message: string;
}

/** Formats the address without credentials and query. */
export function formatAuthorityUrl({ url }: TimestampAuthority): string {
  const parsed = URL.parse(url);
  return parsed === null ? '' : `${parsed.origin}${parsed.pathname}`;
}
