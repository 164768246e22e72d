import { LANGUAGES, type Language } from '@countersign/base/locale';
import { errorMessage } from '@countersign/i18n';
import {
  type AcceptedFile,
  DEFAULT_PAGE_SIZE,
  type ErrorDetail,
  MAX_OFFSET,
  MAX_PAGE_SIZE,
  type Page,
  type Warning,
} from '@countersign/signing';
import { MEBIBYTE } from '@countersign/signing/limits';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { ERROR_CODES } from '../errors/error-table.ts';
import { isApiRoute, type Route, type RouteSchemas } from '../route.ts';

const warning = z
  .object({
    code: z.string(),
    path: z.string().optional(),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  })
  .meta({ id: 'Warning' });

export const warnings = z.array(warning).optional();

const MAX_WARNINGS = 100;
const MORE_WARNINGS = 'more_warnings';

/** Returns the warnings, also of lists that were shortened. */
export function presentWarnings(found: readonly Warning[]): { warnings?: z.output<typeof warning>[] } {
  if (found.length === 0) return {};
  const all = found.filter(({ code }) => code !== MORE_WARNINGS);
  const leftOut = found
    .filter(({ code }) => code === MORE_WARNINGS)
    .reduce((sum, { params }) => sum + Number(params?.count), 0);
  if (leftOut === 0 && all.length <= MAX_WARNINGS) return { warnings: all.map(presentWarning) };
  const listed = all.slice(0, MAX_WARNINGS - 1).map(presentWarning);
  const count = leftOut + all.length - listed.length;
  return { warnings: [...listed, { code: MORE_WARNINGS, params: { count } }] };
}

/** Names the first unknown members. */
export function warnOfUnknownMembers(paths: readonly string[], count = paths.length): readonly Warning[] {
  const named = paths.map((path) => ({ code: 'unknown_member', path }));
  const leftOut = count - named.length;
  return leftOut === 0 ? named : [...named, { code: MORE_WARNINGS, params: { count: leftOut } }];
}

function presentWarning({ code, path, params }: Warning): z.output<typeof warning> {
  return { code, path, params };
}

/** The answer to an upload [2.1-01]. */
export const acceptedFile = z.object({
  fileId: z.string(),
  warnings: warnings.meta({
    description:
      'What the file lost, got or hides. Among them: active_content_removed (scripts, data in other files and the like), fields_redrawn (fields whose appearance did not show their value), annotations_drawn (annotations without an appearance, which got one), invisible_text (text that no person sees, with the pages, counted from 1), file_repaired and encryption_removed.',
  }),
});

/** Removals are listed in the log and the audit trail. */
export function presentAcceptedFile(
  { fileId, removals, warnings: found }: AcceptedFile,
  others: readonly Warning[],
  log: FastifyBaseLogger,
): z.output<typeof acceptedFile> {
  log.info({ fileId, removals }, 'file accepted');
  return { fileId, ...presentWarnings([...found, ...others]) };
}

export function describeAnswer(route: Route): z.ZodType | undefined {
  const { answer } = route.schemas;
  if (!isApiRoute(route) || !(answer instanceof z.ZodObject) || 'warnings' in answer.shape) return answer;
  return answer.extend({ warnings });
}

/** Bytes of JSON, unless an operation has its own limit. */
export const JSON_BODY_LIMIT = 16 * 1024;
/** Fifty signees with boxes, or thousands of form values: an identification has those of the whole form. */
export const LARGE_BODY_LIMIT = MEBIBYTE;
/** Ten redirect URIs and four pages of 2048 characters. */
export const CLIENT_BODY_LIMIT = 64 * 1024;
/** Ink and initials are at most 1 MiB of PNG each, 1.4 in base64; the rest is for values. */
export const SIGNATURE_BODY_LIMIT = 4.5 * MEBIBYTE;

/** `code` is the HTTP status [7-01]; `errorCode` is the same in every language [D4-06]. */
export const errorBody = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.int(),
  errorCode: z.enum(ERROR_CODES),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

/** RFC 6749 5.2 and RFC 6750 3.1, with the members of every error. */
export const oauthErrorBody = errorBody.extend({ error: z.string(), error_description: z.string() });

/** The page of a list [D5-28] [D5-29] [D5-30]. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  offset: z.coerce.number().int().min(0).max(MAX_OFFSET).default(0),
});

/** `nextOffset` is null on the last page. */
export const pageAnswer = z.object({
  limit: z.int(),
  offset: z.int(),
  nextOffset: z.int().nullable(),
});

export function presentPage({ limit, offset }: z.output<typeof pageQuery>, { nextOffset }: Page<unknown>) {
  return { limit, offset, nextOffset };
}

/** A problem of a draft, template or link [D6-05]. */
export const problem = z.object({ path: z.string(), message: z.string(), errorCode: z.string() });

export function presentProblem(
  { path, code, params }: ErrorDetail,
  language: Language,
): z.output<typeof problem> {
  return { path, message: errorMessage(language, code, params), errorCode: code };
}

/** Times are in UTC with milliseconds. */
export const timestamp = z.iso.datetime();

export const errorLanguage = z
  .enum(LANGUAGES)
  .optional()
  .meta({ description: 'Language of error messages; without it Accept-Language, else English.' });

/** The parts of every upload beside `file`. */
export const uploadForm = z.object({ errorLanguage });

const noQuery = z.object({});

export function queryOf(route: Route): z.ZodObject {
  const { query = noQuery } = route.schemas;
  return isApiRoute(route) ? query.extend({ errorLanguage }) : query;
}

const putBack = z.unknown().optional().meta({ readOnly: true });

/** What a request may send: the command, the language of its errors, and what is read-only where it is taken back. */
export function bodyOf({ schemas, takesAnswer }: Route): RouteSchemas['body'] {
  const { body, answer } = schemas;
  if (!(body instanceof z.ZodObject)) return body;
  const names = takesAnswer === true && answer instanceof z.ZodObject ? Object.keys(answer.shape) : [];
  const readOnly = names.filter((name) => !Object.hasOwn(body.shape, name)).map((name) => [name, putBack]);
  return body.extend({ ...Object.fromEntries(readOnly), errorLanguage });
}

/** The members that the route asks for, of a body that was validated as `bodyOf` says. */
export function commandOf({ schemas }: Route, body: unknown): unknown {
  if (!(schemas.body instanceof z.ZodObject)) return body;
  const { shape } = schemas.body;
  return Object.fromEntries(Object.entries(Object(body)).filter(([name]) => Object.hasOwn(shape, name)));
}
