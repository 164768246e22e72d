/** Arguments, so that rules are pure. */
export interface Clock {
  now(): Date;
}

export interface IdSource {
  /** RFC 9562 version 4, lower case. */
  uuid(): string;
  /** 256 random bits, base64url: for links and keys, stored as SHA-256 unless noted. */
  secret(): string;
  /** Six random decimal digits. */
  oneTimeCode(): string;
}
