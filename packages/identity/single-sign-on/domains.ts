import { domainToASCII } from 'node:url';
import { invalid } from '@countersign/base';
import { isHostName } from '@countersign/base/text';
import type { Caller } from '../account.ts';
import type { IdentityDeps } from '../deps.ts';
import { IdentityError, refuseProblems } from '../errors.ts';
import { recordEvent } from '../events.ts';
import type { IdentityReads } from '../ports.ts';
import type { SignOnDomain, SignOnReads } from './connection.ts';
import { requireOwner } from './manage-connection.ts';

/** The limit holds for one account. */
const MAX_DOMAINS = 50;

/** The name of the TXT record below the domain, as RFC 8552 has such names. */
const RECORD_LABEL = '_countersign';

/** The record that proves that the account holds the domain. */
export function recordOf({ domain, token }: Pick<SignOnDomain, 'domain' | 'token'>) {
  return { name: `${RECORD_LABEL}.${domain}`, value: `countersign-domain=${token}` };
}

/** Returns the domain of an address in lower case and ASCII; empty if there is none. */
export function domainOf(emailAddress: string): string {
  return domainToASCII(emailAddress.slice(emailAddress.lastIndexOf('@') + 1).toLowerCase());
}

/** Whether the account has verified the domain of the address. Domains below it are others. */
export async function holdsDomainOf(
  { signOn }: { readonly signOn: SignOnReads },
  accountId: string,
  emailAddress: string,
): Promise<boolean> {
  return (await signOn.findVerifiedDomain(domainOf(emailAddress)))?.accountId === accountId;
}

/** Adds a domain, which counts once it is verified. Throws `too_many_domains`. */
function addDomain(deps: IdentityDeps, caller: Caller, name: string): Promise<SignOnDomain> {
  const domain = domainToASCII(name.trim().toLowerCase());
  const isDomain = isHostName(domain) && /\.[a-z][a-z0-9-]*$/.test(domain);
  refuseProblems(isDomain ? [] : [invalid('domain', 'invalid')]);
  return deps.database.transact(async (stores) => {
    await stores.accounts.lockAccount(caller.accountId);
    await requireOwner(stores, caller);
    const domains = await stores.signOn.listDomains(caller.accountId);
    const known = domains.find((one) => one.domain === domain);
    if (known !== undefined) return known;
    if (domains.length >= MAX_DOMAINS) throw new IdentityError('too_many_domains', { max: MAX_DOMAINS });
    const added: SignOnDomain = {
      accountId: caller.accountId,
      domain,
      token: deps.ids.secret(),
      createdAt: deps.clock.now(),
      verifiedAt: null,
    };
    await stores.signOn.saveDomain(added);
    await recordEvent(deps, stores, caller, { type: 'single_sign_on.domain_added', details: { domain } });
    return added;
  });
}

/** Looks for the TXT record. Throws `domain_not_found`, `domain_not_verified`, `domain_taken`. */
async function verifyDomain(deps: IdentityDeps, caller: Caller, domain: string): Promise<SignOnDomain> {
  const { database, clock, signOn } = deps;
  await requireOwner(database.read, caller);
  const claimed = await findDomain(database.read, caller, domain);
  const { name, value } = recordOf(claimed);
  const records = await signOn.readTxtRecords(name);
  if (!records.some((record) => record.trim() === value)) throw new IdentityError('domain_not_verified');
  return database.transact(async (stores) => {
    await stores.accounts.lockAccount(caller.accountId);
    await requireOwner(stores, caller);
    await stores.signOn.lockDomain(domain);
    const { token, verifiedAt, ...known } = await findDomain(stores, caller, domain);
    if (token !== claimed.token) throw new IdentityError('domain_not_verified');
    const holder = await stores.signOn.findVerifiedDomain(domain);
    if (holder !== null && holder.accountId !== caller.accountId) throw new IdentityError('domain_taken');
    const verified = { ...known, token, verifiedAt: verifiedAt ?? clock.now() };
    await stores.signOn.saveDomain(verified);
    await recordEvent(deps, stores, caller, { type: 'single_sign_on.domain_verified', details: { domain } });
    return verified;
  });
}

/** Removes a domain. People of it stay users. Throws `domain_not_found`. */
function removeDomain(deps: IdentityDeps, caller: Caller, domain: string): Promise<void> {
  return deps.database.transact(async (stores) => {
    await stores.accounts.lockAccount(caller.accountId);
    await requireOwner(stores, caller);
    await findDomain(stores, caller, domain);
    await stores.signOn.removeDomain(caller.accountId, domain);
    await recordEvent(deps, stores, caller, { type: 'single_sign_on.domain_removed', details: { domain } });
  });
}

async function findDomain({ signOn }: IdentityReads, { accountId }: Caller, domain: string) {
  const found = (await signOn.listDomains(accountId)).find((one) => one.domain === domain);
  if (found === undefined) throw new IdentityError('domain_not_found');
  return found;
}

export const domainOperations = { addDomain, verifyDomain, removeDomain };
