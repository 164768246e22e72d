import { splitText } from './segments.ts';

export const NEEDS_DICTIONARY = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const IDEOGRAPHIC = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** At the start or end of a line (JIS X 4051, UAX #14 classes CL, NS, OP). */
const NEVER_FIRST =
  /^[、。，．・：；？！）］｝〉》」』】〕〗〙〟ーァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎゕゖ々〻゛゜ヽヾゝゞ,.:;?!)\]}”’»\p{M}]/u;
const NEVER_LAST = /[（［｛〈《「『【〔〖〘〝([{“‘«]$/u;
/** Not U+00A0, U+2007 and U+202F. */
const BLANKS = /[\t \u1680\u2000-\u2006\u2008-\u200b\u205f\u3000]+$/u;
const HYPHEN = /\p{L}[-\u2010]$/u;

const SIMPLE_WORDS = /[^\t ]*[\t ]*/g;
const ONLY_BLANKS_BREAK = /^[\t\x21-\x2c\x2e-\xac\xae-\u02ff\u0370-\u052f\u1e00-\u1fff\u0590-\u06ff ]*$/;

/**
 * Splits a line at break opportunities (a subset of UAX #14). The pieces, with their trailing blanks, add up to
 * the text.
 */
export function splitAtLineBreaks(text: string): string[] {
  if (ONLY_BLANKS_BREAK.test(text)) return (text.match(SIMPLE_WORDS) ?? []).filter((piece) => piece !== '');
  const pieces: string[] = [];
  // The last two segments of the piece: with the whole piece each time, a long word would take minutes.
  let end = '';
  let last = '';
  let needsDictionary = false;
  for (const segment of splitText(text, NEEDS_DICTIONARY.test(text) ? 'word' : 'grapheme')) {
    const isOfDictionary = NEEDS_DICTIONARY.test(segment);
    if (pieces.length === 0 || mayBreak(end, segment, needsDictionary && isOfDictionary)) {
      pieces.push(segment);
      end = segment;
      needsDictionary = isOfDictionary;
    } else {
      pieces[pieces.length - 1] += segment;
      end = last + segment;
      needsDictionary ||= isOfDictionary;
    }
    last = segment;
  }
  return pieces;
}

/** `before` is the piece, or its end. */
export function mayBreak(before: string, after: string, isBetweenWords: boolean): boolean {
  if (BLANKS.test(after)) return false;
  if (BLANKS.test(before)) return true;
  if (NEVER_FIRST.test(after) || NEVER_LAST.test(before)) return false;
  if (HYPHEN.test(before)) return /^\p{L}/u.test(after);
  return isBetweenWords || IDEOGRAPHIC.test(after) || IDEOGRAPHIC.test(lastCharacter(before));
}

function lastCharacter(text: string): string {
  return Array.from(text.slice(-2)).at(-1) ?? '';
}
