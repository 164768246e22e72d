import { startOfRetention } from '../documents/retention.ts';
import type { SigningDeps } from '../signing.ts';

/** Removes events as old as documents may become, with their deliveries; resolves with how many. */
export function removeOldEvents({ database, clock, settings }: SigningDeps, limit: number): Promise<number> {
  const before = startOfRetention(clock.now(), settings.retentionDays);
  return database.transact(({ events }) => events.removeBefore(before, limit));
}
