/** A server that states when it saw a digest (RFC 3161). */
export interface TimestampAuthority {
  /** http or https; a name and password before the host are sent as HTTP Basic. */
  readonly url: string;
}

/** Why an authority's answer was not taken. */
export type TimestampFaultReason =
  /** No connection, or no answer within the limit of bytes and redirects. */
  | 'not_reachable'
  | 'timed_out'
  /** It failed some minutes ago and others are asked first. */
  | 'failed_lately'
  /** HTTP status other than 200. */
  | 'http_status'
  /** The answer, or the token within, is none that RFC 3161 knows. */
  | 'not_readable'
  /** The authority answered that it gives no timestamp. */
  | 'refused'
  /** The token is about another digest, or in another algorithm, than asked for. */
  | 'wrong_imprint'
  /** The token answers another request: a replay. */
  | 'wrong_nonce'
  /** The token's own signature, or a certificate it rests on, is wrong. */
  | 'wrong_signature'
  /** The certificate is not one for timestamps and nothing else (RFC 3161 2.3). */
  | 'certificate_not_for_timestamps'
  /** The certificate was not valid at the token's time. */
  | 'certificate_expired'
  /** The token's time and ours differ by more than an hour. */
  | 'wrong_time';

/** What is wrong with a token. The message is a sentence. */
export interface TimestampFault {
  readonly reason: TimestampFaultReason;
  readonly message: string;
}

/** The authority's address as it may be told and logged: without name, password and query. */
export function nameAuthority({ url }: TimestampAuthority): string {
  const parsed = URL.parse(url);
  return parsed === null ? '' : `${parsed.origin}${parsed.pathname}`;
}
