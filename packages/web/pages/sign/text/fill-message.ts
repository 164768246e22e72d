export type MessageParams = Readonly<Record<string, string | number>>;

const PLURAL = /\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}/g;
const PLACEHOLDER = /\{(\w+)\}/g;

/** The part of ICU messages that the page uses: `{name}` and `{count, plural, one {...} other {...}}` with `#`. */
export function fillMessage(language: string, message: string, params: MessageParams): string {
  const plain = message.replace(PLURAL, (_, name: string, one: string, other: string) => {
    const count = Number(params[name]);
    const form = new Intl.PluralRules(language).select(count) === 'one' ? one : other;
    return form.replaceAll('#', new Intl.NumberFormat(language).format(count));
  });
  return plain.replace(PLACEHOLDER, (placeholder, name: string) => String(params[name] ?? placeholder));
}
