/** What everybody's seal says, and the key it is made with. */
import { readFileSync } from 'node:fs';

export const REASON = 'All have signed';
export const SEALED_BY = 'Bench';

/** The PKCS #12 file that SEAL_P12 names, and its passphrase: the variables our command line reads. */
export function sealKey(): { readonly path: string; readonly passphrase: string } {
  return { path: process.env.SEAL_P12 ?? '', passphrase: process.env.SEAL_P12_PASSPHRASE ?? '' };
}

export function readSealKey(): Buffer {
  return readFileSync(sealKey().path);
}
