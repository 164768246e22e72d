/**
 * Codes that only the toolkit itself raises. Codes of the packages under it (`not_a_pdf`, `unknown_field`,
 * `box_outside_page` and the rest) pass through unchanged: see the `errors` door of pdf, forms and seal.
 */
export type ToolkitOwnCode =
  /** As many tasks wait as may wait. Try again later. */
  | 'pdf_queue_full'
  /** The task ran longer than `params.timeoutMs`; its thread was ended and replaced. */
  | 'pdf_timeout'
  /** The task needed more memory than `params.memoryLimitMb`; its thread was replaced. */
  | 'pdf_out_of_memory'
  /** The thread ended in the middle of the task; it was replaced. Try again. */
  | 'pdf_worker_crashed'
  /** The task ended the process that it ran in, twice: it is the file's fault. Only with `isolation`. */
  | 'file_not_processable'
  /** The caller's AbortSignal fired, or the toolkit is closed. */
  | 'pdf_cancelled'
  /** The signer's file or its passphrase is wrong: a matter of the operator, not of the document. */
  | 'certificate_unusable'
  /** A level above B-B was asked for, and the toolkit was made without a way to the network (`send`). */
  | 'no_network'
  /** The files to be merged have `params.bytes` bytes together, more than `params.limit`. */
  | 'inputs_too_large'
  /** The command line was given a path that is no readable file. */
  | 'file_not_readable'
  /** The operating system refused to read or write a file: `params.reason`, e.g. ENOSPC. Try again when it is mended. */
  | 'file_access_failed';

/** A code of the toolkit or of a package under it. */
export type ToolkitErrorCode = ToolkitOwnCode | (string & {});

/** Values for a sentence: numbers, names of limits and fields. Never personal data. */
export type ToolkitErrorParams = Readonly<Record<string, string | number>>;

/** Every foreseen rejection of a toolkit, the same inline and from a thread. Anything else is a bug. */
export class ToolkitError extends Error {
  readonly code: ToolkitErrorCode;
  readonly params: ToolkitErrorParams;
  /** Class of the error where it was thrown: `PdfError`, `FormError`, `SealError`, or this one. */
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

/** Something nobody foresaw went wrong in a task; name, message and stack are those of the thread. */
export class UnforeseenTaskError extends Error {
  constructor(name: string, message: string, stack: string | undefined) {
    super(message);
    this.name = name;
    if (stack !== undefined) this.stack = stack;
  }
}
