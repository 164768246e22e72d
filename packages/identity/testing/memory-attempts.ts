import type { Browser } from '../browser-session.ts';
import type { PasswordCosts } from '../password-hash.ts';
import type { AttemptCounter, EncodeLogo, PasskeyAuthority } from '../ports.ts';

/** Windows never end. */
export function memoryAttempts() {
  const counts = new Map<string, number>();
  return {
    async count(key: string, windowMs: number, amount = 1) {
      const count = Math.max(0, (counts.get(key) ?? 0) + amount);
      counts.set(key, count);
      return { count, remainingMs: windowMs };
    },
  } satisfies AttemptCounter;
}

/** Of passwords: those of today take a quarter of a second each time. */
export const LOW_COSTS: PasswordCosts = { cost: 1024, blockSize: 8, parallelization: 1 };

/** Without a session. */
export const BROWSER: Browser = {
  address: '203.0.113.9',
  network: '203.0.113.9',
  userAgent: 'Firefox',
  language: null,
  sessionId: null,
};

export const NO_PASSKEYS: PasskeyAuthority = {
  createOptions: async (_person, { challenge }) => ({ challenge }),
  signInOptions: async (challenge) => ({ challenge }),
  readChallenge: () => null,
  verifyNew: async () => null,
  verifySignIn: async () => null,
};

export const KEEP_LOGO: EncodeLogo = async (bytes) => bytes;
