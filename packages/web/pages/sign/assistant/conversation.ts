import { useCallback, useReducer, useRef } from 'preact/hooks';
import { WebError } from '../../../errors.ts';
import { unreachable } from '../../requests/request-json.ts';
import { isStaleSession } from '../session/session-failure.ts';
import { type Answer, type AssistantClient, QuestionsLimited, type Quote } from './assistant-client.ts';

/** Why there is no answer. */
export type Failure =
  | { readonly kind: 'offline' | 'failed' | 'stale' }
  | { readonly kind: 'limited'; readonly until: Date };

interface Asked extends Answer {
  readonly id: number;
  /** What the person asked, or the name of what was looked for. */
  readonly question: string;
  readonly isFacts: boolean;
}

/** One question with its answer, which may still be on its way. */
export type Entry = Asked &
  ({ readonly state: 'pending' | 'answered' } | { readonly state: 'failed'; readonly failure: Failure });

/** A quote that is marked in the document. */
export interface ShownQuote {
  readonly entry: number;
  readonly index: number;
}

export interface Conversation {
  readonly entries: readonly Entry[];
  readonly shown: ShownQuote | null;
}

export type ConversationEvent =
  | { readonly type: 'ask'; readonly id: number; readonly question: string }
  | { readonly type: 'part'; readonly id: number; readonly part: Partial<Answer> }
  | { readonly type: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly type: 'fail'; readonly id: number; readonly failure: Failure }
  | {
      readonly type: 'facts';
      readonly id: number;
      readonly question: string;
      readonly quotes: readonly Quote[];
    }
  | { readonly type: 'show'; readonly shown: ShownQuote | null };

export const NEW_CONVERSATION: Conversation = { entries: [], shown: null };

const NOTHING: Answer = { sentences: [], quotes: [], found: true };

export function updateConversation(before: Conversation, event: ConversationEvent): Conversation {
  if (event.type === 'show') return { ...before, shown: event.shown };
  const isNew = event.type === 'ask' || event.type === 'facts';
  return { entries: updateEntries(before.entries, event), shown: isNew ? null : before.shown };
}

type EntryEvent = Exclude<ConversationEvent, { readonly type: 'show' }>;

function updateEntries(entries: readonly Entry[], event: EntryEvent): readonly Entry[] {
  const { id } = event;
  if (event.type === 'ask') {
    const asked: Entry = { ...NOTHING, id, question: event.question, isFacts: false, state: 'pending' };
    // A question that is asked again after a failure stays where it is.
    return entries.some((entry) => entry.id === id)
      ? entries.map((entry) => (entry.id === id ? asked : entry))
      : [...entries, asked];
  }
  if (event.type === 'facts') {
    const { question, quotes } = event;
    const others = entries.filter((entry) => !(entry.isFacts && entry.question === question));
    return [...others, { ...NOTHING, id, question, quotes, isFacts: true, state: 'answered' }];
  }
  return entries.map((entry) => (entry.id === id ? updateEntry(entry, event) : entry));
}

function updateEntry(
  entry: Entry,
  event: Extract<EntryEvent, { readonly type: 'part' | 'answer' | 'fail' }>,
): Entry {
  if (event.type === 'part') return { ...entry, ...event.part };
  if (event.type === 'answer') return { ...entry, ...event.answer, state: 'answered' };
  return { ...entry, ...NOTHING, state: 'failed', failure: event.failure };
}

/** Returns undefined if nothing is shown. */
export function findShown({
  entries,
  shown,
}: Conversation): (ShownQuote & { readonly quotes: readonly Quote[] }) | undefined {
  const quotes = entries.find(({ id }) => id === shown?.entry)?.quotes ?? [];
  return shown === null || quotes[shown.index] === undefined ? undefined : { ...shown, quotes };
}

export function failureOf(error: unknown): Failure {
  if (error instanceof QuestionsLimited) return { kind: 'limited', until: error.until };
  if (isStaleSession(error)) return { kind: 'stale' };
  const isUnreachable = error instanceof WebError && error.code === 'service_unreachable';
  return { kind: isUnreachable ? 'offline' : 'failed' };
}

/** Returns the sentences that say more than the quotes do: neither introductions (`The document says:`) nor their words. */
export function writtenSentences({ sentences, quotes }: Answer): Answer['sentences'] {
  return sentences.filter(
    ({ text, quotes: named }) =>
      !text.trimEnd().endsWith(':') && !named.some((at) => quotes[at]?.text.includes(text)),
  );
}

/** Returns the parts of a quote that answer the question, if they are not all of it. */
export function highlightsOf({ sentences }: Pick<Answer, 'sentences'>, { text }: Quote): readonly string[] {
  return sentences.map((sentence) => sentence.text).filter((part) => part !== text && text.includes(part));
}

interface TextPiece {
  readonly text: string;
  readonly isHighlight: boolean;
}

/** Cuts each sentence where highlights of the text begin and end. */
export function cutText(
  text: string,
  sentences: readonly string[],
  highlights: readonly string[],
): readonly (readonly TextPiece[])[] {
  const ranges = highlights.map((part) => ({
    from: text.indexOf(part),
    to: text.indexOf(part) + part.length,
  }));
  const cuts = ranges.flatMap(({ from, to }) => [from, to]).sort((a, b) => a - b);
  let end = 0;
  return sentences.map((sentence) => {
    const start = end;
    end += sentence.length;
    const edges = [start, ...cuts.filter((cut) => cut > start && cut < end), end];
    return edges.slice(1).map((to, at) => {
      const from = edges[at] ?? start;
      const isHighlight = ranges.some((range) => range.from <= from && to <= range.to);
      return { text: text.slice(from, to), isHighlight };
    });
  });
}

/** The day is left out if it is today. */
export function formatUntil(language: string, until: Date, now = new Date()): string {
  const isToday = until.toDateString() === now.toDateString();
  const day = isToday ? {} : ({ weekday: 'long' } as const);
  return new Intl.DateTimeFormat(language, { ...day, hour: 'numeric', minute: '2-digit' }).format(until);
}

export interface ConversationActions extends Conversation {
  /** The id is that of a question that failed before. */
  ask(question: string, id?: number): void;
  /** Lists what was found by rules like an answer. */
  listFacts(name: string, quotes: readonly Quote[]): void;
  show(shown: ShownQuote | null): void;
}

/** Calls `onStale` when the document cannot be signed any more. */
export function useConversation(
  client: AssistantClient,
  language: string,
  onStale: () => void,
): ConversationActions {
  const [conversation, dispatch] = useReducer(updateConversation, NEW_CONVERSATION);
  const lastId = useRef(0);
  const nextId = (): number => {
    lastId.current += 1;
    return lastId.current;
  };

  const answer = async (question: string, id: number): Promise<void> => {
    dispatch({ type: 'ask', id, question });
    try {
      // The request would wait for its timeout.
      if (!navigator.onLine) throw unreachable();
      const onPart = (part: object): void => dispatch({ type: 'part', id, part });
      dispatch({ type: 'answer', id, answer: await client.ask({ question, language }, onPart) });
    } catch (error) {
      const failure = failureOf(error);
      dispatch({ type: 'fail', id, failure });
      if (failure.kind === 'stale') onStale();
    }
  };

  return {
    ...conversation,
    ask: (question, id = nextId()) => void answer(question, id),
    listFacts: (name, quotes) => dispatch({ type: 'facts', id: nextId(), question: name, quotes }),
    show: useCallback((shown) => dispatch({ type: 'show', shown }), []),
  };
}
