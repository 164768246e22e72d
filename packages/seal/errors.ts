export type SignerFaultReason =
  /** There is no connection, or the response is too long. */
  | 'not_reachable'
  | 'timed_out'
  /** The TLS certificate is invalid or not trusted. */
  | 'not_trusted'
  /** The server returned HTTP status 429, 5xx or the like. */
  | 'http_status'
  | 'not_readable'
  /** The request is not authenticated, not permitted, or not supported. */
  | 'refused'
  /** The signature does not match the certificate and digest. */
  | 'wrong_signature';

/** All error codes of this package. */
export const SEAL_ERROR_CODES = [
  /**
   * A box extends beyond its page. Move it or make it smaller. Params: page, width, height, x, y, boxWidth,
   * boxHeight.
   */
  'box_outside_page',
  /** The page does not exist. Params: page, pages. */
  'page_out_of_range',
  /** The scale of a box is not from 0.25 to 1.5. Params: scale, minimum, maximum. */
  'scale_out_of_range',
  /** The image is not a PNG or JPEG, is broken or empty, or has too many pixels. Params: reason. */
  'image_not_readable',
  /**
   * The signature field of that name cannot be signed, or none of that name can be created. Choose another one. Params:
   * field, reason (`signed`, `other_type`, `ambiguous`, `invalid_name`, `no_area`, `has_rectangle`, `several_widgets`,
   * `lock_not_readable`).
   */
  'field_not_usable',
  /**
   * The field demands something that this signature does not have (its seed value dictionary, /SV). Params: field, entry
   * (the key of ISO 32000-2 table 237, such as `Reasons`), allowed (what the field asks for, as far as it is text).
   */
  'seed_value_not_met',
  /**
   * A signature of the file forbids it. Params: reason (`certified`: level 1; `visible`: level 2 or lower, and a visible
   * field would be new; `locked`: by FieldMDP; `already_signed`: a certification has to be the first signature), level.
   */
  'signing_not_allowed',
  /** The text is too long for its box in the smallest print. Make the box larger. Params: characters, smallest. */
  'text_does_not_fit',
  /** The CMS is not a valid signature of what was prepared. Params: problem (a code of `SIGNATURE_PROBLEMS`). */
  'cms_not_valid',
  /** The CMS exceeds the reserved space. Prepare again with more. Params: reserved, needed (bytes). */
  'placeholder_too_small',
  /** The file, or what was prepared for it, changed between the two steps of a seal. Prepare again. */
  'file_changed',
  /** The key, certificate or passphrase cannot be used for sealing. Params: reason. */
  'certificate_unusable',
  /**
   * No remote key returned a valid signature. Try again later; for reason `wrong_signature`, the key does not
   * match the certificate. Params: signers (how many were asked), reason (of the last one).
   */
  'signature_unavailable',
  /**
   * A required timestamp could not be obtained. Try again later or use other authorities. Params: authorities
   * (how many were asked), reason (of the last one).
   */
  'timestamp_unavailable',
  /**
   * Level B-LT was required, and validation data could not be obtained. Try again later; add a missing root
   * to the key's file. Params: reason (of the last server or certificate).
   */
  'validation_data_unavailable',
] as const;

/** One of {@link SEAL_ERROR_CODES}. */
export type SealErrorCode = (typeof SEAL_ERROR_CODES)[number];

/** The values for messages are numbers, pages, reasons or names of fields, never personal data. */
export type SealErrorParams = Readonly<Record<string, string | number>>;

/** An expected failure with a stable `code`; `cause` is the original error of a library. */
export class SealError extends Error {
  override readonly name = 'SealError';
  readonly code: SealErrorCode;
  readonly params: SealErrorParams;

  constructor(code: SealErrorCode, message: string, params: SealErrorParams = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.params = params;
  }
}

/** The error with which a remote key rejects. */
export class RemoteKeyError extends Error {
  override readonly name = 'RemoteKeyError';
  readonly reason: SignerFaultReason;

  constructor(reason: SignerFaultReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
