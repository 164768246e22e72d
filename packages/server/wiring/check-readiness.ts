import type { ReadinessWarning } from '@countersign/api';
import type { Clock } from '@countersign/identity';
import {
  type BlobStore,
  type Database,
  type ErrorDetail,
  SigningError,
  type SigningErrorCode,
} from '@countersign/signing';

interface Probe {
  readonly part: string;
  readonly code: SigningErrorCode;
  check(): Promise<unknown>;
}

/** The check writes, and access is public. */
const WRITABLE_FOR_MS = 3000;

interface ReadinessParts {
  readonly database: Pick<Database, 'ping'>;
  readonly blobs: Pick<BlobStore, 'checkWritable'>;
  /** Throws until the signer has responded. */
  readonly readSeal: () => readonly ReadinessWarning[];
  /** Of those without which the service works. */
  readonly listProviderWarnings: () => Promise<readonly ReadinessWarning[]>;
  readonly clock: Clock;
}

/**
 * Throws the code of the first failure, with all in `details`. Concurrent requests share a check, since
 * access is public.
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
