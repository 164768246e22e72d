import type { AnswerSentence, Passage } from '../reading.ts';
import { hasOnlyQuotedNames, readQuotedWords, sharesWords } from './names.ts';
import { type Claims, type NumberClaim, readClaims } from './values.ts';

/** Characters of a model's answer that are looked at, and of one sentence of it. */
const MAX_ANSWER = 20_000;
const MAX_SENTENCE = 600;
/** Sentences of an answer that are kept. A model is asked for five. */
export const MAX_SENTENCES = 8;

/** Returns what is sent to a model: each passage on its line, numbered from 1. */
export function formatPassages(passages: readonly Pick<Passage, 'text'>[]): string {
  return passages.map(({ text }, index) => `[${index + 1}] ${text.replace(/\s+/g, ' ')}`).join('\n');
}

/**
 * Keeps the sentences of a model's answer that end with the numbers of passages, `[2]` or `[2][5]`, and whose numbers, dates
 * and names stand in those passages [D11-08]. The quotes of the result are indexes from 0 of `passages`.
 */
export function checkAnswer(answer: string, passages: readonly Pick<Passage, 'text'>[]): AnswerSentence[] {
  const kept: AnswerSentence[] = [];
  const seen = new Set<string>();
  for (const { text, markers } of splitSentences(removeMarkup(answer.slice(0, MAX_ANSWER)))) {
    if (kept.length >= MAX_SENTENCES) break;
    const quotes = readMarkers(markers, passages.length);
    if (quotes === undefined || text.length > MAX_SENTENCE || seen.has(text)) continue;
    if (
      !isSupported(
        text,
        quotes.map((index) => passages[index]?.text ?? ''),
      )
    )
      continue;
    seen.add(text);
    kept.push({ text, quotes });
  }
  return kept;
}

interface MarkedSentence {
  readonly text: string;
  readonly markers: string;
}

const MARKERS = /((?:\s{0,2}\[\d{1,4}(?:\s?[,;]\s?\d{1,4}){0,8}\]){1,12})\s{0,2}([.!?]?)/g;

/** Returns what ends with markers; sentences without are left out. */
function splitSentences(text: string): MarkedSentence[] {
  const sentences: MarkedSentence[] = [];
  let from = 0;
  for (const { 0: found, 1: markers = '', 2: mark = '', index } of text.matchAll(MARKERS)) {
    const sentence = lastSentence(text.slice(from, index));
    from = index + found.length;
    if (!/\p{L}/u.test(sentence)) continue;
    sentences.push({ text: /[.!?]$/.test(sentence) ? sentence : sentence + (mark || '.'), markers });
  }
  return sentences;
}

const BOUNDARY = /(?<=[.!?。！？]["”»)]?)\s+|\n+/;
/** Points after these end no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|\p{L}\.\p{L}|[Nn]r|[Nn]o|Art|art|Abs|[Ss]ec|Dr|Mrs?|Ms|Inc|Ltd|Co|Corp|St|bzw|ca|kl|[Bb]l|[Ff]r|[Ss]r|[Ss]ra|[Nn]úm|p\.m|a\.m|e\.g|i\.e|z\.B|t\.ex)\.$/u;

function lastSentence(text: string): string {
  const parts = text.trim().split(BOUNDARY);
  let sentence = parts.pop() ?? '';
  while (parts.length > 0) {
    const before = parts.at(-1) ?? '';
    if (!ABBREVIATION.test(before.slice(-12)) && !/^\p{Ll}/u.test(sentence)) break;
    sentence = `${parts.pop()} ${sentence}`;
  }
  return sentence
    .replace(/^[\s,;.:–—-]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the indexes from 0; undefined if one names a passage that was not sent. */
function readMarkers(markers: string, count: number): number[] | undefined {
  const quotes = [...new Set(Array.from(markers.matchAll(/\d+/g), ([number]) => Number(number) - 1))];
  return quotes.length > 0 && quotes.every((index) => index >= 0 && index < count) ? quotes : undefined;
}

/** Whether numbers, dates and names of a sentence stand in the texts that it quotes. */
function isSupported(sentence: string, texts: readonly string[]): boolean {
  const claims = readClaims(sentence);
  const quoted = texts.map(readClaims);
  if (!hasDates(claims, quoted) || !hasNumbers(claims, quoted)) return false;
  const words = readQuotedWords(texts);
  return hasOnlyQuotedNames(sentence, words) && sharesWords(sentence, words);
}

function hasDates({ dates }: Claims, quoted: readonly Claims[]): boolean {
  const known = new Set(
    quoted.flatMap((claims) => claims.dates.flatMap(({ forms }) => forms.flatMap(partsOfDate))),
  );
  return dates.every(({ forms }) => forms.some((form) => known.has(form)));
}

function partsOfDate(date: string): string[] {
  return date.length === 10 ? [date, date.slice(0, 7), `-${date.slice(4)}`] : [date];
}

function hasNumbers({ numbers }: Claims, quoted: readonly Claims[]): boolean {
  const known = quoted.flatMap((claims) => claims.numbers);
  const years = quoted.flatMap((claims) =>
    claims.dates.flatMap(({ forms }) => forms.map((form) => form.slice(0, 4))),
  );
  const knowsUnits = known.some(({ unit }) => unit !== undefined);
  return numbers.every((claim) => {
    if (claim.unit === undefined && claim.forms.some((form) => years.includes(form))) return true;
    return known.some((other) => isSameNumber(claim, other, knowsUnits));
  });
}

function isSameNumber(claim: NumberClaim, other: NumberClaim, knowsUnits: boolean): boolean {
  if (!claim.forms.some((form) => other.forms.includes(form))) return false;
  if (claim.unit === other.unit) return true;
  // The units of a language that is not known are not compared.
  return other.unit === undefined && !knowsUnits && claim.unit !== '%';
}

/** Control characters but for the end of a line, and what turns, hides or joins text without being seen. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns plain text: no control and direction characters, no HTML, Markdown or links. */
function removeMarkup(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, (character) => (character === '\n' || character === '\t' ? character : ''))
    .normalize('NFKC')
    .replace(/<[^<>\n]{0,500}>/g, ' ')
    .replace(/!?\[([^\][\n]{0,200})\]\([^()\n]{0,500}\)/g, '$1')
    .replace(
      /(?:https?|ftp|file|data|javascript|mailto|tel):[^\s\][]{0,2000}|(?<![\p{L}\p{N}])www\.[^\s\][]{1,2000}/giu,
      ' ',
    )
    .replace(/[<>`*|\\]|^[ \t]{0,3}#{1,6}\s|_{2,}|~{2,}|^[ \t]{0,8}(?:[-+•]|\d{1,3}[.)])\s/gmu, '');
}
