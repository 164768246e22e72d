import type { ReadinessWarning } from '@countersign/api';
import type { Clock } from '@countersign/base';
import {
  type BlobStore,
  type Database,
  type ErrorDetail,
  SigningError,
  type SigningErrorCode,
} from '@countersign/signing';
import type { Logger } from 'pino';

interface Probe {
  readonly part: string;
  readonly code: SigningErrorCode;
  check(): Promise<unknown>;
}

/** A successful check holds this long, because it writes and access is public. */
const WRITABLE_FOR_MS = 3000;

interface ReadinessParts {
  readonly database: Pick<Database, 'ping'>;
  readonly blobs: Pick<BlobStore, 'checkWritable'>;
  /** Throws until the signer has responded. */
  readonly readSeal: () => readonly ReadinessWarning[];
  /** These providers may fail while the service works. */
  readonly listProviderWarnings: () => Promise<readonly ReadinessWarning[]>;
  readonly clock: Clock;
}

/**
 * Throws the code of the first failure, with all in `details`. Concurrent requests share a check, since access is
 * public.
 */
export function createReadinessCheck(parts: ReadinessParts): () => Promise<readonly ReadinessWarning[]> {
  let running: Promise<readonly ReadinessWarning[]> | undefined;
  const blobs = rememberWritable(parts);
  return () => {
    running ??= checkAll({ ...parts, blobs }).finally(() => {
      running = undefined;
    });
    return running;
  };
}

function rememberWritable({ blobs, clock }: ReadinessParts): ReadinessParts['blobs'] {
  let wasWritableAt = Number.NEGATIVE_INFINITY;
  return {
    async checkWritable() {
      const now = clock.now().getTime();
      if (now - wasWritableAt < WRITABLE_FOR_MS) return;
      await blobs.checkWritable();
      wasWritableAt = now;
    },
  };
}

async function checkAll({
  database,
  blobs,
  readSeal,
  listProviderWarnings,
}: Omit<ReadinessParts, 'clock'>): Promise<readonly ReadinessWarning[]> {
  let warnings: readonly ReadinessWarning[] = [];
  const probes: readonly Probe[] = [
    { part: 'database', code: 'database_unavailable', check: () => database.ping() },
    { part: 'storage', code: 'storage_unavailable', check: () => blobs.checkWritable() },
    { part: 'seal', code: 'seal_unavailable', check: async () => (warnings = readSeal()) },
  ];
  const failures = (await Promise.all(probes.map(runProbe))).filter((failure) => failure !== null);
  const [first] = failures;
  if (first === undefined) return [...warnings, ...(await listProviderWarnings())];
  const details = failures.map(({ detail }) => detail);
  throw new SigningError(first.code, {}, { cause: first.cause, details });
}

interface Failure {
  readonly code: SigningErrorCode;
  readonly cause: unknown;
  readonly detail: ErrorDetail;
}

async function runProbe({ part, code, check }: Probe): Promise<Failure | null> {
  try {
    await check();
    return null;
  } catch (cause) {
    return { code, cause, detail: { path: part, code, params: {} } };
  }
}

const CHECK_MS = 60_000;

/** Limits how often providers are asked, because readiness is public. */
export function listAtMostEveryMinute(
  list: () => Promise<readonly ReadinessWarning[]>,
): () => Promise<readonly ReadinessWarning[]> {
  let listed: Promise<readonly ReadinessWarning[]> | undefined;
  let listedAt = 0;
  return () => {
    const now = performance.now();
    if (listed === undefined || now - listedAt >= CHECK_MS) {
      listed = list();
      listedAt = now;
    }
    return listed;
  };
}

interface ProviderCheck extends ReadinessWarning {
  /** Null means that no provider is configured. */
  readonly provider: { checkHealth(): Promise<void> } | null;
}

export async function warnOfProviders(
  checks: readonly ProviderCheck[],
  logger: Logger,
): Promise<readonly ReadinessWarning[]> {
  const warnings = await Promise.all(
    checks.map(async ({ provider, code, message }) => {
      try {
        await provider?.checkHealth();
        return [];
      } catch (error) {
        logger.warn({ code, err: error }, message);
        return [{ code, message }];
      }
    }),
  );
  return warnings.flat();
}
