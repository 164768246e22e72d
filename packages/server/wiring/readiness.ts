import { rm, writeFile } from 'node:fs/promises';
import type { Readiness, ReadinessWarning } from '@countersign/api';
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
  /** Whether it is the same for all nodes. */
  readonly isShared: boolean;
  check(): Promise<unknown>;
}

/** A successful check holds this long, because it writes and access is public. */
const WRITABLE_FOR_MS = 3000;

interface ReadinessParts {
  readonly database: Pick<Database, 'ping'>;
  readonly blobs: Pick<BlobStore, 'checkWritable' | 'scratchPath'>;
  /** The parts that all nodes have in common: PostgreSQL, a bucket. */
  readonly shared: { readonly database: boolean; readonly storage: boolean };
  /** Throws until the signer has responded. */
  readonly readSeal: () => readonly ReadinessWarning[];
  /** These providers may fail while the service works. */
  readonly listProviderWarnings: () => Promise<readonly ReadinessWarning[]>;
  readonly clock: Clock;
}

/**
 * A fault of this node's own throws the code of the first one, with all in `details`: a load balancer then chooses another
 * node. A fault of a part that all nodes share is a warning, because they all have it, and would all be taken out at once:
 * people would get the page of the load balancer, and not even what needs nothing of that part. Concurrent requests share
 * a check, since access is public.
 */
export function createReadinessCheck(parts: ReadinessParts): () => Promise<Readiness> {
  let running: Promise<Readiness> | undefined;
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
    scratchPath: (extension) => blobs.scratchPath(extension),
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
  shared,
  readSeal,
  listProviderWarnings,
}: Omit<ReadinessParts, 'clock'>): Promise<Readiness> {
  let warnings: readonly ReadinessWarning[] = [];
  const probes: readonly Probe[] = [
    {
      part: 'database',
      code: 'database_unavailable',
      isShared: shared.database,
      check: () => database.ping(),
    },
    {
      part: 'storage',
      code: 'storage_unavailable',
      isShared: shared.storage,
      check: () => blobs.checkWritable(),
    },
    { part: 'seal', code: 'seal_unavailable', isShared: true, check: async () => (warnings = readSeal()) },
  ];
  const failures = (await Promise.all(probes.map(runProbe))).filter((failure) => failure !== null);
  if (failures.some(({ part }) => part === 'storage') && shared.storage)
    failures.push(...(await checkDisk(blobs)));
  const own = failures.filter(({ isShared }) => !isShared);
  const [first] = own;
  if (first !== undefined)
    throw new SigningError(first.code, {}, { cause: first.cause, details: own.map(({ detail }) => detail) });
  if (failures.length > 0) return { status: 'degraded', warnings: [...failures.map(warnOf), ...warnings] };
  return { status: 'ready', warnings: [...warnings, ...(await listProviderWarnings())] };
}

/** A bucket cannot be used without a disk either, which is this node's own. */
async function checkDisk(blobs: ReadinessParts['blobs']): Promise<readonly Failure[]> {
  const check = async () => {
    const path = await blobs.scratchPath('probe');
    await writeFile(path, '').finally(() => rm(path, { force: true }));
  };
  const failure = await runProbe({ part: 'storage', code: 'storage_unavailable', isShared: false, check });
  return failure === null ? [] : [failure];
}

const SHARED_FAULTS: Partial<Record<SigningErrorCode, string>> = {
  database_unavailable: 'PostgreSQL does not answer',
  storage_unavailable: 'the S3 store does not answer or refuses',
  seal_unavailable: 'no remote signer has responded yet',
};

function warnOf({ code }: Failure): ReadinessWarning {
  return { code, message: SHARED_FAULTS[code] ?? code };
}

interface Failure extends Pick<Probe, 'part' | 'code' | 'isShared'> {
  readonly cause: unknown;
  readonly detail: ErrorDetail;
}

async function runProbe({ part, code, isShared, check }: Probe): Promise<Failure | null> {
  try {
    await check();
    return null;
  } catch (cause) {
    return { part, code, isShared, cause, detail: { path: part, code, params: {} } };
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
