import type { Caller } from '../accounts/caller.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { requireManager } from '../users/require-manager.ts';
import type { AccountEvent } from './account-event.ts';

/** The newest first. Throws `role_missing`. */
export async function listEvents(
  { database }: IdentityDeps,
  caller: Caller,
  range: { readonly limit: number; readonly offset: number },
): Promise<readonly AccountEvent[]> {
  await requireManager(database.read, caller);
  return database.read.accountEvents.list(caller.accountId, range);
}
