import { resolve } from 'node:path';
import { ToolkitError } from '../errors.ts';
import type { SignerSource } from '../signer-source.ts';
import { UsageError } from './usage-error.ts';

/** Secrets come from the environment, which other users cannot see. */
export async function readSignerOptions(values: Readonly<Record<string, unknown>>): Promise<SignerSource> {
  if (values['development-certificate'] === true) return { kind: 'development' };
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
  return { kind: 'p12', path: resolve(path), passphrase: process.env[PASSPHRASES.p12] ?? '' };
}

function pemOf(certificate: unknown, key: unknown): SignerSource | undefined {
  if (!isPath(certificate) && !isPath(key)) return undefined;
  if (!isPath(certificate) || !isPath(key))
    throw new UsageError('--certificate and --key must be given together');
  const passphrase = process.env[PASSPHRASES.pem];
  const paths = { certificatePath: resolve(certificate), keyPath: resolve(key) };
  return { kind: 'pem', ...paths, ...(passphrase && { passphrase }) };
}

const PASSPHRASES = { p12: 'SEAL_P12_PASSPHRASE', pem: 'SEAL_KEY_PASSPHRASE' } as const;
/** Of `certificate_unusable`. */
const PASSPHRASE_REASONS = ['wrong_passphrase', 'passphrase_missing'];

/** If the key did not open. */
export async function nameUnsetPassphrase<T>(
  signer: SignerSource | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolkitError) || !PASSPHRASE_REASONS.includes(String(error.params.reason)))
      throw error;
    const variable = signer?.kind === 'p12' || signer?.kind === 'pem' ? PASSPHRASES[signer.kind] : undefined;
    if (variable === undefined || process.env[variable]) throw error;
    const params = { ...error.params, reason: 'passphrase_missing', variable };
    throw new ToolkitError(error.code, `the key needs a passphrase, and ${variable} is not set`, params);
  }
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
