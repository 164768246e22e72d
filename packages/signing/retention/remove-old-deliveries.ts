import { startOfRetention } from '../documents/retention.ts';
import type { SigningDeps } from '../signing.ts';

export function removeOldDeliveries(
  { database, clock, settings }: SigningDeps,
  limit: number,
): Promise<number> {
  const before = startOfRetention(clock.now(), settings.retentionDays);
  return database.transact(({ webhooks }) => webhooks.removeDeliveriesBefore(before, limit));
}
