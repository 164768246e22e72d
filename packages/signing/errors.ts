import { codesOf, type ErrorParams, errorGroup, type Problem, Refusal } from '@countersign/base';

const FILE = errorGroup('final', {
  not_a_pdf: 400,
  password_required: 400,
  locked: 400,
  damaged: 400,
  no_pages: 400,
  xfa_not_supported: 400,
  too_complex: 400,
  /** It ended the process that read it, twice. */
  file_not_processable: 400,
});

/** params: page, width, height (of the page, displayed points), x, y, boxWidth, boxHeight. */
const BOX = errorGroup('final', {
  box_outside_page: 400,
  page_out_of_range: 400,
});

/** Values of form fields. params: field, and limit, option or format where it applies. */
const VALUE = errorGroup('final', {
  unknown_field: 400,
  field_not_editable: 400,
  option_not_offered: 400,
  value_too_long: 400,
  value_format_invalid: 400,
  too_many_values: 400,
  empty_value: 400,
  text_not_drawable: 400,
});

const INK = errorGroup('final', { image_not_readable: 400 });

const SIZE = errorGroup('final', {
  file_too_large: 400,
  /** params: bytes. */
  inputs_too_large: 400,
});

const REQUEST = errorGroup('final', {
  invalid_request: 400,
  contact_required: 400,
  signature_type_not_supported: 400,
  signature_box_required: 400,
  capability_missing: 403,
  webhook_url_not_allowed: 400,
  /** params: max. */
  too_many_webhooks: 403,
});

const REQUIRED_FIELD = errorGroup('final', {
  required_field_empty: 400,
  /** Filled by a check (an ID scan, a one-time code) that was not done. */
  trigger_not_completed: 400,
});

const FINDING = errorGroup('final', {
  file_not_found: 404,
  document_not_found: 404,
  webhook_not_found: 404,
  delivery_not_found: 404,
  template_not_found: 404,
  draft_not_found: 404,
  download_not_found: 404,
  link_not_found: 404,
  public_link_not_found: 404,
  not_yours: 403,
});

/** A wrong document status is 403 [7-04]. */
const STATE = errorGroup('final', {
  document_not_completed: 403,
  /** params: status; asker: `sender` for what a sender asks for; absent for signees. */
  document_not_signable: 403,
  /** params: status. */
  document_not_editable: 403,
  /** params: status. */
  document_fully_signed: 403,
  /** Sealed already, or a signature is missing. params: status. */
  document_not_sealable: 403,
  /** params: status. */
  document_not_deletable: 403,
  /** params: documentId. */
  draft_sent: 409,
  draft_expired: 409,
  draft_has_no_file: 409,
  /** The link is disabled for ever. */
  public_link_disabled: 409,
  /** The link has to be disabled first. */
  public_link_active: 409,
  /** If-Match names another revision. */
  precondition_failed: 412,
  already_signed: 403,
  not_your_turn: 403,
  /** Corrected contact details give a new id. */
  signee_not_found: 404,
  signee_has_signed: 403,
  signee_not_in_turn: 403,
  /** params: member. */
  contact_not_addable: 403,
  /** The signee agreed to another sentence: load the session anew. */
  consent_changed: 409,
  /** Replaced after it was shown: load the session anew. */
  document_changed: 409,
  /** The request would sign something else than what was signed by e-ID. */
  identification_outdated: 409,
  /** The name on the identity document or e-ID differs; params: name, fullName. */
  name_differs: 409,
});

/** params: seconds. */
const LIMIT = errorGroup('passing', {
  /** Too many visitors did not enter their code. */
  visit_limit_reached: 429,
  reminder_limit_reached: 429,
  contact_update_limit_reached: 429,
});

