import type { Caller } from '../accounts/caller.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { requireManager } from '../users/require-manager.ts';
import type { AccountEvent } from './account-event.ts';

/** GET /account/audit-log, the newest first. Throws `role_missing` unless the caller is an owner or admin. */
export async function listEvents(
  { database }: IdentityDeps,
  caller: Caller,
  range: { readonly limit: number; readonly offset: number },
): Promise<readonly AccountEvent[]> {
  await requireManager(database.read, caller);
  return database.read.accountEvents.list(caller.accountId, range);
}
