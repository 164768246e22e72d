import type { SigningDeps } from './deps.ts';

export interface CountedLimit {
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
}

/**
 * Counts before the work, so that what happens at once is no more than the limits. Resolves with the seconds until it may
 * be tried again; null if no limit is exceeded. What exceeds one is not counted.
 */
export async function countAll(
  deps: Pick<SigningDeps, 'rateCounts'>,
  limits: readonly CountedLimit[],
): Promise<number | null> {
  for (const [index, { key, max, windowMs }] of limits.entries()) {
    const { count, remainingMs } = await deps.rateCounts.count(key, windowMs);
    if (count <= max) continue;
    await uncount(deps, limits.slice(0, index + 1));
    return Math.max(1, Math.ceil(remainingMs / 1000));
  }
  return null;
}

export async function uncount(
  { rateCounts }: Pick<SigningDeps, 'rateCounts'>,
  limits: readonly CountedLimit[],
): Promise<void> {
  for (const { key, windowMs } of limits) await rateCounts.count(key, windowMs, -1);
}
