import type { Passage } from '@countersign/assistant';
import type { Assistant, ModelProvider, Question, ReadingSource } from '../ports/assistant.ts';
import { type AnswerEvent, type AssistantAnswer, presentPassage } from './assistant.ts';

/**
 * Asks the model, and yields sentences that the passages bear out as they come [D11-08]. Returns null if the model fails,
 * or says nothing that can be kept: the answer is then the built-in one.
 */
export async function* askModel(
  { engine, onModelFailure }: Pick<Assistant, 'engine' | 'onModelFailure'>,
  model: ModelProvider,
  source: ReadingSource,
  question: Question,
): AsyncGenerator<AnswerEvent, Omit<AssistantAnswer, 'answerId'> | null> {
  const passages = await engine.findPassages(source, question);
  if (passages.length === 0) return null;
  // Loaded on demand, because it brings the stems and stop words of many languages.
  const check = await import('@countersign/assistant/check');
  const kept = new KeptSentences(passages, check);
  const asked = { ...question, passages: check.formatPassages(passages) };
  try {
    for await (const part of splitParts(model.ask(asked))) {
      yield* kept.add(part);
      if (kept.isFull) break;
    }
  } catch (error) {
    // What was kept so far may lack the exception to it.
    onModelFailure(error);
    return null;
  }
  return kept.sentences.length === 0 ? null : { sentences: kept.sentences, quotes: kept.quotes, found: true };
}

/** Ends a sentence: the last of its numbers, before the beginning of the next one. */
const END_OF_SENTENCE = /\][.!?]?(?=\s+[^\s[])/;

/** Yields each sentence with its numbers once, since the model may send a word at a time. */
async function* splitParts(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    rest += piece;
    for (let end = END_OF_SENTENCE.exec(rest); end !== null; end = END_OF_SENTENCE.exec(rest)) {
      const length = end.index + end[0].length;
      yield rest.slice(0, length);
      rest = rest.slice(length);
    }
  }
  yield rest;
}

type Check = Pick<typeof import('@countersign/assistant/check'), 'checkAnswer' | 'MAX_SENTENCES'>;

/** Numbers the quotations in the order in which sentences name them. */
class KeptSentences {
  readonly #passages: readonly Passage[];
  readonly #check: Check;
  readonly #named: number[] = [];
  readonly sentences: AssistantAnswer['sentences'] = [];

  constructor(passages: readonly Passage[], check: Check) {
    this.#passages = passages;
    this.#check = check;
  }

  get isFull(): boolean {
    return this.sentences.length >= this.#check.MAX_SENTENCES;
  }

  get quotes(): AssistantAnswer['quotes'] {
    return this.#named.flatMap((index) => {
      const passage = this.#passages[index];
      return passage === undefined ? [] : [presentPassage(passage)];
    });
  }

  /** Yields the sentences that are new, and before them the quotations if they name further ones. */
  *add(part: string): Generator<AnswerEvent> {
    for (const { text, quotes } of this.#check.checkAnswer(part, this.#passages)) {
      if (this.isFull) return;
      if (this.sentences.some((sentence) => sentence.text === text)) continue;
      const further = quotes.filter((index) => !this.#named.includes(index));
      this.#named.push(...further);
      if (further.length > 0) yield { name: 'quotes', data: this.quotes };
      const sentence = { text, quotes: quotes.map((index) => this.#named.indexOf(index)) };
      this.sentences.push(sentence);
      yield { name: 'sentence', data: sentence };
    }
  }
}
