/** Codes of the toolkit itself; those of pdf, forms and seal pass through (see their `errors`). */
export type ToolkitOwnCode =
  /** The queue is full: try again later. */
  | 'pdf_queue_full'
  /** The task took longer than `params.timeoutMs`; the thread was replaced. */
  | 'pdf_timeout'
  /** The task took more than `params.memoryLimitMb`; the thread was replaced. */
  | 'pdf_out_of_memory'
  /** The thread was replaced. Try again. */
  | 'pdf_worker_crashed'
  /** Ended its process twice. Only with `isolation`. */
  | 'file_not_processable'
  | 'pdf_cancelled'
  /** Only the operator can correct it. */
  | 'certificate_unusable'
  /** A level above B-B requires `send`. */
  | 'no_network'
  | 'inputs_too_large'
  | 'file_not_readable'
  /** The operating system refused it: `params.reason`, e.g. ENOSPC. */
  | 'file_access_failed';

export type ToolkitErrorCode = ToolkitOwnCode | (string & {});

/** Values for messages: numbers, names of limits and fields. Never personal data. */
export type ToolkitErrorParams = Readonly<Record<string, string | number>>;

/** Every foreseen rejection, the same inline and from a thread. Anything else is a bug. */
export class ToolkitError extends Error {
  readonly code: ToolkitErrorCode;
  readonly params: ToolkitErrorParams;
  /** Class of the original error: `PdfError`, `FormError`, `SealError`, or this one. */
  readonly origin: string;

  constructor(
    code: ToolkitErrorCode,
    message: string,
    params: ToolkitErrorParams = {},
    details: { readonly origin?: string; readonly cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ToolkitError';
    this.code = code;
    this.params = params;
    this.origin = details.origin ?? 'ToolkitError';
  }
}

/** A bug; name, message and stack are those of the thread. */
export class UnforeseenTaskError extends Error {
  constructor(name: string, message: string, stack: string | undefined) {
    super(message);
    this.name = name;
    if (stack !== undefined) this.stack = stack;
  }
}

/** Whether the operating system refused something: a file is missing, the disk is full. `code` is e.g. ENOSPC. */
export function isSystemError(
  error: unknown,
): error is NodeJS.ErrnoException & { code: string; syscall: string } {
  return error instanceof Error && 'code' in error && 'errno' in error && 'syscall' in error;
}

/** Bytes of all inputs of a merge, and of all attachments of a document. Not in the specification: as much as one upload. */
export const MAX_INPUT_BYTES = 50 * 1024 * 1024;
