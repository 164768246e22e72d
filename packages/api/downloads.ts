import { createHmac } from 'node:crypto';
import { type Clock, isSameSecret } from '@countersign/base';
import { MINUTE_MS } from '@countersign/base/time';
import { type DownloadableFile, SigningError } from '@countersign/signing';

/** The time that an address for a download is valid [4.4-51]. */
export const DOWNLOAD_LIFETIME_MS = 10 * MINUTE_MS;

/** Grants access by an HMAC over content and expiry. Nothing is stored. */
export interface Downloads {
  issue(file: DownloadableFile): string;
  /** Throws `download_not_found` if the token is invalid or expired. */
  open(token: string): DownloadableFile;
}

/** `key`: 32 random bytes, the same after a restart. */
export function createDownloads({ key, clock }: { key: Uint8Array; clock: Clock }): Downloads {
  const sign = (payload: string) => createHmac('sha256', key).update(payload).digest();
  return {
    issue({ blobId, fileName }) {
      const expiresAt = clock.now().getTime() + DOWNLOAD_LIFETIME_MS;
      const payload = Buffer.from(JSON.stringify([blobId, fileName, expiresAt])).toString('base64url');
      return `${payload}.${sign(payload).toString('base64url')}`;
    },
    open(token) {
      const [payload = '', signature = ''] = token.split('.');
      const expected = sign(payload);
      const given = Buffer.from(signature, 'base64url');
      if (!isSameSecret(given, expected)) throw notFound();
      const { blobId, fileName, expiresAt } = parsePayload(payload);
      if (expiresAt <= clock.now().getTime()) throw notFound();
      return { blobId, fileName };
    },
  };
}

function parsePayload(payload: string): DownloadableFile & { expiresAt: number } {
  const [blobId, fileName, expiresAt] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    string,
    string,
    number,
  ];
  return { blobId, fileName, expiresAt };
}

function notFound(): SigningError {
  return new SigningError('download_not_found');
}
