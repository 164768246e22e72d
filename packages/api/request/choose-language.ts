import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@countersign/identity';
import type { FastifyRequest } from 'fastify';
import { readQualities } from './quality-values.ts';

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
    DEFAULT_LANGUAGE
  );
}

/** Of a page that no document or user decides. */
export function choosePageLanguage({ headers }: FastifyRequest): Language {
  return chooseAcceptedLanguage(headers['accept-language']) ?? DEFAULT_LANGUAGE;
}

/** RFC 9110 12.5.4, by primary subtag: `sv-FI;q=0.8` is `sv`. Undefined if no language fits. */
export function chooseAcceptedLanguage(header: string | undefined): Language | undefined {
  const accepted = readQualities(header)
    .filter(([, quality]) => quality > 0)
    .toSorted(([, first], [, second]) => second - first);
  return accepted.map(([tag]) => asLanguage(tag.split('-')[0])).find((language) => language !== undefined);
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
