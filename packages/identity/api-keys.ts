import { hashSecret, type IdSource } from '@countersign/base';
import { checkLine, NAME_LENGTH } from '@countersign/base/text';
import type { ApiKey, Caller } from './account.ts';
import type { Browser } from './browser-session.ts';
import { requireManager } from './callers.ts';
import { confirmInAccount } from './confirm-password.ts';
import type { IdentityDeps } from './deps.ts';
import { IdentityError, refuseProblems } from './errors.ts';
import { recordEvent } from './events.ts';
import type { IdentityReads } from './ports.ts';
import { findPersonId } from './sign-out.ts';

/** The length of keys that operators choose. Generated keys are longer. */
export const API_KEY_LENGTH = { min: 8, max: 256 };

export function newKeySecret(ids: IdSource): string {
  return `sk_${ids.secret()}`;
}

/** The stored beginning of a key is `sk_` and 48 of its 256 random bits. */
const PREFIX_LENGTH = 11;
/** Development may use short keys, of which at most this share is shown. */
const MAX_SHOWN_SHARE = 0.5;

export function newApiKey(
  owner: Pick<ApiKey, 'userId' | 'accountId'>,
  name: string,
  secret: string,
  facts: Pick<ApiKey, 'apiKeyId' | 'createdAt'>,
): ApiKey {
  const { userId, accountId } = owner;
  const prefix = secret.slice(0, Math.min(PREFIX_LENGTH, Math.floor(secret.length * MAX_SHOWN_SHARE)));
  return { ...facts, userId, accountId, keyHash: hashSecret(secret), prefix, name, lastUsedAt: null };
}

/** The limit holds for one account. It is not in the specification. */
const MAX_API_KEYS = 50;

/** Lists the keys of every user of the account, oldest first. */
async function listApiKeys({ database }: IdentityDeps, caller: Caller): Promise<readonly ApiKey[]> {
  await requireKeyManager(database.read, caller);
  return database.read.accounts.listApiKeys(caller.accountId);
}

export interface ApiKeyInput {
  readonly name: string;
  /** Browsers have to send it, as for every credential, unless the person came by single sign-on. */
  readonly currentPassword?: string | undefined;
}

/** Creates a key. Its `secret` is not stored. Throws `password_wrong`, `too_many_attempts`, `sign_in_again`. */
async function createApiKey(
  deps: IdentityDeps,
  caller: Caller,
  { name, currentPassword = '' }: ApiKeyInput,
  browser: Browser,
): Promise<{ readonly apiKey: ApiKey; readonly secret: string }> {
  const { database, ids, clock } = deps;
  refuseProblems(checkLine('name', name, NAME_LENGTH));
  await confirmInAccount(deps, caller, currentPassword, browser);
  const secret = newKeySecret(ids);
  const apiKey = newApiKey(caller, name, secret, { apiKeyId: ids.uuid(), createdAt: clock.now() });
  return database.transact(async (stores) => {
    await stores.accounts.lockAccount(caller.accountId);
    await requireKeyManager(stores, caller);
    const existing = await stores.accounts.listApiKeys(caller.accountId);
    if (existing.length >= MAX_API_KEYS) throw new IdentityError('too_many_api_keys', { max: MAX_API_KEYS });
    await stores.accounts.insertApiKey(apiKey);
    await recordEvent(deps, stores, caller, {
      type: 'api_key.created',
      subjectId: apiKey.apiKeyId,
      details: { name },
    });
    if (caller.sessionId !== undefined) {
      const personId = await findPersonId(stores, caller);
      await stores.jobs.enqueue({ name: 'send-security-notice', personId, notice: 'api_key_created' });
    }
    return { apiKey, secret };
  });
}

/** Removes a key. Its tokens become invalid too. */
function removeApiKey(deps: IdentityDeps, caller: Caller, apiKeyId: string): Promise<void> {
  return deps.database.transact(async (stores) => {
    await requireKeyManager(stores, caller);
    const keys = await stores.accounts.listApiKeys(caller.accountId);
    const key = keys.find((one) => one.apiKeyId === apiKeyId);
    if (key === undefined) throw new IdentityError('api_key_not_found');
    await stores.accounts.removeApiKey(apiKeyId);
    await recordEvent(deps, stores, caller, {
      type: 'api_key.removed',
      subjectId: apiKeyId,
      details: { name: key.name },
    });
  });
}

/** Finds a key by its secret and notes the use. Returns null if it is unknown or its user is deactivated. */
function claimApiKey({ database, clock }: IdentityDeps, secret: string): Promise<ApiKey | null> {
  return database.transact(async ({ accounts }) => {
    const key = await accounts.findApiKeyByHash(hashSecret(secret));
    if (key === null) return null;
    const user = await accounts.findUser(key.userId);
    if (user?.status !== 'active') return null;
    const account = await accounts.findAccount(key.accountId);
    if (account !== null && account.status !== 'active') return null;
    await accounts.markApiKeyUsed(key.apiKeyId, clock.now());
    return key;
  });
}

/** Programs with a grant may not create keys, even for an owner, because a key outlives the grant. */
async function requireKeyManager(stores: IdentityReads, caller: Caller): Promise<void> {
  await requireManager(stores, caller);
  if ((caller.apiKeyId ?? caller.sessionId ?? null) === null) throw new IdentityError('api_key_required');
}

export const apiKeyOperations = {
  list: listApiKeys,
  create: createApiKey,
  remove: removeApiKey,
  claim: claimApiKey,
};
