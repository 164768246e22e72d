import type { IdSource } from '@countersign/base';
import type { Caller, User } from './account.ts';
import type { AccountEvent } from './account-event.ts';
import { requireManager } from './callers.ts';
import type { IdentityDeps } from './deps.ts';
import type { IdentityStores } from './ports.ts';

/** Lists the log of the account, newest first. Throws `role_missing`. */
async function listEvents(
  { database }: IdentityDeps,
  caller: Caller,
  range: { readonly limit: number; readonly offset: number },
): Promise<readonly AccountEvent[]> {
  await requireManager(database.read, caller);
  return database.read.accountEvents.list(caller.accountId, range);
}

type EventDeps = Pick<IdentityDeps, 'clock'> & { readonly ids: Pick<IdSource, 'uuid'> };
type EventStores = Pick<IdentityStores, 'accountEvents'>;
type What = Pick<AccountEvent, 'type'> & Partial<Pick<AccountEvent, 'subjectId' | 'details'>>;

export const BY_OPERATOR = { by: 'operator' } as const;

export function recordEvent(
  deps: EventDeps,
  stores: EventStores,
  { accountId, userId, address }: Pick<Caller, 'accountId' | 'userId' | 'address'>,
  what: What,
): Promise<void> {
  return appendEvent(deps, stores, { ...what, accountId, userId, address: address ?? null });
}

/** Records the event in every account of the person. `isDoneByThem` is false if that is not known. */
export async function recordForPerson(
  deps: EventDeps,
  stores: EventStores,
  users: readonly User[],
  { address, isDoneByThem }: { readonly address: string | null; readonly isDoneByThem: boolean },
  what: What,
): Promise<void> {
  for (const { accountId, userId } of users) {
    const by = isDoneByThem ? userId : null;
    await appendEvent(deps, stores, { subjectId: userId, ...what, accountId, userId: by, address });
  }
}

/** Records what the operator did by `npm run admin`, so no user is named. */
export function recordForOperator(
  deps: EventDeps,
  stores: EventStores,
  accountId: string,
  { details, ...what }: What,
): Promise<void> {
  const by = { accountId, userId: null, address: null };
  return appendEvent(deps, stores, { ...what, ...by, details: { ...details, ...BY_OPERATOR } });
}

/** Appends an event. `userId` names the user who did it, if known. */
export function appendEvent(
  { ids, clock }: EventDeps,
  { accountEvents }: EventStores,
  event: Pick<AccountEvent, 'accountId' | 'userId' | 'address'> & What,
): Promise<void> {
  return accountEvents.append({
    subjectId: null,
    details: {},
    ...event,
    eventId: ids.uuid(),
    date: clock.now(),
  });
}

export const historyOperations = { listEvents };
