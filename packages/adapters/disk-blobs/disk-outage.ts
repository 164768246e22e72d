import { BlobsUnavailable, isSystemError } from '@countersign/signing/ports';

/** Throws `BlobsUnavailable` for errors of the operating system. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isSystemError(error) ? new BlobsUnavailable(error) : error;
  }
}

/** E.g. ENOENT. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
