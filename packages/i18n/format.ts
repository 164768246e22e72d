import type { Language } from '@countersign/signing';
import { IntlMessageFormat } from 'intl-messageformat';

export type MessageParams = Readonly<Record<string, string | number>>;

const ABSENT = 'none';

const formats = new Map<string, IntlMessageFormat>();

/**
 * ICU. Absent parameters are `none`: `{member, select, none {The request is wrong.} other {{member} is
 * wrong.}}`.
 */
export function formatMessage(language: Language, message: string, params: MessageParams = {}): string {
  return String(formatOf(language, message).format(withAbsent(params)));
}

function formatOf(language: Language, message: string): IntlMessageFormat {
  const key = `${language}:${message}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  // Names may contain `<`, and HTML is escaped when it is rendered.
  const format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
  formats.set(key, format);
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
