import { SigningError, type SigningErrorCode } from './errors.ts';
import { BlobsUnavailable } from './ports/blob-store.ts';
import type { PdfFault, PdfFaultCode } from './ports/pdf-toolkit.ts';

/** Faults that say something about the file or the request: trying again changes nothing. */
const PERMANENT_FAULTS = [
  'not_a_pdf',
  'password_required',
  'locked',
  'damaged',
  'no_pages',
  'xfa_not_supported',
  'too_complex',
  'file_not_processable',
  'inputs_too_large',
  'box_outside_page',
  'page_out_of_range',
  'unknown_field',
  'field_not_editable',
  'option_not_offered',
  'value_too_long',
  'value_format_invalid',
  'too_many_values',
  'empty_value',
  'text_not_drawable',
  'image_not_readable',
] as const satisfies readonly (PdfFaultCode & SigningErrorCode)[];

/** Faults of the moment: the pool is full, a worker died, an authority is down. */
const PASSING_FAULTS = [
  'signature_unavailable',
  'timestamp_unavailable',
  'validation_data_unavailable',
  'pdf_queue_full',
  'pdf_timeout',
  'pdf_out_of_memory',
  'pdf_worker_crashed',
  'pdf_cancelled',
  'file_access_failed',
] as const satisfies readonly PdfFaultCode[];

type PermanentFaultCode = (typeof PERMANENT_FAULTS)[number];
type PassingFaultCode = (typeof PASSING_FAULTS)[number];

export interface PermanentFault extends PdfFault {
  readonly code: PermanentFaultCode;
}

// A code of PdfFaultCode in neither list is a compile error here.
type Unlisted = Exclude<PdfFaultCode, PermanentFaultCode | PassingFaultCode>;
const EVERY_FAULT_IS_LISTED: [Unlisted] extends [never] ? true : Unlisted = true;

/** Nothing is wrong with the document: what it takes to seal any was not to be had. */
const SEAL_FAULTS: readonly (string | null)[] = [
  'signature_unavailable',
  'timestamp_unavailable',
  'validation_data_unavailable',
  'certificate_unusable',
];

export function isSealFault(code: string | null): boolean {
  return SEAL_FAULTS.includes(code);
}

export function isPermanentFault(error: unknown): error is PermanentFault {
  return EVERY_FAULT_IS_LISTED && hasCodeOf(error, PERMANENT_FAULTS);
}

/** What to throw at a client: faults become coded errors, everything else stays what it is. */
export function asClientError(error: unknown): unknown {
  if (hasCodeOf(error, ['file_access_failed'])) return new BlobsUnavailable(error);
  if (isPermanentFault(error)) return new SigningError(error.code, error.params, { cause: error });
  if (hasCodeOf(error, PASSING_FAULTS)) return new SigningError('service_busy', {}, { cause: error });
  return error;
}

/**
 * A PDF that takes more time or memory than a task may have. Checked before it is accepted, that is the file's fault and
 * not the moment's: it would take as much when everybody has signed.
 */
export function isExhausting(error: unknown): boolean {
  return hasCodeOf(error, ['pdf_timeout', 'pdf_out_of_memory'] satisfies PassingFaultCode[]);
}

function hasCodeOf(error: unknown, codes: readonly string[]): error is PdfFault {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return typeof error.code === 'string' && codes.includes(error.code);
}
