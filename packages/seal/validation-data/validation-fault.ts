/** Why validation data is missing or was rejected. */
export type ValidationFaultReason =
  /** No connection, or too many bytes or redirects. */
  | 'not_reachable'
  | 'timed_out'
  /** HTTP status other than 200. */
  | 'http_status'
  /** Not an OCSP response, CRL or certificate, or for another certificate. */
  | 'not_readable'
  /** The responder does not know the status. */
  | 'refused'
  /** The signer is not authorised or the signature is invalid. */
  | 'wrong_signature'
  /** The response is not current. */
  | 'outdated'
  | 'revoked'
  | 'no_address'
  /** The issuer is neither at hand nor at the certificate's addresses. */
  | 'issuer_not_found'
  /** More certificates than a valid chain has. */
  | 'too_many_certificates';

export interface ValidationFault {
  readonly reason: ValidationFaultReason;
  readonly message: string;
}

export function fault(reason: ValidationFaultReason, message: string): ValidationFault {
  return { reason, message };
}

/** A fault with the server's address, which is empty if there is none. */
export interface ValidationFailure extends ValidationFault {
  readonly authority: string;
}
