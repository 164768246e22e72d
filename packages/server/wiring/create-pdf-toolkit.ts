import { type AuthoritySender, createAuthoritySender } from '@countersign/adapters/safe-fetch';
import { cacheValidationData, passOverFailing } from '@countersign/seal';
import type { PdfToolkit } from '@countersign/signing';
import { createToolkitPool, ToolkitError } from '@countersign/toolkit';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { logSeals } from './log-seals.ts';
import type { SealSigner } from './seal-signer.ts';

const WORKER_FILE = new URL('../../../workers/pdf-worker.ts', import.meta.url);

/**
 * Anybody may have files checked (/verify), so checks have a thread of their own and cannot make those wait who sign. What
 * waits lies on disk, 50 MB each at most; who comes after that is asked to come again (503).
 */
const CHECKS = { threads: 1, maxQueue: 10, timeoutMs: 30_000, isolation: 'idle' } as const;

/**
 * A signing page is served while uploads take all other threads; of what waits one account may have a quarter. Threads are in
 * another process, which a fault in native code ends (docs/decisions/0015-pdf-work-in-its-own-process.md).
 */
const WORK = { reservedThreads: 1, maxQueue: 100, maxQueueOfAccount: 25, isolation: 'kept' } as const;

/** PDF work on threads, with the certificate that seals and the way to the authorities that it asks. */
export function createPdfToolkit(config: Config, signer: SealSigner, logger: Logger): PdfToolkit {
  const checks = createToolkitPool({ ...CHECKS, workerFile: WORKER_FILE });
  return withOwnChecks(createSealingToolkit(config, signer, logger), checks);
}

/** How many checks may be under way and wait; one more is `pdf_queue_full`. */
export const MAX_CHECKS = CHECKS.threads + CHECKS.maxQueue;

function withOwnChecks(toolkit: PdfToolkit, checks: PdfToolkit): PdfToolkit {
  return {
    ...toolkit,
    verify: (input, options) => checks.verify(input, options),
    readAttachment: (input, name, options) => checks.readAttachment(input, name, options),
    close: async () => void (await Promise.all([toolkit.close(), checks.close()])),
  };
}

function createSealingToolkit(config: Config, signer: SealSigner, logger: Logger): PdfToolkit {
  const pool = { ...WORK, workerFile: WORKER_FILE, threads: config.pdfThreads, signer: signer.source };
  const { pades } = config;
  const sender = openAuthoritySender(config);
  // Says here, by type, that the toolkit keeps the port of signing: it may not import it.
  const toolkit: PdfToolkit = createToolkitPool({
    ...pool,
    ...(pades && { pades }),
    send: passOverFailing(cacheValidationData((request) => sender.send(request))),
  });
  const logged = logSeals(doubtingKeys(toolkit, signer), pades?.level ?? 'B-B', logger);
  return { ...logged, close: () => toolkit.close().finally(() => sender.close()) };
}

/** The same toolkit; after a seal that nobody signed rightly the key's certificates are read again. */
function doubtingKeys(toolkit: PdfToolkit, { doubt }: SealSigner): PdfToolkit {
  if (doubt === undefined) return toolkit;
  return {
    ...toolkit,
    complete: async (...args) => {
      try {
        return await toolkit.complete(...args);
      } catch (error) {
        if (error instanceof ToolkitError && error.code === 'signature_unavailable') doubt();
        throw error;
      }
    },
  };
}

function openAuthoritySender({ pades, environment }: Config): AuthoritySender {
  const configuredUrls = pades?.authorities.map(({ url }) => url) ?? [];
  return createAuthoritySender({ configuredUrls, allowLoopback: environment !== 'production' });
}
