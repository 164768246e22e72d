import { getSentences } from '@countersign/assistant/sentences';
import { Button, Icon } from '../../parts/controls.tsx';
import * as icons from '../../parts/icons.ts';
import type { Quote } from './assistant-client.ts';
import {
  cutText,
  type Entry,
  type Failure,
  formatUntil,
  highlightsOf,
  type ShownQuote,
  writtenSentences,
} from './conversation.ts';
import { type PanelContent, usePanel } from './panel-content.tsx';
import { type ReadAloud, type SpokenPart, splitSentences } from './read-aloud.ts';

interface EntryViewProps {
  readonly entry: Entry;
  readonly shown: ShownQuote | undefined;
  readonly reader: ReadAloud;
  readonly onShow: (index: number) => void;
  readonly onRetry: () => void;
}

/** The heading gets the focus when the question was asked. */
export function entryHeadingId(entry: number): string {
  return `assistant-entry-${entry}`;
}

/** The focus returns from the document to this button. */
export function showButtonId({ entry, index }: ShownQuote): string {
  return `assistant-show-${entry}-${index}`;
}

/** One question with its answer, or with what failed. */
export function EntryView({ entry, shown, reader, onShow, onRetry }: EntryViewProps) {
  const panel = usePanel();
  const { id, state, question, quotes } = entry;
  return (
    <article class="assistant-entry" aria-labelledby={entryHeadingId(id)} aria-busy={state === 'pending'}>
      <h3 id={entryHeadingId(id)} tabIndex={-1} dir="auto">
        {question}
      </h3>
      {state === 'pending' && quotes.length === 0 && (
        <p class="loading">
          <span class="spinner" aria-hidden="true" />
          {panel.text('searching')}
        </p>
      )}
      {state === 'failed' ? (
        <div class="notice notice-problem">
          <Icon path={icons.warning} />
          <p>{describeFailure(entry.failure, panel)}</p>
          <Button onClick={onRetry}>{panel.text('tryAgain')}</Button>
        </div>
      ) : (
        <AnswerText entry={entry} reader={reader} onShow={onShow} />
      )}
      {quotes.map((quote, index) => (
        <QuoteCard
          key={index}
          {...{ entry, quote, index, reader }}
          isShown={shown?.entry === id && shown.index === index}
          onShow={() => onShow(index)}
        />
      ))}
      {state === 'answered' && <ReadButton entry={entry} reader={reader} />}
    </article>
  );
}

export function describeFailure(failure: Failure, { text, assistant }: PanelContent): string {
  if (failure.kind === 'limited') {
    return text('limited', { time: formatUntil(assistant.language, failure.until) });
  }
  return text(failure.kind === 'offline' ? 'offline' : 'failed');
}

type AnswerTextProps = Pick<EntryViewProps, 'entry' | 'reader' | 'onShow'>;

/** Says whose words follow: those of the document, or those of a program with the quotes that they rest on. */
function AnswerText({ entry, reader, onShow }: AnswerTextProps) {
  const { text, assistant, senderName } = usePanel();
  const { id, quotes, found, isFacts } = entry;
  if (!found) {
    const part = {
      key: `${id}`,
      text: getSentences(assistant.language).notFound,
      language: assistant.language,
    };
    return (
      <div>
        <p>
          <SpokenText part={part} reader={reader} />
        </p>
        <p class="assistant-soft">{text('askSender', { name: senderName })}</p>
      </div>
    );
  }
  if (isFacts || quotes.length === 0) return null;
  const written = writtenSentences(entry);
  if (written.length === 0) return <p class="assistant-soft">{getSentences(assistant.language).found}</p>;
  return (
    <>
      <p dir="auto">
        {written.map((sentence, at) => (
          <span key={at}>
            <SpokenText part={sentencePart(entry, at, assistant.language)} reader={reader} />{' '}
            {sentence.quotes.map((index) => (
              <button
                key={index}
                type="button"
                class="assistant-source"
                aria-label={text('quote', { number: index + 1, count: quotes.length })}
                onClick={() => onShow(index)}
              >
                {index + 1}
              </button>
            ))}{' '}
          </span>
        ))}
      </p>
      <p class="assistant-soft">{text('written')}</p>
    </>
  );
}

