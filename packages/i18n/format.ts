import type { Language } from '@countersign/signing';
import { IntlMessageFormat } from 'intl-messageformat';

export type MessageParams = Readonly<Record<string, string | number>>;

const ABSENT = 'none';

/** By language and message: of the long messages, a key of both would be written and hashed for each sentence. */
const formats = new Map<Language, Map<string, IntlMessageFormat>>();

/**
 * ICU. Absent parameters are `none`: `{member, select, none {The request is wrong.} other {{member} is
 * wrong.}}`.
 */
export function formatMessage(language: Language, message: string, params: MessageParams = {}): string {
  return String(formatOf(language, message).format(withAbsent(params)));
}

function formatOf(language: Language, message: string): IntlMessageFormat {
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
      get: (_, name) => (typeof name === 'string' && name in params ? params[name] : ABSENT),
    },
  );
}
