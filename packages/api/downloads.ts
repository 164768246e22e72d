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
  /** Issues a token that opens the export of an account. The caller has allowed it to the owner. */
  issueExport(owner: ExportOwner): string;
  /** Throws `download_not_found` as `open`, also for the token of a file. */
  openExport(token: string): ExportOwner;
}

export interface ExportOwner {
  readonly accountId: string;
  readonly userId: string;
}

const EXPORT = 'account-export';

/** `key`: 32 random bytes, the same after a restart. */
export function createDownloads({ key, clock }: { key: Uint8Array; clock: Clock }): Downloads {
  const sign = (payload: string) => createHmac('sha256', key).update(payload).digest();
  /** The number of facts tells tokens of files and of exports apart. */
  const issue = (...facts: readonly string[]) => {
    const expiresAt = clock.now().getTime() + DOWNLOAD_LIFETIME_MS;
    const payload = Buffer.from(JSON.stringify([...facts, expiresAt])).toString('base64url');
    return `${payload}.${sign(payload).toString('base64url')}`;
  };
  const open = (token: string, count: number): readonly string[] => {
    const [payload = '', signature = ''] = token.split('.');
    if (!isSameSecret(Buffer.from(signature, 'base64url'), sign(payload))) throw notFound();
    const facts: unknown[] = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const expiresAt = Number(facts.pop());
    if (facts.length !== count || expiresAt <= clock.now().getTime()) throw notFound();
    return facts.map(String);
  };
  return {
    issue: ({ blobId, fileName }) => issue(blobId, fileName),
    open(token) {
      const [blobId = '', fileName = ''] = open(token, 2);
      return { blobId, fileName };
    },
    issueExport: ({ accountId, userId }) => issue(EXPORT, accountId, userId),
    openExport(token) {
      const [, accountId = '', userId = ''] = open(token, 3);
      return { accountId, userId };
    },
  };
}

function notFound(): SigningError {
  return new SigningError('download_not_found');
}
