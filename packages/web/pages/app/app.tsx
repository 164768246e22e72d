import { useMemo } from 'preact/hooks';
import { Brand } from '../parts/brand.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { LabelContext } from '../parts/labels.ts';
import {
  type Language,
  LanguageContext,
  shellLanguage,
  useChosenLanguage,
  usePageLanguage,
} from '../parts/language.ts';
import { Spinner } from '../parts/spinner.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { signInAddress } from '../requests/next-address.ts';
import { createPageApi, type PageApi } from '../requests/page-api.ts';
import { type BrowserSession, readSession } from '../requests/session.ts';
import { AppContext, type AppContextValue } from './app-context.ts';
import { Layout } from './layout.tsx';
import { AppTextProvider, useAppText } from './text.ts';

interface AppProps {
  /** Until the session has that of the user. */
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
          <Layout />
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

type OwnSession = Pick<AppContextValue, 'user' | 'account' | 'accounts'>;

/** A session without its second factor or account is not signed in yet. */
async function readOwnSession(api: PageApi): Promise<OwnSession> {
  const { next, user, account, accounts = [] }: BrowserSession = await readSession(api);
  if (next !== 'signed_in' || user === undefined || account === undefined) return goToSignIn();
  return { user, account, accounts };
}

/** Never resolves. */
function goToSignIn(): Promise<never> {
  location.assign(signInAddress(location.pathname + location.search));
  return new Promise<never>(() => undefined);
}