/** These errors occur at links that need a code. */
const VERIFICATION = {
  ...errorGroup('final', {
    verification_required: 403,
    /** params: triesLeft. */
    code_invalid: 400,
    /** No code was sent to this browser, or the time of the code is over. */
    code_expired: 400,
  }),
  ...errorGroup('passing', {
    /** params: seconds until the next code may be sent. */
    code_cooldown: 429,
    code_not_sent: 503,
    /** The message could not be sent at once; codes have an error of their own. */
    message_not_sent: 503,
  }),
};

/** The errors of signing/proofs. */
const PROOF = {
  ...errorGroup('final', {
    /** This browser has no such proof. */
    proof_not_found: 404,
    /** Used, expired or unknown, or the phone no longer has the proof. */
    handover_not_found: 404,
    /** The account lacks the capability, or no provider is set. params: kind. */
    proof_not_offered: 403,
    /** It succeeded, failed or expired. params: status. */
    proof_over: 409,
    /** params: kind. */
    proof_missing: 400,
    attachment_not_supported: 400,
    attachment_infected: 400,
    /** The attachments of the document are too large. params: megabytes. */
    attachments_too_large: 400,
    /** The browser keeps no cookie. */
    session_required: 403,
  }),
  ...errorGroup('passing', {
    /** params: seconds until the next may be started. */
    proof_limit_reached: 429,
  }),
};

/** Needed, and not available now. */
const UNAVAILABLE = errorGroup('passing', {
  service_busy: 503,
  database_unavailable: 503,
  storage_unavailable: 503,
});

/** params: limit. */
const ACCOUNT = errorGroup('passing', { too_many_uploads: 429 });

/** The error is only in `errorMessage` and /readyz. */
const SEAL = errorGroup('passing', { seal_unavailable: 503 });

const INTERNAL = errorGroup('final', {
  /** The PDF or the audit trail was changed: only in `errorMessage`. */
  evidence_broken: 500,
  internal_error: 500,
});

/** Clients depend on codes: never rename one. */
export const SIGNING_ERRORS = {
  ...FILE,
  ...SIZE,
  ...BOX,
  ...VALUE,
  ...INK,
  ...REQUIRED_FIELD,
  ...REQUEST,
  ...FINDING,
  ...STATE,
  ...LIMIT,
  ...VERIFICATION,
  ...PROOF,
  ...ACCOUNT,
  ...UNAVAILABLE,
  ...SEAL,
  ...INTERNAL,
};

export const FILE_FAULTS = codesOf(FILE);
export const BOX_FAULTS = codesOf(BOX);
export const VALUE_FAULTS = codesOf(VALUE);
export const REQUIRED_FIELD_FAULTS = codesOf(REQUIRED_FIELD);
export const PROOF_FAULTS = codesOf(PROOF);
export const BUSY = codesOf(UNAVAILABLE);
/** These faults occur also if a PDF is only tried. */
export const PREPARING_FAULTS = [...FILE_FAULTS, ...BOX_FAULTS, ...VALUE_FAULTS, ...BUSY] as const;

export type SigningErrorCode = keyof typeof SIGNING_ERRORS;

export const SIGNING_ERROR_CODES: readonly SigningErrorCode[] = codesOf(SIGNING_ERRORS);

export class SigningError extends Refusal<SigningErrorCode> {}

/** A problem of a member; i18n has its sentence. */
export type ErrorDetail = Problem<SigningErrorCode>;

/** Throws the code of the first, with the paths of all in `details`. */
export function refuseProblems(problems: readonly ErrorDetail[]): void {
  const [first] = problems;
  if (first === undefined) return;
  throw refusal(first, problems);
}

export function refusal(
  first: ErrorDetail,
  all: readonly ErrorDetail[] = [first],
  options: { readonly cause?: unknown } = {},
): SigningError {
  return new SigningError(first.code, first.params, { ...options, details: all });
}

/** Returns the indexes of repeated values. */
export function findRepeated(values: readonly string[]): readonly number[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [index];
    seen.add(value);
    return [];
  });
}

/** Done, but unusual: overlapping boxes, members without effect. */
export interface Warning {
  readonly code: string;
  readonly path?: string;
  readonly params?: ErrorParams;
}
