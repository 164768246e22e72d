import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadinessWarning } from '@countersign/api';
import type { Clock } from '@countersign/base';
import type { Signer, SignerFaultReason, Validity } from '@countersign/seal';
import { SealError } from '@countersign/seal/errors';
import { loadPemSigner } from '@countersign/seal/signers/pem-signer';
import { fingerprintOf, readValidity } from '@countersign/seal/validity';
import type { SignerSource } from '@countersign/toolkit';
import type { Logger } from 'pino';
import type { Config } from '../settings/config.ts';
import type { RemoteSealKey, SealKey } from '../settings/seal.ts';
import { hasSecret, loadOrMakeSecret } from '../settings/secrets.ts';
import { isReadable, StartError } from '../settings/values.ts';

const DEVELOPMENT_SEAL = 'development-seal.pem';

/** The key has been checked. Threads read key files themselves. */
export interface SealSigner {
  readonly source: SignerSource;
  /** Returns undefined until the certificate is known. */
  validity(): Validity | undefined;
  /** Returns the SHA-256 (hex) of the certificate, and undefined until it is known. */
  fingerprint(): string | undefined;
  /** Remote keys have this, and are ready once the signer has responded. */
  isReady?(): boolean;
  /** Makes the signer read the certificates before the next seal. */
  invalidate?(): void;
  /** Lists failed signers and unreadable files. */
  warnings?(): readonly ReadinessWarning[];
  close?(): Promise<void>;
}

/**
 * Opens the signer at startup, to find a wrong passphrase or an expired certificate early. Throws `seal_unusable`.
 */
export async function openSealSigner(
  { sealKey, keysDir, dataDir }: Config,
  clock: Clock,
  logger: Logger,
): Promise<SealSigner> {
  if (sealKey === undefined) return openDevelopmentSeal(keysDir, clock, logger);
  if (sealKey.kind === 'remote') return openRemoteSigner(sealKey, clock, logger);
  if (sealKey.kind === 'p12') {
    const { loadP12Signer } = await import('@countersign/seal/signers/p12-signer');
    const signer = await loading('SEAL_P12', 'is SEAL_P12_PASSPHRASE right?', () =>
      loadP12Signer(readFileSync(sealKey.path), sealKey.passphrase),
    );
    return withValidity(sealKey, requireValid(signer, 'SEAL_P12', clock), signer);
  }
  return sealKey.kind === 'text'
    ? openPemSigner(
        { ...writeSealFile(dataDir, sealKey.pem), passphrase: sealKey.passphrase },
        ['SEAL_PEM', 'SEAL_PEM'],
        clock,
      )
    : openPemSigner(sealKey, ['SEAL_KEY', 'SEAL_CERTIFICATE'], clock);
}

async function openPemSigner(
  { certificatePath, keyPath, passphrase }: Omit<Extract<SealKey, { kind: 'pem' }>, 'kind'>,
  [keySetting, certificateSetting]: readonly [string, string],
  clock: Clock,
): Promise<SealSigner> {
  const paths = new Set([certificatePath, keyPath]);
  const pem = [...paths].map((path) => readFileSync(path, 'utf8')).join('\n');
  const signer = await loading(keySetting, 'is SEAL_KEY_PASSPHRASE right?', () =>
    loadPemSigner(pem, passphrase),
  );
  const source = { kind: 'pem', certificatePath, keyPath, passphrase } as const;
  return withValidity(source, requireValid(signer, certificateSetting, clock), signer);
}

/** Replaces the file of an earlier start, so that it has the mode of a new one. */
function writeSealFile(dataDir: string, pem: string) {
  const path = join(dataDir, 'seal.pem');
  rmSync(path, { force: true });
  writeFileSync(path, pem, { flag: 'wx', mode: 0o600 });
  return { certificatePath: path, keyPath: path };
}

