import { readFileSync } from 'node:fs';
import { openPdf } from '@countersign/pdf';
import { readText } from '@countersign/pdf/text';
import { beforeAll, describe, expect, it } from 'vitest';
import { SUGGESTIONS, translateSuggestion } from './answers/suggestions.ts';
import {
  type AssistantIndex,
  answerNotFound,
  answerQuestion,
  checkAnswer,
  createIndex,
  readDocument,
  suggestQuestions,
} from './index.ts';
import { ASSISTANT_LANGUAGES } from './language/languages.ts';

describe('a document that was read', () => {
  let index: AssistantIndex;

  beforeAll(() => {
    const file = openPdf(readFileSync(new URL('../../fixtures/pdf/plain/a4.pdf', import.meta.url)));
    index = createIndex(readDocument(readText(file)));
  });

  it('knows its language and facts with their places', () => {
    expect(index.reading.language).toBe('en');
    const [fact] = index.reading.facts;
    expect(fact).toMatchObject({ kind: 'period', text: 'thirty days', page: 0 });
    expect(fact?.boxes).toHaveLength(1);
  });

  it('[D11-07] answers by passages as they stand', () => {
    const answer = answerQuestion(index, 'When does the customer have to pay?', { language: 'en' });
    expect(answer.found).toBe(true);
    expect(answer.quotes[0]?.text).toContain('within thirty days of the date of the invoice');
  });

  it('answers a question in another language', () => {
    const answer = answerQuestion(index, 'När ska fakturan betalas?', { language: 'sv' });
    expect(answer.quotes[0]?.text).toContain('within thirty days of the date of the invoice');
  });

  it('[D11-07] says in the language of the assistant that it found nothing', () => {
    const answer = answerQuestion(index, 'Vad heter hunden?', { language: 'sv' });
    expect(answer).toEqual({
      found: false,
      quotes: [],
      sentences: [{ text: 'Det tycks inte framgå av dokumentet.', quotes: [] }],
    });
  });
});

describe('[D11-08] checkAnswer', () => {
  const passages = [{ text: 'The rent is EUR 1,000 a month, payable from 2026-03-03 to Anna Berg.' }];

  it('keeps what the passages say in another form', () => {
    const answer = 'The rent is 1.000,00 EUR [1]. It is payable from 3 March 2026 to Anna Berg [1].';
    expect(checkAnswer(answer, passages)).toEqual([
      { text: 'The rent is 1.000,00 EUR.', quotes: [0] },
      { text: 'It is payable from 3 March 2026 to Anna Berg.', quotes: [0] },
    ]);
  });

  it.each([
    'The rent is 2,000 EUR [1].',
    'The rent is 1,000 USD [1].',
    'It is payable from 4 March 2026 [1].',
    'It is payable to Bob Berg [1].',
    'The rent is 1,000 EUR.',
    'The rent is 1,000 EUR [2].',
  ])('drops %s', (answer) => {
    expect(checkAnswer(answer, passages)).toEqual([]);
  });
});

describe('sentences', () => {
  it('[D11-12] of answers and suggestions are in all 28 languages, each its own', () => {
    for (const language of ASSISTANT_LANGUAGES) {
      expect(SUGGESTIONS[language]).toHaveLength(SUGGESTIONS.en.length);
      expect(new Set(SUGGESTIONS[language]).size).toBe(SUGGESTIONS.en.length);
    }
    const notFound = ASSISTANT_LANGUAGES.map((language) => answerNotFound(language).sentences[0]?.text);
    expect(new Set(notFound).size).toBe(28);
    const suggestions = Object.values(SUGGESTIONS).flat();
    for (const question of suggestions) expect(translateSuggestion(question)).toMatch(/^[A-Z][a-z ,]+\?$/);
  });

  it('[D11-05] are suggested in the language of the assistant, and answered from a document in another', () => {
    const text = 'Either party may terminate this agreement with three months of notice in writing.';
    const passage = { page: 0, boxes: [], text };
    const filler = Array.from({ length: 5 }, (_, index) => ({
      page: 0,
      boxes: [],
      text: `Other matters, ${index}.`,
    }));
    const fact = { ...passage, kind: 'period' as const, text: 'three months', passage: 0 };
    const index = createIndex({ language: 'en', passages: [passage, ...filler], facts: [fact] });
    for (const language of ASSISTANT_LANGUAGES) {
      const [question = ''] = suggestQuestions(index, language);
      expect(question).toBe(SUGGESTIONS[language][0]);
      expect(answerQuestion(index, question, { language }).quotes[0]?.text).toBe(text);
    }
  });
});
