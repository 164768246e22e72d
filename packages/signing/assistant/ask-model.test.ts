import { describe, expect, it } from 'vitest';
import type { AssistantEngine, ModelProvider } from '../ports/assistant.ts';
import { askModel } from './ask-model.ts';
import type { AnswerEvent } from './assistant.ts';

const PASSAGES = Array.from({ length: 8 }, (_, index) => ({
  text: `The tenant pays the landlord a rent of EUR ${index + 1},000.00 on 3 March 2026. `.repeat(9).trim(),
  page: index,
  boxes: [],
}));
const ENGINE = { findPassages: async () => PASSAGES } as unknown as AssistantEngine;
const SOURCE = { readingId: 'reading', account: 'account', load: async () => new Uint8Array() };
const QUESTION = { text: 'What is the rent?', language: 'en' } as const;

/** Sends an answer a few characters at a time. */
function modelOf(answer: string, pieceLength: number): ModelProvider {
  const ask = async function* () {
    for (let at = 0; at < answer.length; at += pieceLength) yield answer.slice(at, at + pieceLength);
  };
  return { host: 'llm.example', ask };
}

async function answerOf(model: ModelProvider) {
  const events: AnswerEvent[] = [];
  const assistant = {
    engine: ENGINE,
    onModelFailure: (error: unknown) => {
      throw error;
    },
  };
  const answering = askModel(assistant, model, SOURCE, QUESTION);
  for (;;) {
    const { value, done } = await answering.next();
    if (done) return { events, answer: value };
    events.push(value);
  }
}

describe('the answer of a model', () => {
  it.each([1, 3, 1_000])('is the same in pieces of %d characters', async (pieceLength) => {
    const text =
      'The rent is EUR 2,000.00 [2]. It is due on 3 March 2026 [2][1].\nThe rent is EUR 9,000.00 [2]. The tenant pays the rent [3]';
    const { events, answer } = await answerOf(modelOf(text, pieceLength));
    expect(answer?.sentences).toEqual([
      { text: 'The rent is EUR 2,000.00.', quotes: [0] },
      { text: 'It is due on 3 March 2026.', quotes: [0, 1] },
      { text: 'The tenant pays the rent.', quotes: [2] },
    ]);
    expect(answer?.quotes.map(({ page }) => page)).toEqual([1, 0, 2]);
    expect(events.map(({ name }) => name).join()).toBe('quotes,sentence,quotes,sentence,quotes,sentence');
  });

  it('keeps the thread free, however many sentences it has', async () => {
    const junk = Array.from({ length: 700 }, (_, index) => `Zq ${index} Xx [1,2,3,4,5,6,7,8].`).join(' ');
    const before = process.cpuUsage();
    expect((await answerOf(modelOf(junk, 2))).answer).toBeNull();
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1_000);
  });

  it('ends after eight sentences', async () => {
    const text = PASSAGES.map((_, index) => `The rent is EUR ${index + 1},000.00 [${index + 1}].`).join(' ');
    const more = `${text} The tenant pays the landlord [1]. The landlord gets the rent [2].`;
    expect((await answerOf(modelOf(more, 5))).answer?.sentences).toHaveLength(8);
  });
});
