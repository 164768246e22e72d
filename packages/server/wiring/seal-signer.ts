import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createDevelopmentSigner,
  loadP12Signer,
  loadPemSigner,
  readValidity,
  type Signer,
  type Validity,
} from '@countersign/seal';
import type { Clock } from '@countersign/signing';
import type { SignerSource } from '@countersign/toolkit';
import type { Config } from '../config.ts';
import { StartError } from '../errors.ts';
import { hasSecret, loadOrMakeSecret } from '../secrets.ts';

const DEVELOPMENT_SEAL = 'development-seal.pem';

/** What seals, checked: the threads read the key themselves. */
export interface SealSigner {
  readonly source: SignerSource;
  readonly validity: Validity;
}

/**
 * At the start, so that a wrong passphrase or an expired certificate is not found at the first completed document.
 * Throws `seal_unusable`.
 */
export async function openSealSigner({ seal, dataDir }: Config, clock: Clock): Promise<SealSigner> {
  if (seal === undefined) return openDevelopmentSeal(dataDir, clock);
  const signer = await loadP12(seal);
  const source = { kind: 'p12', path: seal.p12Path, passphrase: seal.passphrase } as const;
  return { source, validity: requireValid(signer, 'SEAL_P12', clock) };
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

async function loadP12({ p12Path, passphrase }: NonNullable<Config['seal']>): Promise<Signer> {
  try {
    return await loadP12Signer(readFileSync(p12Path), passphrase);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError('seal_unusable', `SEAL_P12: ${reason} (is SEAL_P12_PASSPHRASE right?)`, error);
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
