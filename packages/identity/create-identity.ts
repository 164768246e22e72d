import { createFirstAccount } from './accounts/create-first-account.ts';
import { bindOperations } from './bind-operations.ts';
import type { Clock, IdSource } from './ports/clock.ts';
import type { IdentityDatabase } from './ports/database.ts';

export interface IdentityDeps {
  readonly database: IdentityDatabase;
  readonly clock: Clock;
  readonly ids: IdSource;
}

export type Identity = ReturnType<typeof createIdentity>;

/** Accounts, users and keys, by resource. Every operation rejects with `IdentityError` if a rule refuses it. */
export function createIdentity(deps: IdentityDeps) {
  return {
    accounts: bindOperations(deps, { createFirst: createFirstAccount }),
  };
}
