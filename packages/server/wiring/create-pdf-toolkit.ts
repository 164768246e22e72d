import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEvidenceSender, type EvidenceSender } from '@countersign/adapters/safe-fetch';
import { createDevelopmentSigner, loadP12Signer } from '@countersign/seal';
import type { PdfToolkit } from '@countersign/signing';
import { createToolkitPool, type SignerSource } from '@countersign/toolkit';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { StartError } from '../errors.ts';
import { hasSecret, loadOrMakeSecret } from '../secrets.ts';
import { logSeals } from './log-seals.ts';

const WORKER_FILE = new URL('../../../workers/pdf-worker.ts', import.meta.url);
const DEVELOPMENT_SEAL = 'development-seal.pem';

/** PDF work on threads, with the certificate that seals and the way to evidence. Throws `seal_unusable`. */
export async function createPdfToolkit(config: Config, logger: Logger): Promise<PdfToolkit> {
  const signer = config.seal === undefined ? await keepDevelopmentSeal(config) : await checkP12(config.seal);
  const pool = { workerFile: WORKER_FILE, threads: config.pdfThreads, signer };
  const evidence = config.sealEvidence;
  // Says here, by type, that the toolkit keeps the port of signing: it may not import it.
  if (evidence === undefined) return createToolkitPool(pool);
  const sender = openEvidenceSender(config);
  const toolkit = createToolkitPool({ ...pool, evidence, send: (request) => sender.send(request) });
  const logged = logSeals(toolkit, evidence.level, logger);
  return { ...logged, close: () => toolkit.close().finally(() => sender.close()) };
}

function openEvidenceSender({ sealEvidence, environment }: Config): EvidenceSender {
  const configuredUrls = sealEvidence?.authorities.map(({ url }) => url) ?? [];
  return createEvidenceSender({ configuredUrls, allowLoopback: environment !== 'production' });
}

/** Made at the first start and kept, so that what one installation seals is sealed by one certificate. */
async function keepDevelopmentSeal({ dataDir }: Config): Promise<SignerSource> {
  if (!hasSecret(dataDir, DEVELOPMENT_SEAL)) {
    const { pem } = await createDevelopmentSigner();
    loadOrMakeSecret(dataDir, DEVELOPMENT_SEAL, () => pem);
  }
  const path = join(dataDir, 'keys', DEVELOPMENT_SEAL);
  return { kind: 'pem', certificatePath: path, keyPath: path };
}

/** At the start, so that a wrong passphrase is not found at the first completed document. */
async function checkP12({ p12Path, passphrase }: NonNullable<Config['seal']>): Promise<SignerSource> {
  try {
    await loadP12Signer(readFileSync(p12Path), passphrase);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError('seal_unusable', `SEAL_P12: ${reason} (is SEAL_P12_PASSPHRASE right?)`, error);
  }
  return { kind: 'p12', path: p12Path, passphrase };
}
