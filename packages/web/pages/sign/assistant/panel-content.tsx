import { FACT_KINDS } from '@countersign/assistant/reading';
import { toVisibleLine } from '@countersign/base/text';
import type { AssistantText } from '@countersign/i18n/assistant-text';
import type { SigningView } from '@countersign/signing';
import { MAX_QUESTION_LENGTH } from '@countersign/signing/limits';
import { createContext } from 'preact';
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconPath } from '../../parts/controls.tsx';
import { useLoaded } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import type { AssistantClient, Quote } from './assistant-client.ts';
import type { ConversationActions } from './conversation.ts';

export type AssistantView = NonNullable<SigningView['assistant']>;

export interface PanelContent {
  readonly text: AssistantText;
  readonly assistant: AssistantView;
  readonly senderName: string;
}

export const PanelContext = createContext<PanelContent | null>(null);

export function usePanel(): PanelContent {
  const content = useContext(PanelContext);
  if (content === null) throw new Error('used outside of the assistant');
  return content;
}

/** [D11-11] Says where questions are answered and what is recorded, before there is one. */
export function Note() {
  const { text, assistant } = usePanel();
  const isExternal = assistant.provider === 'external';
  return (
    <div class="assistant-note">
      <Icon path={isExternal ? icons.globe : icons.lock} />
      <p>
        {isExternal ? text('byHost', { host: assistant.host }) : text('inService')} {text('recorded')}{' '}
        <strong>{text('documentCounts')}</strong>
      </p>
    </div>
  );
}

export function Suggestions({ onAsk }: { readonly onAsk: (question: string) => void }) {
  const { text, assistant } = usePanel();
  if (assistant.suggestions.length === 0) return null;
  return (
    <ul class="assistant-suggestions" aria-label={text('suggestions')}>
      {assistant.suggestions.map((question) => (
        <li key={question}>
          <button type="button" class="assistant-chip" dir="auto" onClick={() => onAsk(question)}>
            {question}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface FactsProps {
  readonly api: AssistantClient;
  readonly onList: ConversationActions['listFacts'];
}

/** What was found by rules is listed like an answer. */
export function Facts({ api, onList }: FactsProps) {
  const { text } = usePanel();
  const { state, reload } = useLoaded(api.listFacts, '');
  if (state.kind === 'loading') return null;
  const groups =
    state.kind === 'ready'
      ? FACT_KINDS.map((kind) => ({ kind, facts: state.value.filter((fact) => fact.kind === kind) }))
      : [];
  const found = groups.filter(({ facts }) => facts.length > 0);
  if (state.kind === 'ready' && found.length === 0) return null;
  return (
    <ul class="assistant-facts" aria-label={text('facts')}>
      {found.map(({ kind, facts }) => (
        <li key={kind}>
          <button type="button" class="assistant-chip" onClick={() => onList(text(kind), facts)}>
            {text(kind)} <span>{facts.length}</span>
          </button>
        </li>
      ))}
      {state.kind === 'failed' && (
        <li>
          <button type="button" class="assistant-chip" onClick={reload}>
            <Icon path={icons.undo} />
            {text('facts')}: {text('tryAgain')}
          </button>
        </li>
      )}
    </ul>
  );
}

/** From here on the number of characters is shown. */
const SHOWN_LENGTH = 400;

interface QuestionFormProps {
  readonly isBusy: boolean;
  readonly onAsk: (question: string) => void;
}

export function QuestionForm({ isBusy, onAsk }: QuestionFormProps) {
  const { text } = usePanel();
  const [question, setQuestion] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  // What is pasted or typed may hold characters that nobody sees, which the service refuses.
  const asked = toVisibleLine(question).trim();
  const { length } = [...asked];
  const isTooLong = length > MAX_QUESTION_LENGTH;
  const ask = (event: Event): void => {
    event.preventDefault();
    if (isBusy) return;
    if (length === 0 || isTooLong) {
      input.current?.focus();
      return;
    }
    onAsk(asked);
    setQuestion('');
  };
  return (
    <form class="assistant-form" onSubmit={ask}>
      <label class="visually-hidden" for={id}>
        {text('question')}
      </label>
      <input
        ref={input}
        id={id}
        class="text-input"
        type="text"
        dir="auto"
        autocomplete="off"
        enterKeyHint="send"
        placeholder={text('question')}
        value={question}
        aria-invalid={isTooLong}
        aria-describedby={`${id}-length`}
        onInput={(event) => setQuestion(event.currentTarget.value)}
      />
      <button type="submit" class="button button-primary" aria-disabled={isBusy}>
        <Icon path={icons.up} />
        <span>{text('ask')}</span>
      </button>
      <p id={`${id}-length`} class={isTooLong ? 'field-problem' : 'assistant-soft'} role="status">
        {length > SHOWN_LENGTH && `${length} / ${MAX_QUESTION_LENGTH}`}
      </p>
    </form>
  );
}

interface ShownQuoteBarProps {
  readonly quotes: readonly Quote[];
  readonly index: number;
  readonly onShow: (index: number) => void;
  readonly onBack: () => void;
}

/** Leads from one quote to the next while the document shows them. On phones it takes the place of the answers. */
export function ShownQuoteBar({ quotes, index, onShow, onBack }: ShownQuoteBarProps) {
  const { text } = usePanel();
  const title = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => title.current?.focus(), []);
  const page = text('page', { page: (quotes[index]?.page ?? 0) + 1 });
  const count = quotes.length;
  return (
    <div class="assistant-shown">
      <p ref={title} tabIndex={-1}>
        {text('quote', { number: index + 1, count })}
        <span class="assistant-soft">{page}</span>
      </p>
      {count > 1 && (
        <>
          <StepButton
            label={text('previous')}
            icon={icons.up}
            isEnd={index === 0}
            onStep={() => onShow(index - 1)}
          />
          <StepButton
            label={text('next')}
            icon={icons.down}
            isEnd={index === count - 1}
            onStep={() => onShow(index + 1)}
          />
        </>
      )}
      <button type="button" class="link-button" onClick={onBack}>
        {text('back')}
      </button>
    </div>
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly icon: IconPath;
  readonly isEnd: boolean;
  readonly onStep: () => void;
}

/** Keeps the focus at the end. */
function StepButton({ label, icon, isEnd, onStep }: StepButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      aria-disabled={isEnd}
      onClick={() => !isEnd && onStep()}
    >
      <Icon path={icon} />
    </button>
  );
}
