import { S3ServiceException } from '@aws-sdk/client-s3';
import { BlobsUnavailable } from '@countersign/signing/ports';

/** What the log keeps of a failure: the SDK's own error holds the whole request, signature included. */
class S3Failure extends Error {
  /** Undefined if there was no response. */
  readonly status: number | undefined;

  constructor(error: unknown) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const status = statusOf(error);
    super([name, status, message || codeOf(error)].filter(Boolean).join(' '));
    this.name = 'S3Failure';
    this.status = status;
  }
}

/** Runs a request. Throws `BlobsUnavailable` for whatever the store, or the connection to it, refuses. */
export async function onS3<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isOwnFault(error) ? error : new BlobsUnavailable(new S3Failure(error));
  }
}

/** The HTTP status of an error response, also as the cause of `BlobsUnavailable`; undefined if there was none. */
export function statusOf(error: unknown): number | undefined {
  if (error instanceof S3ServiceException) return error.$metadata.httpStatusCode;
  if (error instanceof BlobsUnavailable && error.cause instanceof S3Failure) return error.cause.status;
  return undefined;
}

/** A mistake in this program is not an outage. */
function isOwnFault(error: unknown): boolean {
  return error instanceof BlobsUnavailable || error instanceof TypeError || error instanceof RangeError;
}

/** A connection refused on several addresses has a code and no message. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
