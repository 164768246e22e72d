import './assistant.css';
import { getSentences } from '@countersign/assistant/sentences';
import { directionOf, loadAssistantText } from '@countersign/i18n/assistant-text';
import type { DisplayedBox, SigningView } from '@countersign/signing';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Icon } from '../../parts/controls.tsx';
import { lazy, useMediaQuery } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { LazyDialog, useText } from '../parts.tsx';
import { signingPath } from '../session/request-session.ts';
import type { SigningClient } from '../session/signing-client.ts';
import { describeFailure, EntryView, entryHeadingId, showButtonId } from './answer-view.tsx';
import { type AssistantClient, createAssistantClient } from './assistant-client.ts';
import { type Entry, findShown, useConversation, writtenSentences } from './conversation.ts';
import { coverPage, followMark } from './document-behind.ts';
import {
  type AssistantView,
  Facts,
  Note,
  type PanelContent,
  PanelContext,
  QuestionForm,
  ShownQuoteBar,
  Suggestions,
  usePanel,
} from './panel-content.tsx';
import { useReadAloud } from './read-aloud.ts';

interface AssistantPanelProps {
  readonly view: SigningView;
  readonly assistant: AssistantView;
  readonly client: SigningClient;
  /** A closed panel keeps its questions. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Marks these places in the document, and no others. */
  readonly onMark: (boxes: readonly DisplayedBox[]) => void;
  readonly onStale: () => void;
}

/** [D11-12] Loads the sentences of one language, then shows the panel beside the document. */
export function AssistantPanel(props: AssistantPanelProps) {
  const pageText = useText();
  const { assistant, view, client } = props;
  const { language } = assistant;
  const sentences = useMemo(() => lazy(() => loadAssistantText(language)), [language]);
  const api = useMemo(() => createAssistantClient(signingPath, client.send), [client]);
  return (
    <LazyDialog title={pageText('ask')} content={sentences} onClose={props.onClose}>
      {(text) => (
        <PanelContext.Provider value={{ text, assistant, senderName: view.senderName }}>
          <Panel {...props} api={api} />
        </PanelContext.Provider>
      )}
    </LazyDialog>
  );
}

/** Narrower windows have a sheet instead of a panel at the side; `assistant.css` has the same width. */
const IS_SHEET = '(max-width: 63.99em)';

/** CSS pixels, for the outline of the focus. */
const HEADING_MARGIN = 8;

interface PanelProps extends AssistantPanelProps {
  readonly api: AssistantClient;
}

/** The panel is not modal: the next step stays in view and can be taken at any time. */
function Panel({ assistant, isOpen, onClose, onMark, onStale, api }: PanelProps) {
  const panel = usePanel();
  const { text } = panel;
  const { language } = assistant;
  const conversation = useConversation(api, language, onStale);
  const reader = useReadAloud(assistant.textToSpeech);
  const title = useRef<HTMLHeadingElement>(null);
  const talk = useRef<HTMLDivElement>(null);
  const { entries, show } = conversation;
  const shown = findShown(conversation);
  const quote = shown?.quotes[shown.index];
  const last = entries.at(-1);
  const isCovering = useMediaQuery(IS_SHEET) && isOpen && shown === undefined;

  const close = (): void => {
    reader.stop();
    show(null);
    onClose();
  };
  const closeAndReturn = (): void => {
    close();
    afterRender(() => document.getElementById('ask')?.focus({ preventScroll: true }));
  };
  const back = (): void => {
    show(null);
    if (shown !== undefined) afterRender(() => document.getElementById(showButtonId(shown))?.focus());
  };
  const ask = (question: string, id?: number): void => {
    reader.stop();
    conversation.ask(question, id);
    if (id !== undefined) document.getElementById(entryHeadingId(id))?.focus();
  };

  useLayoutEffect(() => {
    document.documentElement.classList.toggle('has-assistant', isOpen);
    if (isOpen) title.current?.focus({ preventScroll: true });
    return () => document.documentElement.classList.remove('has-assistant');
  }, [isOpen]);
  useLayoutEffect(() => {
    if (last !== undefined) document.getElementById(entryHeadingId(last.id))?.focus({ preventScroll: true });
  }, [last?.id]);
  // An answer begins at the top, also when it has come. The browser would scroll the page too.
  useLayoutEffect(() => {
    const heading = last && document.getElementById(entryHeadingId(last.id));
    if (heading) talk.current?.scrollTo({ top: heading.offsetTop - HEADING_MARGIN });
  }, [last?.id, last?.state]);
  useLayoutEffect(() => (isCovering ? coverPage(close) : undefined), [isCovering]);
  useEffect(() => {
    onMark(quote?.boxes.map((box) => ({ ...box, page: quote.page })) ?? []);
    return quote && followMark();
  }, [quote]);

  return (
    <>
      {isCovering && (
        <button
          type="button"
          class="assistant-behind"
          tabIndex={-1}
          aria-hidden="true"
          onClick={closeAndReturn}
        />
      )}
      <section
        class={`assistant ${shown === undefined ? '' : 'has-shown'}`}
        role="dialog"
        aria-labelledby="assistant-title"
        lang={language}
        dir={directionOf(language)}
        hidden={!isOpen}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.isComposing) return;
          event.stopPropagation();
          if (shown === undefined) closeAndReturn();
          else back();
        }}
      >
        <div class="assistant-head">
          <h2 id="assistant-title" ref={title} tabIndex={-1}>
            {text('title')}
          </h2>
          <button type="button" class="icon-button" aria-label={text('close')} onClick={closeAndReturn}>
            <Icon path={icons.close} />
          </button>
        </div>
        {shown !== undefined && (
          <ShownQuoteBar
            key={shown.entry}
            {...shown}
            onShow={(index) => show({ entry: shown.entry, index })}
            onBack={back}
          />
        )}
        <div class="assistant-talk" ref={talk}>
          <Note />
          <Suggestions onAsk={ask} />
          {entries.map((entry) => (
            <EntryView
              key={entry.id}
              {...{ entry, shown, reader }}
              onShow={(index) => show({ entry: entry.id, index })}
              onRetry={() => ask(entry.question, entry.id)}
            />
          ))}
        </div>
        <Facts api={api} onList={conversation.listFacts} />
        <QuestionForm isBusy={last?.state === 'pending'} onAsk={ask} />
        <p class="visually-hidden" role="status">
          {quote === undefined ? last && describeEntry(last, panel) : describeQuote(quote, panel)}
        </p>
      </section>
    </>
  );
}

/** The element is only there after the state was rendered. */
function afterRender(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

/** What screen readers say once, when an answer is complete. */
function describeEntry(entry: Entry, panel: PanelContent): string {
  const { text, assistant } = panel;
  if (entry.state === 'pending') return text('searching');
  if (entry.state === 'failed') return describeFailure(entry.failure, panel);
  const { found, notFound } = getSentences(assistant.language);
  if (!entry.found) return notFound;
  const written = writtenSentences(entry).map((sentence) => sentence.text);
  const quotes = entry.quotes.map((quote) => `${text('page', { page: quote.page + 1 })}: ${quote.text}`);
  return [...(written.length === 0 ? [found, ...quotes] : written)].join(' ');
}

function describeQuote(
  quote: { readonly page: number; readonly text: string },
  { text }: PanelContent,
): string {
  return `${text('marked', { page: quote.page + 1 })}: ${quote.text}`;
}
