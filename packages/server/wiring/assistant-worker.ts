/** Entry point of the threads of the assistant. */

import { gunzipSync, gzipSync } from 'node:zlib';
import {
  type AssistantIndex,
  answerQuestion,
  createIndex,
  findPassages,
  type Reading,
  readDocument,
  suggestQuestions,
} from '@countersign/assistant';
import { openPdf } from '@countersign/pdf';
import { readText } from '@countersign/pdf/text';
import type { Question, ReadDocument } from '@countersign/signing/ports';
import { outcomeOf } from '@countersign/toolkit/runner';
import { buildThreadAnswer, type ThreadAnswer, type ThreadCall } from '@countersign/workers';

export default ({ task, args }: ThreadCall): Promise<ThreadAnswer> =>
  buildThreadAnswer(outcomeOf(() => perform(task, args)));

interface Asked {
  readonly readingId: string;
  /** It is absent if the thread may hold the reading. */
  readonly content?: Uint8Array;
  readonly question: Question;
}

/** Passages that a model gets, at most. */
const MAX_SENT_PASSAGES = 8;

function perform(task: string, args: unknown): unknown {
  if (task === 'read') return read(args as Parameters<typeof read>[0]);
  const asked = args as Asked;
  const index = findIndex(asked);
  if (index === null) return null;
  switch (task) {
    case 'answer':
      return answerQuestion(index, asked.question.text, asked.question);
    case 'findPassages': {
      const options = { language: asked.question.language, most: MAX_SENT_PASSAGES };
      return findPassages(index, asked.question.text, options).map(({ passage }) => passage);
    }
    case 'listFacts':
      return index.reading.facts;
    default:
      throw new Error(`unknown task: ${task}`);
  }
}

function read({ path, language }: { readonly path: string; readonly language: string }): ReadDocument {
  const file = openPdf(path);
  try {
    const reading = readDocument(readText(file));
    return {
      content: gzipSync(JSON.stringify(reading)),
      passages: reading.passages.length,
      language: reading.language,
      suggestions: suggestQuestions(createIndex(reading), language),
    };
  } finally {
    file.close();
  }
}

/** Bytes of the readings whose indexes are held: one of 2,000 pages, or hundreds of contracts. */
const MAX_HELD = 12_000_000;

interface HeldIndex {
  readonly index: AssistantIndex;
  readonly length: number;
}

/** The indexes of recently asked documents are in the order of their use. */
const held = new Map<string, HeldIndex>();

/** Returns null if the thread does not hold it and was not given its content. */
function findIndex({ readingId, content }: Asked): AssistantIndex | null {
  const known = held.get(readingId) ?? (content === undefined ? undefined : openReading(content));
  if (known === undefined) return null;
  held.delete(readingId);
  held.set(readingId, known);
  let total = 0;
  for (const { length } of held.values()) total += length;
  for (const [id, { length }] of held) {
    if (total <= MAX_HELD || id === readingId) break;
    held.delete(id);
    total -= length;
  }
  return known.index;
}

function openReading(content: Uint8Array): HeldIndex {
  const json = gunzipSync(content);
  const reading: Reading = JSON.parse(json.toString());
  return { index: createIndex(reading), length: json.length };
}
