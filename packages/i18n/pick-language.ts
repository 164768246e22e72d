import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@countersign/identity/language';

/** `errorLanguage`, Accept-Language by weight (RFC 9110 12.5.4), or the default. */
export function pickLanguage(errorLanguage?: string | null, acceptLanguage?: string | null): Language {
  return asLanguage(errorLanguage ?? '') ?? pickAccepted(acceptLanguage ?? '') ?? DEFAULT_LANGUAGE;
}

function asLanguage(tag: string): Language | undefined {
  const primary = tag.trim().split('-')[0]?.toLowerCase();
  return LANGUAGES.find((language) => language === primary);
}

function pickAccepted(header: string): Language | undefined {
  return header
    .split(',')
    .map(parseRange)
    .filter(({ weight }) => weight > 0)
    .sort((first, second) => second.weight - first.weight)
    .map(({ tag }) => asLanguage(tag))
    .find((language) => language !== undefined);
}

function parseRange(range: string): { readonly tag: string; readonly weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.toLowerCase().startsWith('q='));
  return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
}
