declare module 'snowball-stemmers' {
  interface Stemmer {
    stem(word: string): string;
  }
  export function newStemmer(algorithm: string): Stemmer;
}

/** Each list is named by the ISO 639-3 code of its language. */
declare module 'stopword' {
  const lists: Readonly<Record<string, unknown>>;
  export default lists;
}
