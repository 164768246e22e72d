import { BlobsUnavailable, isSystemError } from '@countersign/signing/ports';

/** Runs file system calls. Throws `BlobsUnavailable` for what the operating system refuses: full, read-only, gone, failing. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isSystemError(error) ? new BlobsUnavailable(error) : error;
  }
}

/** Whether an error of the operating system has this code, e.g. ENOENT. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
