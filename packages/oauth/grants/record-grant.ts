import {
  type AccountEventType,
  type Caller,
  type Clock,
  type IdSource,
  recordEvent,
} from '@countersign/identity';
import type { Grant, OAuthStores } from '../ports.ts';

interface RecordDeps {
  readonly clock: Clock;
  readonly ids: Pick<IdSource, 'uuid'>;
}

type GrantEvent = Extract<AccountEventType, `grant.${string}`>;
type NamedGrant = Pick<Grant, 'grantId' | 'userId' | 'accountId' | 'clientId' | 'clientName'>;

/** In the log of the account, as done by the user. */
export function recordGrant(
  deps: RecordDeps,
  stores: OAuthStores,
  { grantId, userId, accountId, clientId, clientName }: NamedGrant,
  type: GrantEvent,
  { address }: Pick<Caller, 'address'> = {},
): Promise<void> {
  const details = { client: clientName, clientId };
  const by = { userId, accountId, ...(address === undefined ? {} : { address }) };
  return recordEvent(deps, stores, by, { type, subjectId: grantId, details });
}
