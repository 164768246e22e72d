import { type AssistantIndex, answerQuestion, findPassages } from '@countersign/assistant';
import {
  listDocuments,
  listFacts,
  listQuestions,
  readTestDocument,
  type TestDocument,
  type TestQuestion,
} from './questions.ts';

export interface Outcome {
  readonly question: TestQuestion;
  readonly document: TestDocument;
  /** The rank of the first right passage, from 1; 0 if it is not among the first three. */
  readonly rank: number;
  readonly found: boolean;
  /** The passage that was found first, with its score. */
  readonly first: string;
  readonly coverage: number;
}

export interface FactOutcome {
  readonly document: TestDocument;
  readonly right: readonly string[];
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

export interface Evaluation {
  readonly outcomes: readonly Outcome[];
  readonly facts: readonly FactOutcome[];
}

/** Asks every question of the set. */
export async function evaluate(): Promise<Evaluation> {
  const documents = listDocuments();
  const questions = listQuestions(documents);
  const outcomes: Outcome[] = [];
  const facts: FactOutcome[] = [];
  for (const document of documents) {
    const index = await readTestDocument(document);
    const asked = questions.filter((question) => question.document === document.name);
    outcomes.push(...asked.map((question) => ask(index, document, question)));
    facts.push(compareFacts(index, document));
  }
  return { outcomes, facts };
}

function ask(index: AssistantIndex, document: TestDocument, question: TestQuestion): Outcome {
  const { language } = question;
  const best = findPassages(index, question.question, { language, most: 3 });
  const rank = best.findIndex(({ passage }) => isRight(passage.text, question.answers)) + 1;
  const { found } = answerQuestion(index, question.question, { language });
  const [first] = best;
  return {
    question,
    document,
    rank,
    found,
    first: first?.passage.text ?? '',
    coverage: first?.coverage ?? 0,
  };
}

/** Long enough to be one place in a document. */
const PROBE = 50;

function isRight(passage: string, answers: readonly string[]): boolean {
  const text = normalize(passage);
  return answers.some((answer) => {
    const wanted = normalize(answer);
    return (
      text.includes(wanted.slice(0, PROBE)) || (text.length > 25 && wanted.includes(text.slice(0, PROBE)))
    );
  });
}

function normalize(text: string): string {
  return text.normalize('NFC').replace(/^# /, '').replace(/\s+/g, ' ').trim();
}

function compareFacts({ reading }: AssistantIndex, document: TestDocument): FactOutcome {
  const wanted = listFacts()
    .filter((fact) => fact.document === document.name)
    .map(({ kind, text }) => `${kind} ${text}`);
  const right: string[] = [];
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const { kind, text } of reading.facts) {
    const key = `${kind} ${normalize(text)}`;
    const at = wanted.indexOf(key);
    if (at >= 0) right.push(...wanted.splice(at, 1));
    // A fact that the document says twice was wanted once.
    else if (!seen.has(key)) wrong.push(key);
    seen.add(key);
  }
  return { document, right, wrong, missed: wanted };
}
