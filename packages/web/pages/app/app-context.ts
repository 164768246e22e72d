import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PageApi } from '../requests/page-api.ts';
import type { SessionAccount, SessionUser } from '../requests/session.ts';

export interface AppContextValue {
  readonly api: PageApi;
  readonly user: SessionUser;
  readonly account: SessionAccount;
  /** The current one included. */
  readonly accounts: readonly SessionAccount[];
  /** After a change of the user or account. */
  readonly refreshSession: () => Promise<void>;
}

export const AppContext = createContext<AppContextValue | null>(null);

export function useApp(): AppContextValue {
  const value = useContext(AppContext);
  if (value === null) throw new Error('used outside of the application');
  return value;
}
