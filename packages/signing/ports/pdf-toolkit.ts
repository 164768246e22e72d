import type { ErrorParams } from '@countersign/base';
import type { PdfToolkit as FullToolkit, SignatureReport } from '@countersign/toolkit';
import { BOX_FAULTS, FILE_FAULTS, NEW_FIELD_FAULTS, SigningError, VALUE_FAULTS } from '../errors.ts';
import { BlobsUnavailable } from './blob-store.ts';

/** The file or the request is wrong: trying again cannot help. */
const PERMANENT_FAULTS = [
  ...FILE_FAULTS,
  ...BOX_FAULTS,
  ...VALUE_FAULTS,
  ...NEW_FIELD_FAULTS,
  'image_not_readable',
  'inputs_too_large',
] as const;

const PASSING_FAULTS = [
  'signature_unavailable',
  'timestamp_unavailable',
  'validation_data_unavailable',
  /** Expired, revoked, or its file cannot be read. */
  'certificate_unusable',
  'pdf_queue_full',
  'pdf_timeout',
  'pdf_out_of_memory',
  'pdf_worker_crashed',
  'pdf_cancelled',
  /** The operating system refused it. params: reason (ENOSPC). */
  'file_access_failed',
] as const;

type PermanentFaultCode = (typeof PERMANENT_FAULTS)[number];
type PassingFaultCode = (typeof PASSING_FAULTS)[number];

/** A fault of any method of `PdfToolkit`. Anything else is a bug. */
interface PdfFault extends Error {
  readonly code: PdfFaultCode;
  readonly params: ErrorParams;
}

export type PdfFaultCode = PermanentFaultCode | PassingFaultCode;

export interface PermanentFault extends PdfFault {
  readonly code: PermanentFaultCode;
}

export function isPdfFaultCode(code: string): code is PdfFaultCode {
  return [...PERMANENT_FAULTS, ...PASSING_FAULTS].some((known) => known === code);
}

export function isPermanentFault(error: unknown): error is PermanentFault {
  return hasCodeOf(error, PERMANENT_FAULTS);
}

/** Everything but faults stays as it is. */
export function asClientError(error: unknown): unknown {
  if (hasCodeOf(error, ['file_access_failed'])) return new BlobsUnavailable(error);
  if (isPermanentFault(error)) return new SigningError(error.code, error.params, { cause: error });
  if (hasCodeOf(error, PASSING_FAULTS)) return new SigningError('service_busy', {}, { cause: error });
  return error;
}

/** Before acceptance this is the file's fault: sealing it would fail too. */
export function isExhausting(error: unknown): boolean {
  return hasCodeOf(error, ['pdf_timeout', 'pdf_out_of_memory'] satisfies PassingFaultCode[]);
}

function hasCodeOf(error: unknown, codes: readonly string[]): error is PdfFault {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return typeof error.code === 'string' && codes.includes(error.code);
}

/** Inline or on a pool. Rejects with `PdfFault`. */
export type PdfToolkit = Pick<
  FullToolkit,
  | 'admit'
  | 'checkRequest'
  | 'checkSigning'
  | 'checkValues'
  | 'cleanAttachment'
  | 'close'
  | 'complete'
  | 'findText'
  | 'merge'
  | 'prepare'
  | 'preview'
  | 'readAttachment'
  | 'readFields'
  | 'readPages'
  | 'readText'
  | 'renderPage'
  | 'verify'
>;

/** Codes are stable. */
export type SignatureProblem = SignatureReport['problems'][number];
export type SignatureProblemCode = SignatureProblem['code'];

export type LaterChange = SignatureReport['changes'][number];
export type LaterChangeCode = LaterChange['code'];

/** Each level includes those before. */
export const CHANGE_KINDS = [
  'none',
  'validation_data',
  'signature',
  'form_filling',
  'annotations',
  'other',
] as const satisfies readonly SignatureReport['laterChanges'][];
