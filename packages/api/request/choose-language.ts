import { LANGUAGES, type Language } from '@countersign/signing';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    formLanguage: string | null;
  }
}

/** errorLanguage (query, body, form), else Accept-Language, else English [D4-03] [D4-04]. */
export function chooseErrorLanguage(request: FastifyRequest): Language {
  return (
    readLanguage(request.query) ??
    readLanguage(request.body) ??
    asLanguage(request.formLanguage) ??
    chooseAcceptedLanguage(request.headers['accept-language']) ??
    'en'
  );
}

/** RFC 9110 12.5.4, by primary subtag: `sv-FI;q=0.8` is `sv`. Undefined if no language fits. */
export function chooseAcceptedLanguage(header: string | undefined): Language | undefined {
  const ranges = (header ?? '').split(',').map(parseRange);
  const accepted = ranges
    .filter((range) => range.quality > 0)
    .toSorted((first, second) => second.quality - first.quality);
  return accepted.map((range) => asLanguage(range.tag)).find((language) => language !== undefined);
}

function parseRange(range: string): { tag: string; quality: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { tag: tag.split('-')[0]?.toLowerCase() ?? '', quality: Number.isNaN(quality) ? 0 : quality };
}

/** The name at OAuth endpoints is error_language [4.2-11]. */
function readLanguage(container: unknown): Language | undefined {
  if (typeof container !== 'object' || container === null) return undefined;
  const { errorLanguage, error_language: snakeCase } = container as Record<string, unknown>;
  return asLanguage(errorLanguage) ?? asLanguage(snakeCase);
}

function asLanguage(value: unknown): Language | undefined {
  return LANGUAGES.find((language) => language === value);
}
