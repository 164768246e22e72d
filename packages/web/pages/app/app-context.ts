import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PageApi } from '../requests/page-api.ts';
import type { SessionAccount, SessionUser } from '../requests/session.ts';

/** What every section may use. */
export interface AppContextValue {
  readonly api: PageApi;
  readonly user: SessionUser;
  readonly account: SessionAccount;
  /** Those that the person may switch to, the current one included. */
  readonly accounts: readonly SessionAccount[];
  /** Reads the session again, after a change of the user or account. */
  readonly refreshSession: () => Promise<void>;
}

export const AppContext = createContext<AppContextValue | null>(null);

export function useApp(): AppContextValue {
  const value = useContext(AppContext);
  if (value === null) throw new Error('used outside of the application');
  return value;
}
