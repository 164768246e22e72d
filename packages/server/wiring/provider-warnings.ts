import type { ReadinessWarning } from '@countersign/api';
import type { Logger } from 'pino';

const CHECK_MS = 60_000;

/** Readiness is public. */
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
  /** Null: not configured. */
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
