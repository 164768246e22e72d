import type { AccessToken, AccessTokenStore } from '../ports.ts';

export function createAccessTokenStoreMemory(): AccessTokenStore {
  const tokens = new Map<string, AccessToken>();
  return {
    async insert(token) {
      if (tokens.has(token.tokenHash)) throw new Error(`token hash ${token.tokenHash} is already stored`);
      tokens.set(token.tokenHash, token);
    },
    async findByHash(tokenHash) {
      const found = tokens.get(tokenHash);
      if (found === undefined) return null;
      const { tokenHash: _, createdAt: __, ...held } = found;
      return held;
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
