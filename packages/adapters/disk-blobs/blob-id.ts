import { AdapterError } from '../errors.ts';

/** Our own ids (UUIDs, `sealed-<id>`), short enough for file names. */
const BLOB_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;
const EXTENSION = /^[a-z0-9]{1,8}$/;

/** Returns `<last two>/<id>`, to spread files over folders. Throws `blob_id_invalid`. */
export function blobKey(blobId: string): string {
  if (!BLOB_ID.test(blobId)) throw new AdapterError('blob_id_invalid', { blobId });
  return `${blobId.slice(-2).toLowerCase()}/${blobId}`;
}

/** Throws `blob_id_invalid` if the extension could be part of a path. */
export function requireExtension(extension: string): void {
  if (!EXTENSION.test(extension)) throw new AdapterError('blob_id_invalid', { blobId: extension });
}
