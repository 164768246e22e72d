import { codesOf, type ErrorParams, errorGroup, type Problem, Refusal } from '@countersign/base';

const FILE = errorGroup('final', [
  'not_a_pdf',
  'password_required',
  'locked',
  'damaged',
  'no_pages',
  'xfa_not_supported',
  'too_complex',
  /** It ended the process that read it, twice. */
  'file_not_processable',
]);

/** params: page, width, height (of the page, displayed points), x, y, boxWidth, boxHeight. */
const BOX = errorGroup('final', [
  'box_outside_page',
  'page_out_of_range',
  /** The document has too many `furtherBoxes`. params: max, of (`entries` or `boxes`). */
  'too_many_boxes',
]);

/** Values of form fields. params: field, and limit, option or format where it applies. */
const VALUE = errorGroup('final', [
  'unknown_field',
  'field_not_editable',
  'option_not_offered',
  'value_too_long',
  'value_format_invalid',
  'too_many_values',
  'empty_value',
  'text_not_drawable',
]);

/** Form fields that are placed on a file. params: field, and taken (the name that is in the way). */
const NEW_FIELD = errorGroup('final', ['field_name_taken', 'field_name_invalid']);

/** Fields and boxes of signees (section 10). */
const OWNED_FIELD = errorGroup('final', [
  /** Two signees name it. params: field. */
  'field_has_another_owner',
  /** params: text. */
  'anchor_not_found',
]);

const INK = errorGroup('final', [
  'image_not_readable',
  /** The signee has boxes of initials. */
  'initials_required',
  /** The signee has none. */
  'initials_not_asked',
]);

const SIZE = errorGroup('final', [
  'file_too_large',
  /** params: bytes. */
  'inputs_too_large',
]);

const REQUEST = errorGroup('final', [
  'invalid_request',
  'contact_required',
  'signature_type_not_supported',
  'signature_box_required',
  /** The method has no ink of the signee. params: signatureType. */
  'initials_not_supported',
  'capability_missing',
  'webhook_url_not_allowed',
  /** params: max. */
  'too_many_webhooks',
]);

const REQUIRED_FIELD = errorGroup('final', [
  'required_field_empty',
  /** Filled by a check (an ID scan, a one-time code) that was not done. */
  'trigger_not_completed',
  /** Only its owner may fill it. params: field. */
  'field_of_another_signee',
]);

const FINDING = errorGroup('final', [
  'file_not_found',
  'document_not_found',
  'webhook_not_found',
  'delivery_not_found',
  /** It was delivered, sealed or stopped in the meantime, or is of another account. */
  'waiting_not_found',
  'template_not_found',
  'draft_not_found',
  'download_not_found',
  'link_not_found',
  /** The document has no assistant, or none yet. */
  'assistant_not_found',
  'public_link_not_found',
  'not_yours',
]);

const STATE = errorGroup('final', [
  'document_not_completed',
  /** params: status; asker: `sender` for what a sender asks for; absent for signees. */
  'document_not_signable',
  /** params: status. */
  'document_not_editable',
  /** params: status. */
  'document_fully_signed',
  /** A seal is given up by withdrawing its document only. */
  'waiting_not_stoppable',
  /** Sealed already, or a signature is missing. params: status. */
  'document_not_sealable',
  /** params: status. */
  'document_not_deletable',
  /** params: documentId. */
  'draft_sent',
  'draft_expired',
  'draft_has_no_file',
  /** The link is disabled for ever. */
  'public_link_disabled',
  /** The link has to be disabled first. */
  'public_link_active',
  /** If-Match names another revision. */
  'precondition_failed',
  'already_signed',
  'not_your_turn',
  /** Corrected contact details give a new id. */
  'signee_not_found',
  'signee_has_signed',
  'signee_not_in_turn',
  /** params: member. */
  'contact_not_addable',
  /** The signee agreed to another sentence: load the session anew. */
  'consent_changed',
  /** Replaced after it was shown: load the session anew. */
  'document_changed',
  /** The request would sign something else than what was signed by e-ID. */
  'identification_outdated',
  /** The name on the identity document or e-ID differs; params: name, fullName. */
  'name_differs',
]);

/** params: seconds. */
const LIMIT = errorGroup('passing', [
  /** It is being tried at this moment. */
  'waiting_is_running',
  /** Too many visitors did not enter their code. */
  'visit_limit_reached',
  'reminder_limit_reached',
  'contact_update_limit_reached',
  'question_limit_reached',
]);

/** These errors occur at links that need a code. */
const VERIFICATION = {
  ...errorGroup('final', [
    'verification_required',
    /** params: triesLeft. */
    'code_invalid',
    /** No code was sent to this browser, or the time of the code is over. */
    'code_expired',
  ]),
  ...errorGroup('passing', [
    /** params: seconds until the next code may be sent. */
    'code_cooldown',
    'code_not_sent',
    /** The message could not be sent at once; codes have an error of their own. */
    'message_not_sent',
  ]),
};

/** The errors of signing/proofs. */
const PROOF = {
  ...errorGroup('final', [
    /** This browser has no such proof. */
    'proof_not_found',
    /** Used, expired or unknown, or the phone no longer has the proof. */
    'handover_not_found',
    /** The account lacks the capability, or no provider is set. params: kind. */
    'proof_not_offered',
    /** It succeeded, failed or expired. params: status. */
    'proof_over',
    /** params: kind. */
    'proof_missing',
    'attachment_not_supported',
    'attachment_infected',
    /** The attachments of the document are too large. params: megabytes. */
    'attachments_too_large',
    /** The browser keeps no cookie. */
    'session_required',
  ]),
  ...errorGroup('passing', [
    /** params: seconds until the next may be started. */
    'proof_limit_reached',
  ]),
};

/** Needed, and not available now. */
const UNAVAILABLE = errorGroup('passing', ['service_busy', 'database_unavailable', 'storage_unavailable']);

/** params: limit. */
const ACCOUNT = errorGroup('passing', ['too_many_uploads']);

/** The error is only in `errorMessage` and /readyz. */
const SEAL = errorGroup('passing', ['seal_unavailable']);

const INTERNAL = errorGroup('final', [
  /** The PDF or the audit trail was changed: only in `errorMessage`. */
  'evidence_broken',
  'internal_error',
]);

/** Clients depend on codes: never rename one. */
export const SIGNING_ERRORS = {
  ...FILE,
  ...SIZE,
  ...BOX,
  ...VALUE,
  ...NEW_FIELD,
  ...OWNED_FIELD,
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
export const NEW_FIELD_FAULTS = codesOf(NEW_FIELD);
export const REQUIRED_FIELD_FAULTS = codesOf(REQUIRED_FIELD);
export const PROOF_FAULTS = codesOf(PROOF);
export const BUSY = codesOf(UNAVAILABLE);
/** These faults occur also if a PDF is only tried. */
export const PREPARING_FAULTS = [
  ...FILE_FAULTS,
  ...BOX_FAULTS,
  ...VALUE_FAULTS,
  ...NEW_FIELD_FAULTS,
  ...codesOf(OWNED_FIELD),
  ...BUSY,
] as const;

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
  readonly path?: string | undefined;
  readonly params?: ErrorParams;
}
