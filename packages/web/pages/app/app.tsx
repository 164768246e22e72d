import type { Language } from '@countersign/base/locale';
import { useMemo } from 'preact/hooks';
import { Brand, Spinner } from '../parts/controls.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { useLoaded } from '../parts/hooks.ts';
import {
  LabelContext,
  LanguageContext,
  shellLanguage,
  useChosenLanguage,
  usePageLanguage,
} from '../parts/language.tsx';
import { AppTextProvider, useAppText } from '../parts/texts.tsx';
import { ToastProvider } from '../parts/toasts.tsx';
import { readSession, signInAddress } from '../requests/navigation.ts';
import { createPageApi, type PageApi } from '../requests/page-api.ts';
import { ClosedAccount } from './closed-account.tsx';
import { forgetThumbnails } from './documents/thumbnail-store.ts';
import { Layout } from './layout.tsx';
import { AppContext, type AppContextValue } from './router.ts';

interface AppProps {
  /** This language is used until the session has that of the user. */
  readonly language: Language;
  readonly send: typeof fetch;
}

export function App({ language, send }: AppProps) {
  const pageLanguage = useChosenLanguage(language);
  const api = useMemo(
    () =>
      createPageApi({
        language: () => shellLanguage(document.documentElement.lang),
        onSignedOut: goToSignIn,
        send,
      }),
    [send],
  );
  return (
    <LanguageContext.Provider value={pageLanguage}>
      <AppTextProvider>
        <SignedIn api={api} />
      </AppTextProvider>
    </LanguageContext.Provider>
  );
}

function SignedIn({ api }: { readonly api: PageApi }) {
  const text = useAppText();
  const { setLanguage } = usePageLanguage();
  const load = async () => {
    const session = await readOwnSession(api);
    setLanguage(session.user.language);
    return session;
  };
  const { state, reload } = useLoaded(load, 'session');
  return (
    <LabelContext.Provider value={text}>
      {state.kind === 'ready' ? (
        <AppContext.Provider value={{ api, ...state.value, refreshSession: reload }}>
          {state.value.account.status === 'active' ? (
            <ToastProvider>
              <Layout />
            </ToastProvider>
          ) : (
            <ClosedAccount />
          )}
        </AppContext.Provider>
      ) : (
        <main class="message-page">
          <Brand />
          {state.kind === 'loading' && <Spinner label={text('loading')} />}
          {state.kind === 'failed' && <FailureNotice error={state.error} onRetry={reload} />}
        </main>
      )}
    </LabelContext.Provider>
  );
}

type OwnSession = Pick<AppContextValue, 'user' | 'account' | 'accounts' | 'method'>;

/** A session without its second factor or account is not signed in yet. */
async function readOwnSession(api: PageApi): Promise<OwnSession> {
  const { next, user, account, accounts = [], method = 'password' } = await readSession(api);
  if (next !== 'signed_in' || user === undefined || account === undefined) return goToSignIn();
  const { userId } = user;
  void forgetThumbnails({ userId, accountId: account.accountId });
  return { user, account, accounts, method };
}

/** Never resolves, because the browser leaves the page. Whoever signs in next may be somebody else. */
function goToSignIn(): Promise<never> {
  void forgetThumbnails(null);
  location.assign(signInAddress(location.pathname + location.search));
  return new Promise<never>(() => undefined);
}
