import { nameCodePoint, replaceHidden, toVisibleLine } from '@countersign/base/text';
import { dateFormatter } from '@countersign/base/time';
import { IntlMessageFormat } from 'intl-messageformat';

export function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The result is safe in element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Returns `2026-03-04 05:06:07 UTC`. */
export function formatMoment(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Returns `2026-03-04 06:06:07`. The time zone is one of IANA. */
export function localTime(moment: Date, timeZone: string): string {
  return dateFormatter('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(moment);
}

/** A parameter that is null or undefined counts as absent. */
export type MessageParams = Readonly<Record<string, string | number | null | undefined>>;

const ABSENT = 'none';

/**
 * The first key is the language, the second the message: a key of both would be written and hashed for each sentence.
 */
const formats = new Map<string, Map<string, IntlMessageFormat>>();

/**
 * Formats an ICU message. The language is a BCP 47 tag. Absent parameters are `none`: `{member, select, none {The request is wrong.} other
 * {{member} is wrong.}}`.
 */
export function formatMessage(language: string, message: string, params: MessageParams = {}): string {
  return String(formatOf(language, message).format(withAbsent(params)));
}

function formatOf(language: string, message: string): IntlMessageFormat {
  const ofLanguage = formats.get(language) ?? new Map<string, IntlMessageFormat>();
  formats.set(language, ofLanguage);
  const known = ofLanguage.get(message);
  if (known !== undefined) return known;
  // Names may contain `<`, and HTML is escaped when it is rendered.
  const format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
  ofLanguage.set(message, format);
  return format;
}

function withAbsent(params: MessageParams): Record<string, string | number> {
  return new Proxy<Record<string, string | number>>(
    {},
    {
      has: () => true,
      get: (_, name) => (typeof name === 'string' ? (params[name] ?? ABSENT) : ABSENT),
    },
  );
}

/** A text in a sentence is cut after this many characters. */
const MAX_SHOWN = 200;

/** Names invisible characters by number. */
export function printable(params: MessageParams): MessageParams {
  return mapTexts(params, (text) => spellHidden(shorten(text)));
}

function shorten(text: string): string {
  const shown = Array.from(text.slice(0, 2 * MAX_SHOWN))
    .slice(0, MAX_SHOWN)
    .join('');
  return shown === text ? text : `${shown}…`;
}

/** Names invisible characters like `printable`, but cuts nothing: evidence leaves nothing out. */
export function printableInFull(params: MessageParams): MessageParams {
  return mapTexts(params, spellHidden);
}

/** Removes invisible characters from untrusted names. */
export function visible(params: MessageParams): MessageParams {
  return mapTexts(params, toVisibleLine);
}

export function spellHidden(text: string): string {
  return replaceHidden(text, nameCodePoint);
}

function mapTexts(params: MessageParams, change: (text: string) => string): MessageParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  );
}
