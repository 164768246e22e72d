import type { ApiKey } from '../accounts/account.ts';
import type { IdSource } from '../ports/clock.ts';
import { hashSecret } from '../secrets/hash-secret.ts';

/** Of keys that operators choose; ours are longer. */
export const API_KEY_LENGTH = { min: 8, max: 256 };

export function newKeySecret(ids: IdSource): string {
  return `sk_${ids.secret()}`;
}

/** Stored characters of a key: `sk_` and 48 of its 256 random bits. */
const PREFIX_LENGTH = 11;
/** Short keys exist in development. */
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
