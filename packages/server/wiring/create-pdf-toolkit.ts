import { createEvidenceSender, type EvidenceSender } from '@countersign/adapters/safe-fetch';
import type { PdfToolkit } from '@countersign/signing';
import { createToolkitPool, type SignerSource } from '@countersign/toolkit';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { logSeals } from './log-seals.ts';

const WORKER_FILE = new URL('../../../workers/pdf-worker.ts', import.meta.url);

/** PDF work on threads, with the certificate that seals and the way to evidence. */
export function createPdfToolkit(config: Config, signer: SignerSource, logger: Logger): PdfToolkit {
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
