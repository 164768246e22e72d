import type { Language } from '@countersign/base/locale';
import { useMemo } from 'preact/hooks';
import { LabelContext, LanguageContext, shellLanguage, useChosenLanguage } from '../parts/language.tsx';
import { EnterTextProvider, useEnterText } from '../parts/texts.tsx';
import { createPageApi, type PageApi } from '../requests/page-api.ts';
import { ConsentScreen } from './consent-screen.tsx';
import { ProblemScreen } from './entry-form.tsx';
import { HomeScreen } from './home-screen.tsx';
import { InvitationScreen } from './invitation-screen.tsx';
import { ResetRequestScreen, ResetScreen } from './reset-screen.tsx';
import { SignInScreen } from './sign-in-screen.tsx';
import { SignOnProblemScreen } from './single-sign-on.tsx';

interface AppProps {
  readonly language: Language;
  readonly send: typeof fetch;
}

/** Each address is loaded by itself. */
export function App({ language, send }: AppProps) {
  const pageLanguage = useChosenLanguage(language);
  const api = useMemo(
    () => createPageApi({ language: () => shellLanguage(document.documentElement.lang), send }),
    [send],
  );
  return (
    <LanguageContext.Provider value={pageLanguage}>
      <EnterTextProvider>
        <Screen api={api} />
      </EnterTextProvider>
    </LanguageContext.Provider>
  );
}

function Screen({ api }: { readonly api: PageApi }) {
  const text = useEnterText();
  return (
    <LabelContext.Provider value={text}>
      <ScreenOfAddress api={api} />
    </LabelContext.Provider>
  );
}

function ScreenOfAddress({ api }: { readonly api: PageApi }) {
  const { problem } = document.documentElement.dataset;
  const [page, token] = location.pathname.split('/').filter((part) => part !== '');
  if (problem !== undefined && page === 'sign-in') return <SignOnProblemScreen message={problem} />;
  if (problem !== undefined) return <ProblemScreen message={problem} />;
  if (page === 'sign-in') return <SignInScreen api={api} />;
  if (page === 'reset' && token === undefined) return <ResetRequestScreen api={api} />;
  if (page === 'reset' && token !== undefined) return <ResetScreen api={api} token={token} />;
  if (page === 'invitations' && token !== undefined) return <InvitationScreen api={api} token={token} />;
  if (page === 'consent' && token !== undefined) return <ConsentScreen api={api} uid={token} />;
  return <HomeScreen api={api} />;
}
