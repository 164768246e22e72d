/** Time and randomness come in as arguments, so that rules stay pure. */
export interface Clock {
  now(): Date;
}

export interface IdSource {
  /** RFC 9562 version 4, lower case. */
  uuid(): string;
  /** 256 random bits, base64url: for links and keys; only its SHA-256 is stored unless said otherwise. */
  secret(): string;
  /** Six random decimal digits. */
  oneTimeCode(): string;
}