/** An unreachable signer does not stop the startup: outages end. */
async function openRemoteSigner(key: RemoteSealKey, clock: Clock, logger: Logger): Promise<SealSigner> {
  const requireUsable = (signer: Signer) => void requireValid(signer, 'SEAL_REMOTE_URLS', clock);
  const { RemoteSeal } = await import('./remote-seal.ts');
  const seal = new RemoteSeal(key, { logger, requireUsable });
  try {
    await seal.refresh();
  } catch (error) {
    const refusal = describeUnusable('SEAL_REMOTE_URLS', questionOf(error), error);
    if (!isOutage(error)) {
      await seal.close();
      throw refusal;
    }
    logger.error(
      { code: 'seal_signer_missing' },
      `${refusal.message}; the service is not ready until a signer responds`,
    );
  }
  seal.watch();
  return seal;
}

/** These errors mean that the signer or the network is down. */
const OUTAGES: readonly unknown[] = [
  'not_reachable',
  'timed_out',
  'http_status',
] satisfies SignerFaultReason[];

function isOutage(error: unknown): boolean {
  return (
    error instanceof SealError &&
    error.code === 'signature_unavailable' &&
    OUTAGES.includes(error.params.reason)
  );
}

function questionOf(error: unknown): string {
  if (error instanceof SealError && error.params.reason === 'wrong_signature')
    return 'does it hold the key of the certificate?';
  return 'is SEAL_REMOTE_CREDENTIAL there, and SEAL_REMOTE_TOKEN or SEAL_REMOTE_CLIENT let in?';
}

/** The certificate is kept, so that an installation has one. */
async function openDevelopmentSeal(keysDir: string, clock: Clock, logger: Logger): Promise<SealSigner> {
  if (!hasSecret(keysDir, DEVELOPMENT_SEAL)) {
    const { createDevelopmentSigner } = await import('@countersign/seal/signers/development-signer');
    const { pem } = await createDevelopmentSigner();
    loadOrMakeSecret(keysDir, DEVELOPMENT_SEAL, () => pem);
  }
  const path = join(keysDir, DEVELOPMENT_SEAL);
  const setting = `KEYS_DIR: ${DEVELOPMENT_SEAL}`;
  const signer = await loading(setting, 'restore it, or remove it for a new one', () =>
    loadPemSigner(readFileSync(path, 'utf8')),
  );
  const validity = requireValid(signer, setting, clock);
  logger.warn(
    { code: 'seal_development_certificate', path },
    'sealing with a development certificate, as every file states: set SEAL_P12, SEAL_KEY or SEAL_REMOTE_URLS',
  );
  return withValidity({ kind: 'pem', certificatePath: path, keyPath: path }, validity, signer);
}

/** New threads read key files again. */
function withValidity(source: SignerSource, validity: Validity, signer: Signer): SealSigner {
  const fingerprint = fingerprintOf(signer);
  return {
    source,
    validity: () => validity,
    fingerprint: () => fingerprint,
    warnings: () => listUnreadable(source),
  };
}

/** Names only the setting, since readiness is public. */
function listUnreadable(source: SignerSource): readonly ReadinessWarning[] {
  if (keyPaths(source).every(isReadable)) return [];
  const message = 'A file of the key or its certificate cannot be read; documents wait to be sealed';
  return [{ code: 'seal_key_unreadable', message }];
}

function keyPaths(source: SignerSource): readonly string[] {
  if (source.kind === 'p12') return [source.path];
  return source.kind === 'pem' ? [source.certificatePath, source.keyPath] : [];
}

async function loading<T>(setting: string, question: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw describeUnusable(setting, question, error);
  }
}

function describeUnusable(setting: string, question: string, error: unknown): StartError {
  if (error instanceof StartError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError('seal_unusable', `${setting}: ${reason} (${question})`, error);
}

/**
 * The certificate is checked after the key exists: creating one takes a while, and the certificate is valid from
 * then.
 */
function requireValid(signer: Signer, setting: string, clock: Clock): Validity {
  const now = clock.now();
  const validity = readValidity(signer);
  const { notBefore, notAfter } = validity;
  if (now > notAfter)
    throw new StartError(
      'seal_unusable',
      `${setting}: the certificate expired on ${notAfter.toISOString()}; a new one is needed to seal`,
    );
  if (now < notBefore)
    throw new StartError(
      'seal_unusable',
      `${setting}: the certificate is valid from ${notBefore.toISOString()} on; check the clock of this machine`,
    );
  return validity;
}
