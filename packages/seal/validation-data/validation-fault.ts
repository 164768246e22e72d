/** Why a server gave no usable validation data, or why there is none. */
export type ValidationFaultReason =
  /** No connection, or no answer within the limit of bytes and redirects. */
  | 'not_reachable'
  | 'timed_out'
  /** HTTP status other than 200. */
  | 'http_status'
  /** The answer is no OCSP response, CRL or certificate, or not about the certificate it was asked for. */
  | 'not_readable'
  /** The responder answered that it cannot tell. */
  | 'refused'
  /** The answer is not signed by whom it should be. */
  | 'wrong_signature'
  /** The answer speaks of another time than now. */
  | 'outdated'
  /** The certificate was revoked. */
  | 'revoked'
  /** The certificate names nobody who could be asked. */
  | 'no_address'
  /** The certificate's issuer is neither at hand nor where the certificate says it is. */
  | 'issuer_not_found'
  /** More certificates are involved than any sound chain has. */
  | 'too_many_certificates';

/** What is wrong, as a sentence too. */
export interface ValidationFault {
  readonly reason: ValidationFaultReason;
  readonly message: string;
}

/** A fault of the server at an address; the address is empty when there was none to ask. */
export interface ValidationFailure extends ValidationFault {
  readonly authority: string;
}
