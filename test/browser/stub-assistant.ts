import type { SigningView } from '@countersign/signing';
import type { StubReply, StubService } from './stub-service.ts';

export const ASSISTANT: NonNullable<SigningView['assistant']> = {
  language: 'en',
  textToSpeech: true,
  provider: 'built-in',
  documentLanguage: 'en',
  suggestions: ['How can I end this?', 'What does it cost?'],
};

/** Where lines of the second page of the stub document stand. */
function lineOf(y: number) {
  return [{ x: 64, y: y - 9, width: 420, height: 12 }];
}

const NOTICE = {
  page: 1,
  text: 'Either party may end the employment in writing. The notice is three months.',
  boxes: lineOf(300),
};
const START = {
  page: 0,
  text: 'The employment begins on the first working day of the month after signing.',
  boxes: lineOf(172),
};

export const ANSWER = {
  answerId: 'a1',
  sentences: [
    { text: 'The notice is three months.', quotes: [0] },
    { text: START.text, quotes: [1] },
  ],
  quotes: [NOTICE, START],
  found: true,
};

export const NOT_FOUND = { answerId: 'a2', sentences: [], quotes: [], found: false };

export const FACTS = [
  { kind: 'period', text: 'three months', page: 1, boxes: lineOf(300) },
  { kind: 'date', text: 'the 25th of every month', page: 0, boxes: lineOf(240) },
];

/** Sends an answer part by part, as the service does. */
export function streamed(answer: typeof ANSWER | typeof NOT_FOUND): StubReply {
  const events = [
    ['quotes', answer.quotes],
    ...answer.sentences.map((sentence) => ['sentence', sentence]),
    ['done', answer],
  ];
  const body = events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');
  return { headers: { 'content-type': 'text/event-stream' }, body };
}

/** Answers every question but those with the word "sublet". */
export function answerQuestions(stub: StubService): void {
  stub.assist = (body) => {
    if (body === null) return { body: JSON.stringify({ facts: FACTS }) };
    return streamed(String(body.question).includes('sublet') ? NOT_FOUND : ANSWER);
  };
}
