/**
 * Codes that only the toolkit raises. Codes of the packages below (`not_a_pdf`, `unknown_field`, `box_outside_page`)
 * pass through: see the `errors` entry points of pdf, forms and seal.
 */
export type ToolkitOwnCode =
  /** The queue is full. Try again later. */
  | 'pdf_queue_full'
  /** The task ran longer than `params.timeoutMs`; its thread was replaced. */
  | 'pdf_timeout'
  /** The task needed more memory than `params.memoryLimitMb`; its thread was replaced. */
  | 'pdf_out_of_memory'
  /** The thread ended during the task and was replaced. Try again. */
  | 'pdf_worker_crashed'
  /** The task ended its process twice: the file is at fault. Only with `isolation`. */
  | 'file_not_processable'
  /** The caller's AbortSignal fired, or the toolkit is closed. */
  | 'pdf_cancelled'
  /** The signer's file or its passphrase is wrong; only the operator can correct it. */
  | 'certificate_unusable'
  /** A level above B-B requires the network, and the toolkit has no `send`. */
  | 'no_network'
  | 'inputs_too_large'
  | 'file_not_readable'
  /** The operating system refused to read or write a file: `params.reason`, e.g. ENOSPC. */
  | 'file_access_failed';

/** A code of the toolkit or of a package below it. */
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

/** A bug in a task; name, message and stack are those of the thread. */
export class UnforeseenTaskError extends Error {
  constructor(name: string, message: string, stack: string | undefined) {
    super(message);
    this.name = name;
    if (stack !== undefined) this.stack = stack;
  }
}
