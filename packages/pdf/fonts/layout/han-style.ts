import type { HanStyle } from '../known-fonts.ts';

const HAN = /\p{Script=Han}/u;
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const KOREAN = /\p{Script=Hangul}/u;
const BOPOMOFO = /\p{Script=Bopomofo}/u;

/** BCP 47 prefixes, longer ones first. */
const STYLE_OF_LANGUAGE: readonly (readonly [string, HanStyle])[] = [
  ['zh-hk', 'hk'],
  ['zh-hant-hk', 'hk'],
  ['yue', 'hk'],
  ['zh-tw', 'tc'],
  ['zh-hant', 'tc'],
  ['zh', 'sc'],
  ['ja', 'jp'],
  ['ko', 'kr'],
];

/** By the other characters or the language; undefined if neither decides. */
export function chooseHanStyle(text: string, language: string | undefined): HanStyle | undefined {
  if (JAPANESE.test(text)) return 'jp';
  if (KOREAN.test(text)) return 'kr';
  if (BOPOMOFO.test(text)) return 'tc';
  return HAN.test(text) ? styleOfLanguage(language?.toLowerCase() ?? '') : undefined;
}

function styleOfLanguage(language: string): HanStyle | undefined {
  return STYLE_OF_LANGUAGE.find(([tag]) => language === tag || language.startsWith(`${tag}-`))?.[1];
}
