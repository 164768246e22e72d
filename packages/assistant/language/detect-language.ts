import { getStopwords, STOPWORD_LANGUAGES, splitWords } from './words.ts';

/** Words that are looked at, and the share of stop words without which no language is named. */
const MAX_WORDS = 2_000;
const MIN_WORDS = 3;
const MIN_SHARE = 0.15;

/** Returns the language (ISO 639-1) whose stop words a text has most; null if there are too few. */
export function detectLanguage(
  text: string,
  languages: readonly string[] = STOPWORD_LANGUAGES,
): string | null {
  const words = splitWords(text.slice(0, MAX_WORDS * 8)).slice(0, MAX_WORDS);
  if (words.length < MIN_WORDS) return null;
  let best: string | null = null;
  let most = words.length * MIN_SHARE;
  for (const language of languages) {
    const list = getStopwords(language);
    let count = 0;
    // Long lists would win by their length, since they have words that say something.
    for (const word of words) if (list.has(word)) count += word.length > 1 ? 1 : 0.5;
    if (count > most) [best, most] = [language, count];
  }
  return best;
}
