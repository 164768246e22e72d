import { type AuthoritySender, createAuthoritySender } from '@countersign/adapters/safe-fetch/senders';
import { onFirstUse } from '@countersign/base';
import type { PdfToolkit } from '@countersign/signing';
import { ToolkitError } from '@countersign/toolkit';
import { tasks } from '@countersign/toolkit/runner';
import { createToolkitPool, type ProcessorLimits } from '@countersign/workers';
import type { Logger } from 'pino';
import type { Observing } from '../observing/observing.ts';
import type { Config } from '../settings/config.ts';
import { logSeals } from './logging.ts';
import type { SealSigner } from './seal-signer.ts';

const WORKER_FILE = new URL('../../../workers/pdf-worker.ts', import.meta.url);

/** Verification is public, so it has its own thread. Waiting files are on disk, up to 50 MB each. */
const CHECKS = { threads: 1, maxQueue: 10, timeoutMs: 30_000, isolation: 'idle' } as const;

/**
 * Pages are drawn for slow lines alone, by native code and from images of any size, so the process ends when it is idle
 * and ends a drawing before the machine is short of memory. Whoever waits longer has the page itself by then.
 */
const PICTURES = {
  threads: 1,
  maxQueue: 20,
  maxQueueOfAccount: 10,
  timeoutMs: 5_000,
  memoryLimitMb: 256,
  processMemoryMb: 600,
  isolation: 'idle',
} as const;

/**
 * Uploads leave a thread for signing pages; one account gets a quarter of the queue. Native code may end its
 * process (docs/decisions/0015-pdf-work-in-its-own-process.md).
 */
const WORK = { reservedThreads: 1, maxQueue: 100, maxQueueOfAccount: 25, isolation: 'kept' } as const;

/** Milliseconds. 150,000 annotations with scripts, the slowest upload known, take 6 s. */
const WHILE_A_REQUEST_WAITS = 10_000;
const IN_A_JOB = 60_000;

/** These limits hold for each operation, however busy the machine is. */
const PROCESSOR_LIMITS: ProcessorLimits = {
  ...Object.fromEntries(Object.keys(tasks).map((name) => [name, WHILE_A_REQUEST_WAITS])),
  complete: IN_A_JOB,
  prepare: IN_A_JOB,
};

/** Also returns what its pools do now. */
export function createPdfToolkit(
  config: Config,
  signer: SealSigner,
  watchers: { readonly logger: Logger; readonly observing: Observing },
) {
  const checks = createToolkitPool({ ...CHECKS, workerFile: WORKER_FILE, cpuMs: PROCESSOR_LIMITS });
  const pictures = createToolkitPool({ ...PICTURES, workerFile: WORKER_FILE, cpuMs: PROCESSOR_LIMITS });
  const { toolkit, load } = createSealingToolkit(config, signer, watchers);
  return {
    ...withOtherPools(toolkit, checks, pictures),
    load: { work: load, checks: checks.load, pictures: pictures.load },
  };
}

/** One check more than these is refused with `pdf_queue_full`. */
export const MAX_CHECKS = CHECKS.threads + CHECKS.maxQueue;

function withOtherPools(toolkit: PdfToolkit, checks: PdfToolkit, pictures: PdfToolkit): PdfToolkit {
  const pools = [toolkit, checks, pictures];
  return {
    ...toolkit,
    verify: checks.verify,
    readAttachment: checks.readAttachment,
    renderPage: pictures.renderPage,
    close: async () => void (await Promise.all(pools.map((pool) => pool.close()))),
  };
}

function createSealingToolkit(
  config: Config,
  signer: SealSigner,
  { logger, observing }: { readonly logger: Logger; readonly observing: Observing },
) {
  const pool = {
    ...WORK,
    workerFile: WORKER_FILE,
    cpuMs: PROCESSOR_LIMITS,
    threads: config.pdfThreads,
    signer: signer.source,
  };
  const { pades } = config;
  const sender = openAuthoritySender(config);
  // Most services have no authority, and this code brings the PDF engine.
  const findSend = onFirstUse(async () => {
    const { cacheValidationData, passOverFailing } = await import('@countersign/seal');
    return passOverFailing(
      cacheValidationData((request) => observing.call('timestamp', 'send', () => sender.send(request))),
    );
  });
  const { load, ...toolkit } = createToolkitPool({
    ...pool,
    pades,
    send: async (request) => (await findSend())(request),
  });
  const wanted = pades?.level ?? 'B-B';
  const logged = logSeals(invalidatingKeys(toolkit, signer), wanted, logger, (level) =>
    observing.metrics?.seals.inc({ level, wanted: level === wanted ? 'yes' : 'no' }),
  );
  return { toolkit: { ...logged, close: () => toolkit.close().finally(() => sender.close()) }, load };
}

/** If no holder returns a valid signature, the certificates are read again. */
function invalidatingKeys(toolkit: PdfToolkit, signer: SealSigner): PdfToolkit {
  if (signer.invalidate === undefined) return toolkit;
  return {
    ...toolkit,
    complete: async (...args) => {
      try {
        return await toolkit.complete(...args);
      } catch (error) {
        if (error instanceof ToolkitError && error.code === 'signature_unavailable') signer.invalidate?.();
        throw error;
      }
    },
  };
}

function openAuthoritySender({ pades, nodeEnv }: Config): AuthoritySender {
  const configuredUrls = pades?.authorities.map(({ url }) => url) ?? [];
  return createAuthoritySender({ configuredUrls, allowLoopback: nodeEnv !== 'production' });
}
