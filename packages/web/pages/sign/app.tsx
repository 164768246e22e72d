import type { Language } from '@countersign/base/locale';
import type { PageText } from '@countersign/i18n/page-text';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { LabelContext, LanguageContext, storeChosenLanguage, storedLanguage } from '../parts/language.tsx';
import type { LinkCodeProps } from './code-form.tsx';
import { useEmbedding } from './embedding.tsx';
import { DocumentLanguage, TextContext, usePageText } from './parts.tsx';
import { LazyScreen, STATUS, VISIT } from './screens/dialogs.tsx';
import { LoadingScreen, SessionFailedScreen } from './screens/message-screens.tsx';
import { SigningScreen } from './screens/signing-screen.tsx';
import type { DraftStorage } from './session/kept-input.ts';
import { prefetchPdfjs } from './session/request-session.ts';
import { type SessionState, screenOf, useSession } from './session/session-state.ts';
import type { SigningClient } from './session/signing-client.ts';

interface AppProps {
  readonly client: SigningClient;
  readonly storage: DraftStorage | null;
  /** This language is used until the session has that of the document. */
  readonly language: Language;
}

/** The signee's choice on this device counts, and before there is one, the language of the document. */
function usePageLanguage(first: Language) {
  const [chosen, setChosen] = useState(storedLanguage);
  const wanted = chosen ?? first;
  const loaded = usePageText(wanted);
  const language = loaded?.language ?? wanted;
  const pageLanguage = useMemo(
    () => ({
      language,
      setLanguage: (next: Language): void => {
        storeChosenLanguage(next);
        setChosen(next);
      },
    }),
    [language],
  );
  // Who chooses another language reads on meanwhile. A page in the language of the document begins in it.
  const isReady = chosen !== null || loaded?.wanted === wanted;
  return { pageLanguage, text: loaded?.text ?? null, isReady };
}

function useDocumentHead(language: Language, title: string | null): void {
  useEffect(() => {
    document.documentElement.lang = language;
    if (title !== null) document.title = title;
  }, [language, title]);
}

/** The service has checked the color. */
function useSenderColor(color: string | undefined): void {
  useEffect(() => {
    const { style } = document.documentElement;
    for (const name of ['--sender-color', '--sender-color-on-dark']) style.removeProperty(name);
    if (color === undefined) return;
    style.setProperty('--sender-color', color);
    // The color is light enough for dark text on it.
    style.setProperty('--sender-color-on-dark', `color-mix(in srgb, ${color} 35%, white)`);
  }, [color]);
}

/** A screen that replaces another begins at its heading, if the focus was lost with the other. */
function useHeadingFocus(session: SessionState): void {
  const screen = session.kind === 'open' ? `${screenOf(session.view)} ${session.view.signee.signeeId}` : null;
  const shown = useRef(screen);
  useLayoutEffect(() => {
    if (screen === null || screen === shown.current) return;
    if (shown.current !== null && document.activeElement === document.body)
      document.querySelector('h1')?.focus();
    shown.current = screen;
  }, [screen]);
}

const SIGNABLE_SOON: readonly string[] = ['details_required', 'verification_required'];

function titleOf(session: SessionState, text: PageText): string {
  if (session.kind !== 'open' && session.kind !== 'visit') return text('brand');
  const { documentName: name, reason } = session.view;
  const canBeSigned = reason === undefined || SIGNABLE_SOON.includes(reason);
  return `${canBeSigned ? text('pageTitle', { name }) : name} – ${text('brand')}`;
}

export function App({ client, storage, language: shellLanguage }: AppProps) {
  const { session, reload, replace } = useSession(client);
  useEmbedding(session);
  useHeadingFocus(session);
  const documentLanguage =
    session.kind === 'open' || session.kind === 'visit' ? session.view.language : undefined;
  const { pageLanguage, text, isReady } = usePageLanguage(documentLanguage ?? shellLanguage);
  useDocumentHead(pageLanguage.language, text && titleOf(session, text));
  useSenderColor(session.kind === 'open' ? session.view.senderColor : undefined);

  if (text === null) return null;
  return (
    <LanguageContext.Provider value={pageLanguage}>
      <DocumentLanguage.Provider value={documentLanguage}>
        <TextContext.Provider value={text}>
          <LabelContext.Provider value={text}>
            {session.kind === 'failed' && <SessionFailedScreen failure={session.failure} onRetry={reload} />}
            {session.kind !== 'failed' && (session.kind === 'loading' || !isReady) && (
              <LoadingScreen label={text('loading')} />
            )}
            {session.kind === 'visit' && isReady && (
              <LazyScreen content={VISIT}>
                {(VisitScreen) => (
                  <VisitScreen
                    view={session.view}
                    client={client}
                    storage={storage}
                    onStale={reload}
                    onBegun={(signingUrl) => location.assign(signingUrl)}
                  />
                )}
              </LazyScreen>
            )}
            {session.kind === 'open' && isReady && (
              <OpenScreen
                view={session.view}
                client={client}
                storage={storage}
                onSession={replace}
                onStale={reload}
              />
            )}
          </LabelContext.Provider>
        </TextContext.Provider>
      </DocumentLanguage.Provider>
    </LanguageContext.Provider>
  );
}

interface OpenScreenProps extends LinkCodeProps {
  readonly storage: DraftStorage | null;
}

function OpenScreen({ storage, ...props }: OpenScreenProps) {
  const isSigning = screenOf(props.view) === 'sign';
  useEffect(() => {
    if (!isSigning) prefetchPdfjs();
  }, [isSigning]);
  if (!isSigning)
    return <LazyScreen content={STATUS}>{(StatusScreen) => <StatusScreen {...props} />}</LazyScreen>;
  // The slots of a public link are signed one after the other, each on a page that begins anew.
  return <SigningScreen key={props.view.signee.signeeId} {...props} storage={storage} />;
}
