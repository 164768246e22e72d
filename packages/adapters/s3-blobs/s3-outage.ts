import { S3ServiceException } from '@aws-sdk/client-s3';
import { BlobsUnavailable } from '@countersign/signing/ports';

/** The SDK's error holds the request with its signature. */
class S3Failure extends Error {
  /** Undefined without a response. */
  readonly status: number | undefined;

  constructor(error: unknown) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const status = statusOf(error);
    super([name, status, message || codeOf(error)].filter(Boolean).join(' '));
    this.name = 'S3Failure';
    this.status = status;
  }
}

/** Throws `BlobsUnavailable` for errors of the store or connection. */
export async function onS3<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isOwnFault(error) ? error : new BlobsUnavailable(new S3Failure(error));
  }
}

/** Also of the cause of `BlobsUnavailable`. */
export function statusOf(error: unknown): number | undefined {
  if (error instanceof S3ServiceException) return error.$metadata.httpStatusCode;
  if (error instanceof BlobsUnavailable && error.cause instanceof S3Failure) return error.cause.status;
  return undefined;
}

/** A programming error is not an outage. */
function isOwnFault(error: unknown): boolean {
  return error instanceof BlobsUnavailable || error instanceof TypeError || error instanceof RangeError;
}

/** A connection refused on several addresses has only a code. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
