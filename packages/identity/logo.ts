import type { Account, Caller } from './account.ts';
import { findCallersAccount, requireManager } from './callers.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError } from './errors.ts';
import { recordEvent } from './events.ts';
import type { IdentityStores } from './ports.ts';

/** The limit is not in the specification. */
export const MAX_LOGO_BYTES = 1024 * 1024;

/** Sets the logo under a new address, so that caches show it. Throws `logo_refused` and `role_missing`. */
async function setLogo(deps: IdentityDeps, caller: Caller, content: Uint8Array): Promise<Account> {
  await requireManager(deps.database.read, caller);
  const logo = content.byteLength > MAX_LOGO_BYTES ? null : await deps.encodeLogo(content);
  if (logo === null) throw new IdentityError('logo_refused');
  return changeLogo(deps, caller, async ({ accounts }, accountId) => {
    const logoId = deps.ids.secret();
    await accounts.insertLogo({ logoId, accountId, content: logo });
    return logoId;
  });
}

/** Removes the logo. Throws `role_missing`. */
function removeLogo(deps: IdentityDeps, caller: Caller): Promise<Account> {
  return changeLogo(deps, caller, async () => null);
}

/** Reads a logo for anybody who has its address. Returns null if it was replaced or removed. */
function readLogo({ database }: IdentityDeps, logoId: string): Promise<Uint8Array | null> {
  return database.read.accounts.readLogo(logoId);
}

function changeLogo(
  deps: IdentityDeps,
  caller: Caller,
  insert: (stores: IdentityStores, accountId: string) => Promise<string | null>,
): Promise<Account> {
  return deps.database.transact(async (stores) => {
    const { accountId } = caller;
    await stores.accounts.lockAccount(accountId);
    await requireManager(stores, caller);
    const account = await findCallersAccount(stores, caller);
    await stores.accounts.removeLogos(accountId);
    const changed = { ...account, logoId: await insert(stores, accountId) };
    await stores.accounts.updateAccount(changed);
    const details = { logo: changed.logoId === null ? 'removed' : 'changed' };
    await recordEvent(deps, stores, caller, { type: 'account.changed', subjectId: accountId, details });
    return changed;
  });
}

export const logoOperations = { setLogo, removeLogo, readLogo };
