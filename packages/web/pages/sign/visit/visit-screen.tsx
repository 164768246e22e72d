import type { VisitorView } from '@countersign/signing';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import * as icons from '../../parts/icons.ts';
import { usePageLanguage } from '../../parts/language.tsx';
import { PdfPages } from '../document-view.tsx';
import { useText } from '../parts.tsx';
import { LanguageMenu } from '../screens/language-menu.tsx';
import { Contact, MessageScreen, SenderBrand } from '../screens/message-screens.tsx';
import type { DraftStorage } from '../session/kept-input.ts';
import { errorCodeOf, refusalMessage } from '../session/session-failure.ts';
import type { SigningClient } from '../session/signing-client.ts';
import { forgetDetails, readDetails, VisitForm, visitBody, writeDetails } from './visit-form.tsx';

interface VisitScreenProps {
  readonly view: VisitorView;
  readonly client: SigningClient;
  readonly storage: DraftStorage | null;
  readonly onStale: () => void;
  /** Opens the visitor's own page. */
  readonly onBegun: (signingUrl: string) => void;
}

export function VisitScreen({ view, client, storage, onStale, onBegun }: VisitScreenProps) {
  const text = useText();
  const { language } = usePageLanguage();
  const { pathname } = location;
  const [details, setDetails] = useState(() => readDetails(storage, pathname, view.channels));
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** The sentence is shown while no more visitors are admitted. */
  const [full, setFull] = useState<string | null>(null);
  const names = { name: view.documentName, sender: view.senderName };

  const begin = async (): Promise<void> => {
    setIsBusy(true);
    setRefusal(null);
    try {
      const body = { ...visitBody(details), errorLanguage: language };
      const signingUrl = await client.beginVisit(body, language);
      forgetDetails(storage, pathname);
      onBegun(signingUrl);
    } catch (error) {
      setIsBusy(false);
      const message = refusalMessage(error);
      const code = errorCodeOf(error);
      if (code === 'public_link_disabled' || code === 'link_not_found') onStale();
      else if (code === 'visit_limit_reached') setFull(message);
      else setRefusal(message ?? text('sendUnreachable'));
    }
  };

  if (view.reason === 'disabled') {
    return (
      <MessageScreen view={view} icon={icons.lock} mood="calm" title={text('linkDisabledTitle')}>
        <p>{text('linkDisabledText', names)}</p>
        <Contact view={view} />
      </MessageScreen>
    );
  }
  if (full !== null) {
    return (
      <MessageScreen view={view} icon={icons.clock} mood="calm" title={text('linkFullTitle')}>
        <p>{full}</p>
        <button type="button" class="button button-primary button-large" onClick={() => setFull(null)}>
          {text('tryAgain')}
        </button>
      </MessageScreen>
    );
  }
  return (
    <div class="visit">
      <header class="visit-head">
        <SenderBrand view={view} />
        <LanguageMenu />
      </header>
      <main class={`visit-main ${view.isFileShown ? 'has-document' : ''}`}>
        <section class="visit-card" aria-labelledby="visit-title">
          <VisitTitle title={text('pageTitle', names)} />
          <p class="visit-intro">{text('visitIntro', names)}</p>
          <VisitForm
            details={details}
            channels={view.channels}
            isBusy={isBusy}
            refusal={refusal}
            onChange={(changed) => {
              setDetails(changed);
              writeDetails(storage, pathname, changed);
            }}
            onSubmit={begin}
          />
        </section>
        {view.isFileShown && (
          <section
            class={view.disablePrinting ? 'visit-document no-printing' : 'visit-document'}
            aria-label={text('visitDocument')}
          >
            <PdfPages url={client.fileUrl} onStale={onStale} send={client.send} />
          </section>
        )}
      </main>
    </div>
  );
}

function VisitTitle({ title }: { readonly title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <h1 id="visit-title" ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
}
