import { type BrowserSession, type Caller, SESSION_STAGES, type SessionView } from '@countersign/identity';
import { z } from 'zod';
import { account, presentAccount, presentUser, user } from './account.ts';
import { errorLanguage, timestamp } from './text.ts';
import { warnings } from './warning.ts';

export const sessionStep = z.object({ next: z.enum(SESSION_STAGES), warnings });

export const sessionView = z.object({
  next: z.enum([...SESSION_STAGES, 'sign_in']),
  user: user.optional(),
  account: account.optional(),
  accounts: z.array(account).optional(),
});

export function presentSession(
  { next, user: found, account: inUse, accounts }: SessionView,
  baseUrl: string,
) {
  return {
    next,
    ...(found && { user: presentUser(found) }),
    ...(inUse && { account: presentAccount(inUse, baseUrl) }),
    ...(accounts && { accounts: accounts.map((one) => presentAccount(one, baseUrl)) }),
  };
}

/** Changes of credentials ask for it once more. */
export const currentPasswordBody = z.object({ currentPassword: z.string().min(1), errorLanguage });

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).readonly(), warnings });

export const listedSession = z.object({
  sessionId: z.string(),
  isCurrent: z.boolean(),
  address: z.string().meta({ description: 'IP address at sign-in.' }),
  userAgent: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
});

export function presentListedSession(
  { sessionId, address, userAgent, createdAt, lastUsedAt }: BrowserSession,
  caller: Caller,
): z.input<typeof listedSession> {
  return {
    sessionId,
    isCurrent: sessionId === caller.sessionId,
    address,
    userAgent,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  };
}
