import { AdapterError } from '../errors.ts';

/** UUIDs and `sealed-<id>`. */
const BLOB_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;
const EXTENSION = /^[a-z0-9]{1,8}$/;

/** `<last two>/<id>` spreads files over folders. Throws `blob_id_invalid`. */
export function blobKey(blobId: string): string {
  if (!BLOB_ID.test(blobId)) throw new AdapterError('blob_id_invalid', { blobId });
  return `${blobId.slice(-2).toLowerCase()}/${blobId}`;
}

/** It might be part of a path. Throws `blob_id_invalid`. */
export function requireExtension(extension: string): void {
  if (!EXTENSION.test(extension)) throw new AdapterError('blob_id_invalid', { blobId: extension });
}
