import type { AccountBody, SessionBody, UserBody } from '@countersign/api/bodies';
import type { PageApi } from './page-api.ts';

export type SessionUser = UserBody;
export type SessionAccount = AccountBody;

/** Needed next. */
export type SessionStep = 'signed_in' | 'second_factor' | 'choose_account';

export type BrowserSession = SessionBody;

export function readSession(api: PageApi): Promise<BrowserSession> {
  return api.get('/v1/session');
}

/** In this browser. */
export function signOut(api: PageApi): Promise<void> {
  return api.delete('/v1/session');
}

export async function chooseAccount(api: PageApi, accountId: string): Promise<SessionStep> {
  const { next } = await api.put<{ next: SessionStep }>('/v1/session/account', { accountId });
  return next;
}
