import { resolve } from 'node:path';
import type { SignerSource } from '../signer-source.ts';
import { UsageError } from './usage-error.ts';

/**
 * The signer that --p12, or --certificate and --key, name, else their variables, else SEAL_REMOTE_URLS. Secrets come from
 * the environment, where other users cannot see them.
 */
export async function signerFrom(values: Readonly<Record<string, unknown>>): Promise<SignerSource> {
  const { SEAL_P12, SEAL_CERTIFICATE, SEAL_KEY, SEAL_REMOTE_URLS } = process.env;
  return (
    p12Of(values.p12) ??
    pemOf(values.certificate, values.key) ??
    p12Of(SEAL_P12) ??
    pemOf(SEAL_CERTIFICATE, SEAL_KEY) ??
    (SEAL_REMOTE_URLS
      ? (await import('./remote-signer.ts')).openRemoteSigner(SEAL_REMOTE_URLS)
      : undefined) ?? {
      kind: 'development',
    }
  );
}

function p12Of(path: unknown): SignerSource | undefined {
  if (!isPath(path)) return undefined;
  return { kind: 'p12', path: resolve(path), passphrase: process.env.SEAL_P12_PASSPHRASE ?? '' };
}

function pemOf(certificate: unknown, key: unknown): SignerSource | undefined {
  if (!isPath(certificate) && !isPath(key)) return undefined;
  if (!isPath(certificate) || !isPath(key)) throw new UsageError('--certificate and --key need each other');
  const { SEAL_KEY_PASSPHRASE: passphrase } = process.env;
  const paths = { certificatePath: resolve(certificate), keyPath: resolve(key) };
  return { kind: 'pem', ...paths, ...(passphrase && { passphrase }) };
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