interface QuoteCardProps extends Pick<EntryViewProps, 'entry' | 'reader'> {
  readonly quote: Quote;
  readonly index: number;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

function QuoteCard({ entry, quote, index, reader, isShown, onShow }: QuoteCardProps) {
  const { text, assistant } = usePanel();
  const id = showButtonId({ entry: entry.id, index });
  const page = text('page', { page: quote.page + 1 });
  return (
    <div class={`assistant-quote ${isShown ? 'is-shown' : ''}`}>
      <blockquote id={`${id}-text`} lang={assistant.documentLanguage ?? undefined} dir="auto">
        <SpokenText
          part={quotePart(entry, index, assistant.documentLanguage)}
          reader={reader}
          highlights={highlightsOf(entry, quote)}
        />
      </blockquote>
      <div class="assistant-quote-foot">
        <span>{page}</span>
        <button
          id={id}
          type="button"
          class="link-button"
          aria-label={`${text('show')}: ${page}`}
          aria-describedby={`${id}-text`}
          aria-current={isShown}
          onClick={onShow}
        >
          {text('show')}
          <Icon path={icons.next} />
        </button>
      </div>
    </div>
  );
}

function sentencePart(entry: Entry, at: number, language: string): SpokenPart {
  return { key: `${entry.id}-sentence-${at}`, text: writtenSentences(entry)[at]?.text ?? '', language };
}

function quotePart(entry: Entry, index: number, language: string | null): SpokenPart {
  const { text = '' } = entry.quotes[index] ?? {};
  return { key: `${entry.id}-quote-${index}`, text, language: language ?? '' };
}

/** What is read aloud of an entry, in the order of the page. */
function spokenParts(entry: Entry, { assistant }: PanelContent): readonly SpokenPart[] {
  const { language, documentLanguage } = assistant;
  if (!entry.found) return [{ key: `${entry.id}`, text: getSentences(language).notFound, language }];
  return [
    ...writtenSentences(entry).map((_, at) => sentencePart(entry, at, language)),
    ...entry.quotes.map((_, index) => quotePart(entry, index, documentLanguage)),
  ];
}

/** [D11-11] The button is not shown if the device has no voice for one of the languages. */
function ReadButton({ entry, reader }: Pick<EntryViewProps, 'entry' | 'reader'>) {
  const panel = usePanel();
  const parts = spokenParts(entry, panel);
  if (!reader.canRead(parts)) return null;
  const isReading = parts.some(({ key }) => key === reader.spoken?.key);
  return (
    <p>
      <Button
        kind="quiet"
        icon={isReading ? icons.close : icons.volume}
        onClick={() => (isReading ? reader.stop() : reader.start(parts))}
      >
        {panel.text(isReading ? 'stop' : 'readAloud')}
      </Button>
    </p>
  );
}

interface SpokenTextProps {
  readonly part: SpokenPart;
  readonly reader: ReadAloud;
  /** Parts of the text that answer the question. */
  readonly highlights?: readonly string[];
}

/** Marks the sentence that is spoken. */
function SpokenText({ part, reader, highlights = [] }: SpokenTextProps) {
  const sentences = cutText(part.text, splitSentences(part.text, part.language), highlights);
  const spokenAt = reader.spoken?.key === part.key ? reader.spoken.sentence : null;
  return (
    <>
      {sentences.map((sentence, at) => (
        <span key={at} class={at === spokenAt ? 'is-spoken' : ''}>
          {sentence.map(({ text, isHighlight }, index) =>
            isHighlight ? <mark key={index}>{text}</mark> : text,
          )}
        </span>
      ))}
    </>
  );
}
