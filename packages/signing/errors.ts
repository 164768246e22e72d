/** Every reason the product refuses. The word is stable: clients branch on it; it never changes with the language. */
export const SIGNING_ERROR_CODES = [
  // uploads
  'file_too_large',
  'file_missing',
  'not_a_pdf',
  'password_required',
  'locked',
  'damaged',
  'no_pages',
  'xfa_not_supported',
  'too_complex',
  /** The file ended the process that read it, twice. */
  'file_not_processable',
  'inputs_too_large',
  // boxes
  'box_outside_page',
  'page_out_of_range',
  'signature_box_required',
  // form values
  'unknown_field',
  'field_not_editable',
  'option_not_offered',
  'value_too_long',
  'value_format_invalid',
  'too_many_values',
  'empty_value',
  'required_field_empty',
  /** A required field is filled by a check (an ID scan, a one-time code) that was not done. */
  'trigger_not_completed',
  'text_not_drawable',
  'image_not_readable',
  // requests
  'invalid_request',
  'contact_required',
  'signature_type_not_supported',
  'capability_missing',
  'webhook_url_not_allowed',
  /** The account has as many webhooks as it may have. params: max. */
  'too_many_webhooks',
  // finding
  'file_not_found',
  'document_not_found',
  'webhook_not_found',
  'link_not_found',
  'download_not_found',
  'not_yours',
  'route_not_found',
  'range_not_satisfiable',
  // states
  'document_not_completed',
  'document_not_signable',
  /** Somebody has signed, or the document has ended: its form can no longer be changed. params: status. */
  'document_not_editable',
  'already_signed',
  'not_your_turn',
  /** The sentence that the signee agreed to is no longer the one that signing asks for: load the session anew. */
  'consent_changed',
  /** The PDF to be signed was replaced after it was shown: load the session anew. */
  'document_changed',
  // who asks
  'token_missing',
  'token_invalid',
  'api_key_invalid',
  'scope_missing',
  'rate_limit_exceeded',
  /** The client was too slow: the headers, the next piece of the body, or the body as a whole. */
  'request_timeout',
  'too_many_uploads',
  // ours
  'service_busy',
  /** The database cannot be reached or used now. */
  'database_unavailable',
  /** Files cannot be stored or read now. */
  'storage_unavailable',
  /** A document was signed by all, and could not be sealed for longer than it was tried: only in `errorMessage`. */
  'seal_unavailable',
  /** What is to be sealed is not what was signed, or the audit trail was changed: only in `errorMessage`. */
  'evidence_broken',
  'internal_error',
] as const;

export type SigningErrorCode = (typeof SIGNING_ERROR_CODES)[number];

export type ErrorParams = Readonly<Record<string, string | number>>;

/** A rule said no. `params` fill the sentence; `details` name members of the request. */
export class SigningError extends Error {
  readonly code: SigningErrorCode;
  readonly params: ErrorParams;
  readonly details: readonly ErrorDetail[];

  constructor(
    code: SigningErrorCode,
    params: ErrorParams = {},
    options: { cause?: unknown; details?: readonly ErrorDetail[] } = {},
  ) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'SigningError';
    this.code = code;
    this.params = params;
    this.details = options.details ?? [];
  }
}

/** One problem of one member; i18n has its sentence. `path` is dotted, array positions as numbers: `signeeDetails.0.signatureBox.page`. */
export interface ErrorDetail {
  readonly path: string;
  readonly code: SigningErrorCode;
  readonly params: ErrorParams;
}
