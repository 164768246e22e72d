import { readFileSync } from 'node:fs';
import { type AssistantIndex, createIndex, readDocument } from '@countersign/assistant';
import { openPdf } from '@countersign/pdf';
import { readText } from '@countersign/pdf/text';
import { buildContract } from '../../fixtures/assistant/build-contract.ts';

const FOLDER = new URL('../../fixtures/assistant/', import.meta.url);

export interface TestDocument {
  readonly name: string;
  readonly language: string;
  /** Rules and weights were chosen by the questions of `tuning`; `held-out` was looked at in the end only. */
  readonly set: 'tuning' | 'held-out';
  readonly lines: readonly string[];
}

export interface TestQuestion {
  readonly document: string;
  readonly language: string;
  readonly question: string;
  /** What a right passage contains, one of several; empty if the document does not say. */
  readonly answers: readonly string[];
}

export interface TestFact {
  readonly document: string;
  readonly kind: string;
  readonly text: string;
}

export function listDocuments(): TestDocument[] {
  return readTable('documents').map(([name = '', language = '', set]) => ({
    name,
    language,
    set: set === 'tuning' ? 'tuning' : 'held-out',
    lines: readFileSync(new URL(`texts/${name}.txt`, FOLDER), 'utf8')
      .trim()
      .split('\n'),
  }));
}

export function listQuestions(documents: readonly TestDocument[]): TestQuestion[] {
  const lines = new Map(documents.map((document) => [document.name, document.lines]));
  return readTable('questions').map(([document = '', language = '', question = '', answer = '']) => ({
    document,
    language,
    question,
    answers: answer === '' ? [] : readAnswers(answer, lines.get(document) ?? []),
  }));
}

export function listFacts(): TestFact[] {
  return readTable('facts').map(([document = '', kind = '', text = '']) => ({ document, kind, text }));
}

/** Goes the whole way of a document: laid out as a PDF, read, indexed. */
export async function readTestDocument({ name, lines }: TestDocument): Promise<AssistantIndex> {
  const file = openPdf(Buffer.from(await buildContract(name, lines.join('\n'))));
  return createIndex(readDocument(readText(file)));
}

function readTable(name: string): string[][] {
  const [, ...rows] = readFileSync(new URL(`${name}.tsv`, FOLDER), 'utf8')
    .trimEnd()
    .split('\n');
  return rows.map((row) => row.split('\t'));
}

/** `line 61`, `section 12` or parts of the text separated by `|`. */
function readAnswers(answer: string, lines: readonly string[]): string[] {
  const [kind, number] = answer.split(' ');
  if (kind === 'line' && number !== undefined) return [lines[Number(number) - 1] ?? ''];
  if (kind === 'section' && number !== undefined) return listSection(Number(number), lines);
  return answer.split('|');
}

function listSection(number: number, lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line.startsWith(`# ${number}.`));
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('# '));
  return lines.slice(start + 1, length < 0 ? undefined : start + 1 + length);
}
