import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSignerSender, type SignerSenderOptions } from '@countersign/adapters/safe-fetch';
import {
  createDevelopmentSigner,
  createRemoteSigner,
  loadP12Signer,
  loadPemSigner,
  openCscSigner,
  readValidity,
  type Signer,
  type SignerFailure,
  type Validity,
} from '@countersign/seal';
import type { Clock } from '@countersign/signing';
import type { SignerSource } from '@countersign/toolkit';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { StartError } from '../errors.ts';
import type { RemoteSealKey } from '../seal-key-settings.ts';
import { hasSecret, loadOrMakeSecret } from '../secrets.ts';
import { type SignerWarning, watchSigners } from './signer-watch.ts';

/** Signed at the start, to see that the key works and is the certificate's. Nothing that any file could mean. */
const PROBE = Buffer.from('Countersign starts');
const DEVELOPMENT_SEAL = 'development-seal.pem';

/** What seals, checked: the threads read keys in files themselves. */
export interface SealSigner {
  readonly source: SignerSource;
  readonly validity: Validity;
  /** Of keys that lie elsewhere: who failed when last asked. */
  warnings?(): readonly SignerWarning[];
  /** Ends the way to them. */
  close?(): Promise<void>;
}

/**
 * At the start, so that a wrong passphrase or an expired certificate is not found at the first completed document.
 * Throws `seal_unusable`.
 */
export async function openSealSigner(
  { sealKey, dataDir }: Config,
  clock: Clock,
  logger: Logger,
): Promise<SealSigner> {
  if (sealKey === undefined) return openDevelopmentSeal(dataDir, clock);
  if (sealKey.kind === 'remote') return openRemoteSigner(sealKey, clock, logger);
  if (sealKey.kind === 'p12') {
    const signer = await loading('SEAL_P12', 'is SEAL_P12_PASSPHRASE right?', () =>
      loadP12Signer(readFileSync(sealKey.path), sealKey.passphrase),
    );
    return { source: sealKey, validity: requireValid(signer, 'SEAL_P12', clock) };
  }
  const { kind, certificatePath, keyPath, passphrase } = sealKey;
  const pem = [certificatePath, keyPath].map((path) => readFileSync(path, 'utf8')).join('\n');
  const signer = await loading('SEAL_KEY', 'is SEAL_KEY_PASSPHRASE right?', () =>
    loadPemSigner(pem, passphrase),
  );
  const source = { kind, certificatePath, keyPath, ...(passphrase !== undefined && { passphrase }) };
  return { source, validity: requireValid(signer, 'SEAL_CERTIFICATE', clock) };
}

/** Its certificates are asked for once: the service is started anew when they change. */
async function openRemoteSigner(key: RemoteSealKey, clock: Clock, logger: Logger): Promise<SealSigner> {
  const sender = createSignerSender(readTls(key));
  try {
    const { urls, credentialId, token } = key;
    const { send } = sender;
    const addresses = urls.map((url) => ({ url, credentialId, send, ...(token !== undefined && { token }) }));
    const question = 'is SEAL_REMOTE_CREDENTIAL there, and SEAL_REMOTE_TOKEN or SEAL_REMOTE_CLIENT let in?';
    const { failures, ...opened } = await loading('SEAL_REMOTE_URLS', question, () =>
      openCscSigner(addresses),
    );
    const tell = (failure: SignerFailure) => logger.warn(failure, 'this signer failed, the next was asked');
    failures.forEach(tell);
    const watch = watchSigners(opened.keys);
    const options = { ...opened, keys: watch.keys };
    const signer = createRemoteSigner(options);
    const validity = requireValid(signer, 'SEAL_REMOTE_URLS', clock);
    await loading('SEAL_REMOTE_URLS', 'does it hold the key of the certificate?', () =>
      signer.sign(PROBE, tell),
    );
    const source = { kind: 'remote', ...options } as const;
    return { source, validity, warnings: watch.warnings, close: () => sender.close() };
  } catch (error) {
    await sender.close();
    throw error;
  }
}

function readTls({ clientPath, authorityPath }: RemoteSealKey): SignerSenderOptions {
  return {
    ...(clientPath !== undefined && { clientPem: readFileSync(clientPath, 'utf8') }),
    ...(authorityPath !== undefined && { authorityPem: readFileSync(authorityPath, 'utf8') }),
  };
}

/** Made at the first start and kept, so that what one installation seals is sealed by one certificate. */
async function openDevelopmentSeal(dataDir: string, clock: Clock): Promise<SealSigner> {
  if (!hasSecret(dataDir, DEVELOPMENT_SEAL)) {
    const { pem } = await createDevelopmentSigner();
    loadOrMakeSecret(dataDir, DEVELOPMENT_SEAL, () => pem);
  }
  const path = join(dataDir, 'keys', DEVELOPMENT_SEAL);
  const signer = await loadPemSigner(readFileSync(path, 'utf8'));
  const validity = requireValid(signer, `DATA_DIR: keys/${DEVELOPMENT_SEAL}`, clock);
  return { source: { kind: 'pem', certificatePath: path, keyPath: path }, validity };
}

async function loading<T>(setting: string, question: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError('seal_unusable', `${setting}: ${reason} (${question})`, error);
  }
}

/** The time is asked for now: making a key takes a while, and its certificate begins when it is made. */
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
      `${setting}: the certificate is valid from ${notBefore.toISOString()} on; is this machine's clock right?`,
    );
  return validity;
}
