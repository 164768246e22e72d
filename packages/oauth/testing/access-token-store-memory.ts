import {
  type AccessToken,
  type AccessTokenStore,
  type HeldAccessToken,
  MAX_ACCESS_TOKENS,
} from '../ports.ts';

export function createAccessTokenStoreMemory(): AccessTokenStore {
  const tokens = new Map<string, AccessToken>();
  const windows = new Map<string, { count: number; readonly endsAt: number }>();
  const find = (tokenHash: string): HeldAccessToken | null => {
    const found = tokens.get(tokenHash);
    if (found === undefined) return null;
    const { tokenHash: _, createdAt: __, ...held } = found;
    return held;
  };
  return {
    async insert(token) {
      if (tokens.has(token.tokenHash)) throw new Error(`token hash ${token.tokenHash} is already stored`);
      tokens.set(token.tokenHash, token);
      const { apiKeyId, grantId } = token;
      if (apiKeyId === null && grantId === null) return;
      const ofSame = [...tokens.values()]
        .filter((one) => one.apiKeyId === apiKeyId && one.grantId === grantId)
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
      for (const { tokenHash } of ofSame.slice(MAX_ACCESS_TOKENS)) tokens.delete(tokenHash);
    },
    findByHash: async (tokenHash) => find(tokenHash),
    async findAndCount(tokenHash, now, { key, windowMs }) {
      const token = find(tokenHash);
      if (token === null || token.expiresAt <= now) return null;
      const known = windows.get(key);
      const moment = Date.now();
      const window =
        known === undefined || known.endsAt <= moment ? { count: 0, endsAt: moment + windowMs } : known;
      window.count += 1;
      windows.set(key, window);
      return { token, counted: { count: window.count, remainingMs: window.endsAt - moment } };
    },
    async remove(tokenHash) {
      tokens.delete(tokenHash);
    },
    async removeExpired(now) {
      const expired = [...tokens.values()].filter((token) => token.expiresAt <= now);
      for (const token of expired) tokens.delete(token.tokenHash);
      return expired.length;
    },
  };
}
