import { type PageText, pageText } from '@countersign/i18n';
import type { Language } from '@countersign/signing';
import { useEffect, useMemo } from 'preact/hooks';
import { LoadingScreen } from './screens/loading-screen.tsx';
import { SessionFailedScreen } from './screens/session-failed-screen.tsx';
import { SigningScreen } from './screens/signing-screen.tsx';
import { StatusScreen } from './screens/status-screen.tsx';
import { VerificationScreen } from './screens/verification-screen.tsx';
import { screenOf } from './session/screen-of.ts';
import type { SigningClient } from './session/signing-client.ts';
import { type SessionState, useSession } from './session/use-session.ts';
import type { DraftStorage } from './session/value-draft.ts';
import { TextContext } from './text/text-context.ts';

interface AppProps {
  readonly client: SigningClient;
  readonly storage: DraftStorage | null;
  /** Until the session has the document's language. */
  readonly language: Language;
}

function useDocumentHead(language: Language, title: string): void {
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = title;
  }, [language, title]);
}

function titleOf(session: SessionState, text: PageText): string {
  if (session.kind !== 'open') return text('brand');
  return `${text('pageTitle', { name: session.view.documentName })} – ${text('brand')}`;
}

export function App({ client, storage, language: shellLanguage }: AppProps) {
  const { session, reload, replace } = useSession(client);
  const language = session.kind === 'open' ? session.view.language : shellLanguage;
  const text = useMemo(() => pageText(language), [language]);
  useDocumentHead(language, titleOf(session, text));

  return (
    <TextContext.Provider value={text}>
      {session.kind === 'loading' && <LoadingScreen />}
      {session.kind === 'failed' && <SessionFailedScreen failure={session.failure} onRetry={reload} />}
      {session.kind === 'open' && screenOf(session.view) === 'verification_required' && (
        <VerificationScreen view={session.view} client={client} onSession={replace} onStale={reload} />
      )}
      {session.kind === 'open' && <StatusScreen view={session.view} sealedUrl={client.sealedUrl} />}
      {session.kind === 'open' && screenOf(session.view) === 'sign' && (
        <SigningScreen
          view={session.view}
          client={client}
          storage={storage}
          onSession={replace}
          onStale={reload}
        />
      )}
    </TextContext.Provider>
  );
}
