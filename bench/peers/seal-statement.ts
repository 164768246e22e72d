/** The statement and key of every seal. */
import { readFileSync } from 'node:fs';

export const REASON = 'All have signed';
export const SEALED_BY = 'Bench';

/** The PKCS #12 file and passphrase, from the variables of our command line. */
export function sealKey(): { readonly path: string; readonly passphrase: string } {
  return { path: process.env.SEAL_P12 ?? '', passphrase: process.env.SEAL_P12_PASSPHRASE ?? '' };
}

export function readSealKey(): Buffer {
  return readFileSync(sealKey().path);
}
