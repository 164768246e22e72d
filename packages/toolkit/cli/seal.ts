import { resolve } from 'node:path';
import {
  cacheValidationData,
  openCscSigner,
  SealError,
  type SendRequest,
  sendOverHttp,
} from '@countersign/seal';
import { PADES_LEVELS } from '@countersign/seal/limits';
import { ToolkitError } from '../errors.ts';
import type { SealReport } from '../reports.ts';
import type { PadesSettings, SignerSource } from '../signer.ts';
import { printEachFile } from './files.ts';
import { type CommandRun, UsageError } from './output.ts';

export function readLevelOptions(
  values: Readonly<Record<string, unknown>>,
): { readonly pades: PadesSettings; readonly send: SendRequest } | undefined {
  const urls = readUrls(textOf(values.timestamp) ?? process.env.SEAL_TIMESTAMP_URLS ?? '');
  const level = readLevel(textOf(values.level) ?? process.env.SEAL_LEVEL ?? '', urls);
  if (level === 'B-B') return undefined;
  if (urls.length === 0) throw new UsageError(`--level ${level} requires --timestamp`);
  const isRequired = values.required === true || process.env.SEAL_LEVEL_DEMAND === 'required';
  const demand = isRequired ? 'required' : 'preferred';
  const authorities = urls.map((url) => ({ url }));
  return { pades: { level, demand, authorities }, send: cacheValidationData(sendOverHttp) };
}

function readUrls(text: string): readonly string[] {
  const urls = text.split(/[\s,]+/).filter((url) => url !== '');
  const wrong = urls.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  if (wrong !== undefined) throw new UsageError(`--timestamp: not an http or https address: ${wrong}`);
  return urls;
}

function readLevel(text: string, urls: readonly string[]): PadesSettings['level'] {
  if (text === '') return urls.length > 0 ? 'B-T' : 'B-B';
  const level = PADES_LEVELS.find((known) => known === text.toUpperCase());
  if (level === undefined) throw new UsageError(`--level must be one of ${PADES_LEVELS.join(', ')}`);
  return level;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Secrets come from the environment, which other users cannot see. */
export async function readSignerOptions(values: Readonly<Record<string, unknown>>): Promise<SignerSource> {
  if (values['development-certificate'] === true) return { kind: 'development' };
  const { SEAL_P12, SEAL_CERTIFICATE, SEAL_KEY, SEAL_REMOTE_URLS } = process.env;
  return (
    p12Of(values.p12) ??
    pemOf(values.certificate, values.key) ??
    p12Of(SEAL_P12) ??
    pemOf(SEAL_CERTIFICATE, SEAL_KEY) ??
    (SEAL_REMOTE_URLS ? await openRemoteSigner(SEAL_REMOTE_URLS) : undefined) ?? {
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
/** The reasons of `certificate_unusable`. */
const PASSPHRASE_REASONS = ['wrong_passphrase', 'passphrase_missing'];

/** If the key did not open. */
async function nameUnsetPassphrase<T>(signer: SignerSource | undefined, work: () => Promise<T>): Promise<T> {
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

/** Without a key; --development-certificate suppresses it. */
const FOR_TRYING_OUT = [
  'WARNING: sealed with a certificate made for this one run. It is for trying out: it proves nothing about who sealed, and no',
  'reader trusts it. Give --p12, or --certificate and --key; --development-certificate seals so without this warning.',
].join('\n');

export const runSeal: CommandRun = (call) =>
  printEachFile(call, async (file, input) => {
    const reason = String(call.values.reason);
    const request = { reason, signedAt: new Date().toISOString() };
    const report = await nameUnsetPassphrase(call.signer, () =>
      call.toolkit.seal({ input, output: call.out, ...request }),
    );
    const developmentCertificate = call.signer?.kind === 'development';
    if (developmentCertificate && call.values['development-certificate'] !== true)
      call.print.problem(FOR_TRYING_OUT);
    return {
      json: { file, output: call.out, developmentCertificate, ...report },
      text: describe(call.out, report),
    };
  });

function describe(output: string, { size, sha256, seal, drawnAnnotations }: SealReport): string {
  const stated = seal.timestamp ? [`  timestamp: ${seal.timestamp.time} by ${seal.timestamp.authority}`] : [];
  const drawn = drawnAnnotations > 0 ? [`  drawn, since they had no appearance: ${drawnAnnotations}`] : [];
  const failed = seal.failures.map(
    ({ authority, message }) => `  nothing usable from ${authority}: ${message}`,
  );
  return [
    `${output}: sealed at level ${seal.level}, ${size} bytes, sha256 ${sha256}`,
    ...stated,
    ...drawn,
    ...failed,
  ].join('\n');
}

/** Comma-separated addresses of the API of the Cloud Signature Consortium. */
async function openRemoteSigner(text: string): Promise<SignerSource> {
  const { SEAL_REMOTE_CREDENTIAL: credentialId, SEAL_REMOTE_TOKEN: token } = process.env;
  if (!credentialId) throw new UsageError('SEAL_REMOTE_URLS requires SEAL_REMOTE_CREDENTIAL');
  const urls = text.split(/[\s,]+/).filter((url) => url !== '');
  if (!urls.every((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? '')))
    throw new UsageError('SEAL_REMOTE_URLS must be http or https addresses');
  const addresses = urls.map((url) => ({ url, credentialId, send: sendOverHttp, token: token || undefined }));
  try {
    return { kind: 'remote', ...(await openCscSigner(addresses)) };
  } catch (error) {
    if (error instanceof SealError) throw new UsageError(`SEAL_REMOTE_URLS: ${error.message}`);
    throw error;
  }
}
