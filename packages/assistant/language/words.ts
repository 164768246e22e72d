import { newStemmer, type Stemmer } from 'snowball-stemmers';
import stopwords from 'stopword';

/** Snowball algorithms and stop word lists, by ISO 639-1. Languages without either are searched by whole words. */
const STEMMERS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hu: 'hungarian',
  it: 'italian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  sl: 'slovene',
  sv: 'swedish',
};

const STOPWORD_LISTS: Readonly<Record<string, string>> = {
  ar: 'ara',
  bg: 'bul',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  et: 'est',
  fi: 'fin',
  fr: 'fra',
  ga: 'gle',
  hr: 'hrv',
  hu: 'hun',
  it: 'ita',
  lt: 'lit',
  lv: 'lav',
  nl: 'nld',
  no: 'nob',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  sk: 'slk',
  sl: 'slv',
  sv: 'swe',
  uk: 'ukr',
};

/** Words that the lists lack. */
const FURTHER_STOPWORDS: Readonly<Record<string, string>> = {
  en: 'above again below does doing down during else ever every few further go having hers its itself just may myself no nor not off once ones ours own she so until upon us when whether whom whose why will within without yours',
  es: 'algo algún alguna algunas alguno algunos ante antes aquel aunque bajo cada cómo cuál cuales cuáles cuándo cuanto cuánto cuánta cuántas cuántos deben debe debo dónde ellas ellos entre era es esa esta está están estas este esto estos fue ha haber hace hacer hacia han hay he incluso ir les mis mientras mucho nada ningún ninguna ninguno nosotros otra otras otros poder pueda puede pueden puedo pues quién quienes quiénes sea sean según ser si sido siempre sólo son soy suyo tan tanto tener tengo tiene tienen toda todas todo todos tras tu tus unas unos usted va van ver vez yo',
  fr: 'alors ans après aucun aucune aussi autre autres avant celle celles celui ceux chaque chez combien comme comment depuis dès doit doivent donc dont elles encore entre fait faut là laquelle lequel lesquels lors lorsque moins ni parce peu peut peuvent peux plus pourquoi pourrait prend puis quand quoi selon si sous tant tous tout toute toutes très va vers',
  sv: 'både bör hela hos ifall medan samt',
};

export const STOPWORD_LANGUAGES = Object.keys(STOPWORD_LISTS);

const stopwordSets = new Map<string, ReadonlySet<string>>();

/** Returns the stop words of a language in lower case; none for a language without a list. */
export function getStopwords(language: string): ReadonlySet<string> {
  const known = stopwordSets.get(language);
  if (known !== undefined) return known;
  const list = stopwords[STOPWORD_LISTS[language] ?? ''];
  const further = FURTHER_STOPWORDS[language]?.split(' ') ?? [];
  const words = new Set([
    ...(Array.isArray(list) ? list.map((word) => foldCase(String(word))) : []),
    ...further,
  ]);
  stopwordSets.set(language, words);
  return words;
}

/** A word, or a number with its separators: `1.000,50`, `7.2`, `2026-03-03`. Both are bounded, and so is the time. */
const WORD = /\p{N}{1,30}(?:[.,:/’'-]\p{N}{1,30}){0,8}|[\p{L}\p{M}]{1,60}(?:[’'][\p{L}\p{M}]{1,60}){0,2}/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const NUMBER = /^\p{N}/u;

/** Returns the words and numbers of a text in lower case. */
export function splitWords(text: string): string[] {
  if (UNSPACED.test(text)) return splitUnspaced(text);
  const words: string[] = [];
  for (const [word] of text.matchAll(WORD)) {
    // The article of French and Italian words goes: l'accord, dell'accordo.
    const apostrophe = NUMBER.test(word) ? -1 : Math.max(word.indexOf("'"), word.indexOf('’'));
    const isArticle = apostrophe > 0 && apostrophe <= 4 && word.length - apostrophe > 3;
    words.push(foldCase(isArticle ? word.slice(apostrophe + 1) : word));
  }
  return words;
}

let segmenter: Intl.Segmenter | undefined;

function splitUnspaced(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike === true) words.push(foldCase(segment));
  }
  return words;
}

/** Possessive endings go too. */
function foldCase(word: string): string {
  return word.toLowerCase().replace(/['’]s?$/, '');
}

const MARKS = /\p{M}/gu;
const ASCII = /^[\x20-\x7e]*$/;

/** Removes accents, so that a question typed without them finds words that have them. */
export function foldAccents(word: string): string {
  if (ASCII.test(word)) return word;
  return word.replaceAll('ß', 'ss').replaceAll('ø', 'o').normalize('NFKD').replace(MARKS, '');
}

/** Words that the stemmer would make one with others of another meaning: authority and author, seguro and seguridad. */
const HOMOGRAPHS: Readonly<Record<string, RegExp>> = {
  en: /^authori[sz]|^authorit|^university/,
  es: /^seguros?$/,
};

const MAX_REMEMBERED = 100_000;
const stemmers = new Map<string, (word: string) => string>();

/** Returns the function that reduces lower-case words of a language to their stems, without accents. */
export function getStemmer(language: string): (word: string) => string {
  const known = stemmers.get(language);
  if (known !== undefined) return known;
  const algorithm = STEMMERS[language];
  const stem = rememberStems(
    algorithm === undefined ? undefined : newStemmer(algorithm),
    HOMOGRAPHS[language],
  );
  stemmers.set(language, stem);
  return stem;
}

/** What is left of a long word says too little if it is very short: `loyer`, rent, would be `loi`, law. */
const MIN_STEM = 4;

function stemWord(stemmer: Stemmer, word: string): string {
  const stem = stemmer.stem(word);
  return stem.length < MIN_STEM && !word.startsWith(stem) ? word : stem;
}

function rememberStems(stemmer: Stemmer | undefined, homographs = /^$/): (word: string) => string {
  const stems = new Map<string, string>();
  return (word) => {
    const known = stems.get(word);
    if (known !== undefined) return known;
    const stem = foldAccents(
      stemmer === undefined || NUMBER.test(word) || homographs.test(word) ? word : stemWord(stemmer, word),
    );
    if (stems.size >= MAX_REMEMBERED) stems.clear();
    stems.set(word, stem);
    return stem;
  };
}
