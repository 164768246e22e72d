import { type ErrorParams, invalid, type Problem } from './errors.ts';

/** The contrast that WCAG 2.2 1.4.3 asks for text of any size. */
export const MIN_CONTRAST = 4.5;

/** Whether white text can be read on the color. Pages use it in the browser too. */
export function isReadableColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text) && contrastWithWhite(text) >= MIN_CONTRAST;
}

/** Returns the contrast ratio with white, from 1 to 21 (WCAG 2.2). */
export function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linearize(Number.parseInt(color.slice(start, start + 2), 16) / 255),
  );
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function linearize(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/**
 * Names that contain hidden characters are refused, and texts of PDFs are cleaned. Pages use these rules in
 * the browser too.
 */

/** The limit counts code points. Names of documents, files and keys have the same one [D5-16]. */
export const MAX_NAME_LENGTH = 255;

/**
 * Characters that are invisible, break the line, change its direction or have no meaning: control characters,
 * lone surrogates, unassigned and private-use characters, separators, default-ignorable characters,
 * interlinear marks, object replacement, the Braille blank.
 */
const INVISIBLE =
  '[\\p{Cc}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\uFFF9-\\uFFFC\\u2800]';

/**
 * A tower of marks paints over the lines around it. UTS 39 5.4 proposes 4 nonspacing marks in a row; Burmese has up to 5, and
 * Tibetan Sanskrit up to 6.
 */
const MAX_STACKED_MARKS = 6;
const MARK = '[\\p{Mn}\\p{Me}]';
const STACKED = `(?<=${MARK}{${MAX_STACKED_MARKS}})${MARK}`;

/** Scripts that need joiners (RFC 5892 A.1 and A.2, Unicode core specification 9.2 and 12.1). */
const JOINING_SCRIPTS = (
  'Arabic Syriac Nko Mandaic Mongolian Adlam Hanifi_Rohingya Thaana ' +
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam ' +
  'Sinhala Khmer Myanmar Tibetan Balinese Javanese Sundanese Meetei_Mayek Chakma'
)
  .split(' ')
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');

/** Invisible characters are meant where they change what is seen. */
const MEANT = [
  `(?<=[${JOINING_SCRIPTS}])\\u200C(?=[${JOINING_SCRIPTS}])`,
  `(?<=[${JOINING_SCRIPTS}])\\u200D`,
  // A variant of a Han character is chosen so in Japanese and Chinese names.
  '(?<=\\p{Ideographic})[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
  '(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F]',
  // UTS 51 defines presentation, keycaps, joined pictures, and three flags with tags.
  '(?<=\\p{Extended_Pictographic})[\\uFE0E\\uFE0F]',
  '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
  '(?<=\\p{Extended_Pictographic}[\\uFE0F\\u{1F3FB}-\\u{1F3FF}]?)\\u200D(?=\\p{Extended_Pictographic})',
  ...['gbeng', 'gbsct', 'gbwls'].map((region) => `(?<=\\u{1F3F4})${spellInTags(region)}\\u{E007F}`),
].join('|');

const HIDDEN_OR_MEANT = new RegExp(`(?<meant>${MEANT})|${INVISIBLE}|${STACKED}`, 'gu');
/**
 * Most texts have Latin-1 only, without its hidden characters. The whole expression takes longer to compile
 * than a request runs.
 */
const PLAIN = /^[ -~\u00A0-\u00AC\u00AE-\u00FF]*$/;
const BREAK = /[\p{Zl}\p{Zp}\r\n\t\v\f\u0085]/u;

/** Returns the first hidden character, or the first mark too many on a letter. */
export function findHiddenCharacter(text: string): string | undefined {
  if (PLAIN.test(text)) return undefined;
  for (const match of text.matchAll(HIDDEN_OR_MEANT)) {
    if (match.groups?.meant === undefined) return match[0];
  }
  return undefined;
}

/** Leaves hidden characters out, and replaces line breaks by blanks. */
export function toVisibleLine(text: string): string {
  return replaceHidden(text, (character) => (BREAK.test(character) ? ' ' : ''));
}

export function replaceHidden(text: string, replace: (character: string) => string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(HIDDEN_OR_MEANT, (found, meant: string | undefined) =>
    meant === undefined ? replace(found) : found,
  );
}

/** Names the character as `U+202E`. */
export function nameCodePoint(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${digits.padStart(4, '0')}`;
}

/** Writes ASCII letters as tag characters (Unicode 23.9). */
function spellInTags(letters: string): string {
  return Array.from(letters, (letter) => `\\u{${(0xe0000 + letter.charCodeAt(0)).toString(16)}}`).join('');
}

/** Lengths are in code points. */
export interface TextLength {
  readonly min: number;
  readonly max: number;
}

export const NAME_LENGTH: TextLength = { min: 1, max: MAX_NAME_LENGTH };

export interface TextFault {
  readonly rule: 'length' | 'characters';
  readonly params: ErrorParams;
}

/** Finds a wrong length or hidden characters. A text of blanks counts as empty. */
export function findLineFault(text: string, length: TextLength): TextFault | undefined {
  return findLengthFault(text, length) ?? findHidden(text);
}

/** Does the same as `findLineFault`, but allows line breaks and tabs. */
export function findParagraphsFault(text: string, length: TextLength): TextFault | undefined {
  return findLengthFault(text, length) ?? findHidden(text.replace(/[\r\n\t]/g, ' '));
}

function findLengthFault(text: string, { min, max }: TextLength): TextFault | undefined {
  const length = text.trim() === '' ? 0 : [...text].length;
  return length < min || length > max ? { rule: 'length', params: { min, max } } : undefined;
}

function findHidden(text: string): TextFault | undefined {
  const hidden = findHiddenCharacter(text);
  return hidden === undefined
    ? undefined
    : { rule: 'characters', params: { character: nameCodePoint(hidden) } };
}

type TextProblems = readonly Problem<'invalid_request'>[];

export function checkLength(path: string, text: string, length: TextLength): TextProblems {
  return asProblems(path, findLengthFault(text, length));
}

export function checkLine(path: string, text: string, length: TextLength): TextProblems {
  return asProblems(path, findLineFault(text, length));
}

export function checkParagraphs(path: string, text: string, length: TextLength): TextProblems {
  return asProblems(path, findParagraphsFault(text, length));
}

function asProblems(path: string, fault: TextFault | undefined): TextProblems {
  return fault === undefined ? [] : [invalid(path, fault.rule, fault.params)];
}

/**
 * Whether the text is a name (RFC 1123 2.1, with the underscore of DNS) or an IP address as `URL` gives it.
 * `URL` itself takes `*` and other characters too.
 */
export function isHostName(hostname: string): boolean {
  if (/^\[[0-9a-f:.]+\]$/.test(hostname)) return true;
  const labels = hostname.replace(/\.$/, '').split('.');
  return hostname.length <= 254 && labels.every((label) => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label));
}

/** Writes numbers such as `1-3, 7`. */
export function listRanges(ascending: readonly number[]): string {
  const ranges: { readonly first: number; last: number }[] = [];
  for (const page of ascending) {
    const range = ranges.at(-1);
    if (range !== undefined && range.last + 1 === page) range.last = page;
    else ranges.push({ first: page, last: page });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

/** Names that forms are made with, such as `fullName` or `post_code`. */
const IDENTIFIER = /^[a-z][a-z\d]*(?:[A-Z_-][A-Za-z\d]*)*$/;

/** Returns `Full name` for `fullName`: a name that somebody wrote for people stays as it is. */
export function nameInWords(name: string): string {
  if (!IDENTIFIER.test(name)) return name;
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])(?![A-Z])/g, lowerHump)
    .trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function lowerHump(_: string, before: string, hump: string): string {
  return `${before} ${hump.toLowerCase()}`;
}
