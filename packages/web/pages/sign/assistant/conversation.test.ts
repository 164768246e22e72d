import { describe, expect, it } from 'vitest';
import { WebError } from '../../../errors.ts';
import { RequestRefused, unreachable } from '../../requests/request-json.ts';
import { type Answer, QuestionsLimited } from './assistant-client.ts';
import {
  type Conversation,
  type ConversationEvent,
  cutText,
  failureOf,
  findShown,
  formatUntil,
  highlightsOf,
  NEW_CONVERSATION,
  updateConversation,
  writtenSentences,
} from './conversation.ts';

const QUOTES = [
  { page: 1, text: 'Rent is due monthly. It is 9,800 SEK.', boxes: [] },
  { page: 2, text: 'The deposit is 20,000 SEK.', boxes: [] },
];
const ANSWER: Answer = {
  sentences: [{ text: 'It is 9,800 SEK.', quotes: [0] }],
  quotes: QUOTES,
  found: true,
};

function after(...events: ConversationEvent[]): Conversation {
  return events.reduce(updateConversation, NEW_CONVERSATION);
}

const asked = (id: number, question = 'Rent?'): ConversationEvent => ({ type: 'ask', id, question });

describe('a conversation', () => {
  it('shows what there is of an answer before it is complete', () => {
    const { entries } = after(asked(1), { type: 'part', id: 1, part: { quotes: QUOTES } });
    expect(entries).toMatchObject([{ state: 'pending', question: 'Rent?', quotes: QUOTES }]);
  });

  it('asks a failed question again in its place, without what it had', () => {
    const { entries } = after(
      asked(1),
      { type: 'part', id: 1, part: { quotes: QUOTES } },
      { type: 'fail', id: 1, failure: { kind: 'offline' } },
      asked(2, 'Notice?'),
      asked(1),
    );
    expect(entries.map(({ id, state, quotes }) => [id, state, quotes.length])).toEqual([
      [1, 'pending', 0],
      [2, 'pending', 0],
    ]);
  });

  it('lists facts of a kind once, as the last', () => {
    const facts = (id: number, question: string): ConversationEvent => ({
      type: 'facts',
      id,
      question,
      quotes: QUOTES,
    });
    const { entries } = after(facts(1, 'Amounts'), asked(2, 'Amounts'), facts(3, 'Amounts'));
    expect(entries.map(({ id }) => id)).toEqual([2, 3]);
  });

  it('stops showing a quote with the next question, but not with parts of an answer', () => {
    const shown = { entry: 1, index: 1 };
    const before = [
      asked(1),
      { type: 'answer', id: 1, answer: ANSWER },
      asked(2),
      { type: 'show', shown },
    ] as const;
    expect(findShown(after(...before))).toEqual({ ...shown, quotes: QUOTES });
    expect(findShown(after(...before, { type: 'part', id: 2, part: {} }))).toBeDefined();
    expect(findShown(after(...before, asked(3)))).toBeUndefined();
  });

  it('shows no quote that a failed answer had', () => {
    const events = [
      asked(1),
      { type: 'part', id: 1, part: { quotes: QUOTES } },
      { type: 'show', shown: { entry: 1, index: 0 } },
      { type: 'fail', id: 1, failure: { kind: 'failed' } },
    ] as const;
    expect(findShown(after(...events))).toBeUndefined();
  });
});

describe('a failure', () => {
  it.each([
    ['offline', unreachable()],
    ['failed', new WebError('answer_not_understood', 'x')],
    ['failed', new RequestRefused(404, { message: 'x', errorCode: 'assistant_not_found' })],
    ['stale', new RequestRefused(409, { message: 'x', errorCode: 'already_signed' })],
    ['failed', new TypeError('x')],
  ])('is %s for %s', (kind, error) => {
    expect(failureOf(error)).toEqual({ kind });
  });

  it('names the time, and the day if it is another', () => {
    const until = new Date('2026-11-28T14:05:00');
    expect(failureOf(new QuestionsLimited(until))).toEqual({ kind: 'limited', until });
    expect(formatUntil('sv', until, new Date('2026-11-28T13:00:00'))).toBe('14:05');
    expect(formatUntil('sv', until, new Date('2026-11-27T15:00:00'))).toMatch(/lördag.* 14:05/);
  });
});

describe('the words of an answer', () => {
  it('are the document’s if a quote has them, and then are marked there', () => {
    expect(writtenSentences(ANSWER)).toEqual([]);
    expect(QUOTES.map((quote) => highlightsOf(ANSWER, quote))).toEqual([['It is 9,800 SEK.'], []]);
  });

  it('are a program’s if no quote that they name has them', () => {
    const sentences = [
      { text: 'You pay 9,800 SEK.', quotes: [0] },
      { text: 'The deposit is 20,000 SEK.', quotes: [0] },
    ];
    expect(writtenSentences({ ...ANSWER, sentences })).toEqual(sentences);
  });

  it('are not a program’s if they only introduce the quotes, as the built-in answers do', () => {
    for (const text of ['I dokumentet står:', 'Le document dit :'])
      expect(writtenSentences({ ...ANSWER, sentences: [{ text, quotes: [0, 1] }] })).toEqual([]);
  });

  it('are not marked if they are all of the quote', () => {
    const sentences = QUOTES.map(({ text }, index) => ({ text, quotes: [index] }));
    expect(QUOTES.flatMap((quote) => highlightsOf({ sentences }, quote))).toEqual([]);
  });

  it('are cut where sentences and what answers the question begin and end', () => {
    const text = 'One two. Three four.';
    const cut = cutText(text, ['One two. ', 'Three four.'], ['two. Three', 'four']);
    expect(
      cut.map((pieces) => pieces.map((piece) => (piece.isHighlight ? `[${piece.text}]` : piece.text))),
    ).toEqual([
      ['One ', '[two. ]'],
      ['[Three]', ' ', '[four]', '.'],
    ]);
    expect(
      cut
        .flat()
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
