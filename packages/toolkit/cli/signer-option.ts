import { resolve } from 'node:path';
import type { SignerSource } from '../signer-source.ts';

/** The signer that --p12 or SEAL_P12 names; the passphrase comes from the environment, where other users cannot see it. */
export function signerFrom(values: Readonly<Record<string, unknown>>): SignerSource {
  const path = typeof values.p12 === 'string' ? values.p12 : process.env.SEAL_P12;
  if (path === undefined || path === '') return { kind: 'development' };
  return { kind: 'p12', path: resolve(path), passphrase: process.env.SEAL_P12_PASSPHRASE ?? '' };
}
