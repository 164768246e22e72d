import { MONTHS } from '../facts/find-facts.ts';
import { detectLanguage } from '../language/detect-language.ts';
import { CONCEPT_LANGUAGES, findConcepts, getFunctionWords } from '../language/find-concepts.ts';
import { foldAccents, getStemmer, getStopwords, splitWords } from '../language/words.ts';

const CASED =
  /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Armenian}|\p{Script=Georgian}/u;
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];
const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}&’'.@_-]{0,80}/gu;
const CAPITAL = /^[^\p{Ll}]*\p{Lu}/u;
const LETTER_AND_DIGIT = /\p{L}[^\s]*\p{N}|\p{N}[^\s]*\p{L}/u;

/** Matches the address of a page or a mailbox, also without the protocol that is taken for a link. */
const ADDRESS = /[\p{L}\p{N}]{2}[.@]\p{L}{2}/u;

/** Words that begin sentences, or that languages write with a capital, and that name nobody. */
const COMMON = new Set([
  // Dates are compared as such.
  ...MONTHS.flat(),
  ...[
    'yes no if according additionally also however therefore otherwise moreover furthermore either both each any all',
    'ja nej enligt dessutom dock därför även varje alla om',
    'sí no según además sin embargo por tanto cada todos ambas ambos',
    'ja nein gemäß laut außerdem jedoch daher beide jede alle monat monate monaten tag tage tagen jahr jahre jahren',
    'woche wochen stunde stunden dokument ende beginn zeitraum zeit fall anspruch regelung seite euro prozent summe',
    'oui non selon toutefois cependant donc chaque tous toutes',
    'i a the it',
  ].flatMap((words) => words.split(' ')),
]);

/** What the quoted passages say, in words. */
export interface QuotedWords {
  readonly words: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  readonly language: string | null;
}

export function readQuotedWords(texts: readonly string[]): QuotedWords {
  const language = detectLanguage(texts.join('\n'));
  const stem = getStemmer(language ?? '');
  const words = texts.flatMap((text) => [
    ...splitWords(text),
    ...Array.from(text.matchAll(WORD), ([word]) => trimWord(word).toLowerCase()),
  ]);
  return { words: new Set(words.map(foldAccents)), stems: new Set(words.map(stem)), language };
}

/** Whether every name of a sentence stands in the passages that it quotes. */
export function hasOnlyQuotedNames(sentence: string, quoted: QuotedWords): boolean {
  const language = detectLanguage(sentence) ?? quoted.language ?? '';
  const stopwords = getStopwords(language);
  for (const [found] of sentence.matchAll(WORD)) {
    const word = trimWord(found);
    if (mixesScripts(word)) return false;
    const lower = word.toLowerCase();
    if (isQuoted(lower, quoted)) continue;
    if (ADDRESS.test(word)) return false;
    if (LETTER_AND_DIGIT.test(word) && !/^\d+(?:st|nd|rd|th|er|e|a|o)$/i.test(word)) return false;
    if (!/\p{L}/u.test(word) || stopwords.has(lower) || COMMON.has(foldAccents(lower))) continue;
    if (CASED.test(word)) {
      const isName = CAPITAL.test(word) && !(isCommonWord(lower, language, quoted) && !isShouted(word));
      if (isName) return false;
    } else if (!quoted.stems.has(getStemmer(language)(lower))) return false;
  }
  return true;
}

function trimWord(word: string): string {
  return word.replace(/[’'.@_&-]+$/, '').replace(/[’']s$/, '');
}

/** A word of two scripts imitates another: `Аcme` with a Cyrillic letter. */
function mixesScripts(word: string): boolean {
  return SCRIPTS.filter((script) => script.test(word)).length > 1;
}

/** The parts of a compound may stand apart; those of an address may not. */
function isQuoted(lower: string, { words }: QuotedWords): boolean {
  if (words.has(foldAccents(lower))) return true;
  if (ADDRESS.test(lower)) return false;
  const parts = lower.split(/[-’'.@_&]/).filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => words.has(foldAccents(part)));
}

function isCommonWord(
  lower: string,
  language: string,
  { stems, language: quotedLanguage }: QuotedWords,
): boolean {
  if (stems.has(getStemmer(quotedLanguage ?? '')(lower))) return true;
  return CONCEPT_LANGUAGES.includes(language) && findConcepts(lower, language).length > 0;
}

/** Abbreviations and brands are names wherever they stand. */
function isShouted(word: string): boolean {
  return /\p{Lu}/u.test(word.slice(1));
}

/** The least share of the words of a sentence that its passages have, or that mean the same. */
const MIN_SHARED = 1 / 3;

/** Whether a sentence is about what its passages say; those in another language than the passages are not judged. */
export function sharesWords(sentence: string, { stems, language }: QuotedWords): boolean {
  if (language === null || detectLanguage(sentence) !== language) return true;
  const functionWords = getFunctionWords(language);
  const said = splitWords(sentence).filter((word) => !functionWords.has(word));
  const stem = getStemmer(language);
  const meant = new Set(listConcepts([...stems], language));
  const shared = said.filter(
    (word) => stems.has(stem(word)) || findConcepts(word, language).some((concept) => meant.has(concept)),
  );
  return shared.length >= said.length * MIN_SHARED;
}

function listConcepts(words: readonly string[], language: string): string[] {
  return CONCEPT_LANGUAGES.includes(language) ? words.flatMap((word) => findConcepts(word, language)) : [];
}
