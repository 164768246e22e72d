import { hashSecret, INVALID_RULES } from '@countersign/base';
import type { Language } from '@countersign/base/locale';
import { errorMessage } from '@countersign/i18n';
import type { SessionHolder } from '@countersign/identity';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { z } from 'zod';
import { REQUEST_RULES } from '../errors/route-errors.ts';
import type { Route } from '../route.ts';
import { routes } from '../routes/index.ts';
import { bodyOf } from '../schemas/parts.ts';
import { buildApi } from './build-api.ts';
import { sampleBody, type WrongRequest, wrongBodies } from './wrong-values.ts';

const titled = (route: Route) => [`${route.method} ${route.path}`, route] as const;
/** Those of SCIM answer as RFC 7644 3.12 says, which has no members for our sentences. */
export const withBody = routes
  .filter(({ path, schemas }) => schemas.body !== undefined && !path.startsWith('/scim/'))
  .map(titled);
export const underV1 = routes.filter(({ path }) => path.startsWith('/v1/')).map(titled);

/** The sentences of `invalid_request` about a member, with any bounds and choices. */
function sentencesAbout(path: string, language: Language): RegExp {
  const key = `${language} ${path}`;
  const known = SENTENCES.get(key) ?? buildSentences(path, language);
  SENTENCES.set(key, known);
  return known;
}

/** Building them takes longer than a request. */
const SENTENCES = new Map<string, RegExp>();

function buildSentences(path: string, language: Language): RegExp {
  const common = {
    member: path,
    other_member: 'OTHER',
    allowed: 'ALLOWED',
    values: 111,
    members: 111,
    levels: 111,
  };
  const bounds = [
    {},
    { min: 111 },
    { max: 111 },
    { min: 0, max: 111 },
    { min: 111, max: 111 },
    { min: 111, max: 111, or: 'OTHER' },
  ];
  const sentences = [...INVALID_RULES, ...REQUEST_RULES].flatMap((rule) =>
    bounds.map((given) => errorMessage(language, 'invalid_request', { ...common, ...given, rule })),
  );
  const patterns = sentences.map((sentence) =>
    sentence
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('111', '[-\\d.,\\s]+')
      .replaceAll(/OTHER|ALLOWED/g, '.+'),
  );
  return new RegExp(`^(${[...new Set(patterns)].join('|')})$`);
}

function sentencesOfValidator(schema: z.ZodType, value: unknown): string[] {
  const locales = [z.locales.en(), z.locales.sv(), z.locales.es()];
  const issues = schema.safeParse(value, { reportInput: true }).error?.issues ?? [];
  const written = locales.flatMap(({ localeError }) =>
    issues.map((issue) => localeError(issue as z.core.$ZodRawIssue)),
  );
  return [...written, ...issues.map(({ message }) => message)].map((words) =>
    typeof words === 'string' ? words : String(words?.message),
  );
}

const HOLDER: SessionHolder = {
  userId: 'user-1',
  accountId: 'account-1',
  scopes: ['read', 'write'],
  sessionId: 'session-1',
  expiresAt: new Date('2100-01-01'),
  accountStatus: 'active',
};

async function buildOpenApi() {
  const operator = { tokenHash: '', accounts: {} as never };
  const { api, authorize } = await buildApi({
    operator,
    identity: { sessions: { findHolder: async () => HOLDER } },
    signing: {
      signingPages: { requireLink: () => Promise.resolve('account') },
      phones: { require: () => Promise.resolve('account') },
    },
    settings: { rateLimitPerMinute: 1_000_000 } as never,
  });
  const page = { 'countersign-page': '1', cookie: 'countersign-session=any; phone_session=any' };
  const { authorization } = await authorize();
  // One header opens the operator's routes too.
  operator.tokenHash = hashSecret(authorization.replace('Bearer ', ''));
  const headers = { ...page, authorization };
  const send = (options: InjectOptions, language: Language) =>
    api.inject({ ...options, headers: { ...headers, ...options.headers, 'accept-language': language } });
  return { api, send };
}

let opened: ReturnType<typeof buildOpenApi> | undefined;

/** One for all tests: they leave nothing in it, and building it takes longer than they. */
export function openApi(): ReturnType<typeof buildOpenApi> {
  opened ??= buildOpenApi();
  return opened;
}

export async function expectRefusal(
  answer: Awaited<ReturnType<FastifyInstance['inject']>>,
  path: string,
  language: Language,
  about: string,
) {
  const body = answer.json();
  expect(body, about).toMatchObject({ success: false, code: 400, errorCode: 'invalid_request' });
  const paths = body.details.map((detail: { path: string }) => detail.path);
  expect(paths, about).toContain(path);
  for (const detail of body.details) {
    expect(detail.message, about).toMatch(sentencesAbout(detail.path, language));
  }
  if (body.details.length === 1) expect(body.message, about).toBe(body.details[0].message);
  return body.details.map(({ message }: { message: string }) => message);
}

/** The language is that of Accept-Language. */
function withoutLanguage(body: unknown): string {
  return JSON.stringify(body, (name, member) => (name === 'errorLanguage' ? undefined : member));
}

const urlOf = ({ path }: Route) => path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000001');

const bodySchemaOf = (route: Route) => bodyOf(route) as z.ZodObject;

/** Bodies of the route, each with one mistake. */
export function mistakesIn(route: Route): WrongRequest[] {
  const schema = bodySchemaOf(route);
  // Lengths that the product checks are in the description only.
  return wrongBodies(schema).filter(
    ({ title, value }) => !title.startsWith('too') || !schema.safeParse(value).success,
  );
}

export function describeMistake({ path, title }: WrongRequest): string {
  return `${path || 'the body'}: ${title}`;
}

/** Sends each of these bodies. Every answer names the member in a sentence of ours. */
export async function expectRefusalsOf(
  route: Route,
  language: Language,
  mistakes: readonly WrongRequest[],
): Promise<void> {
  const { send } = await openApi();
  const schema = bodySchemaOf(route);
  expect(schema.safeParse(sampleBody(schema)).error).toBeUndefined();
  for (const mistake of mistakes) {
    const { path, value } = mistake;
    const about = describeMistake(mistake);
    const payload = path === 'errorLanguage' ? JSON.stringify(value) : withoutLanguage(value);
    const headers = { 'content-type': 'application/json' };
    const answer = await send({ method: route.method, url: urlOf(route), headers, payload }, language);
    const messages = await expectRefusal(answer, path, language, about);
    const foreign = sentencesOfValidator(schema, value);
    const kept = foreign.filter((sentence) => messages.includes(sentence));
    expect(kept, about).toEqual([]);
  }
}

/** Asks for the errors in a language that does not exist. */
export async function expectLanguageRefused(route: Route, language: Language): Promise<void> {
  const { send } = await openApi();
  const url = `${urlOf(route)}?errorLanguage=nonsense`;
  const payload = route.schemas.body && withoutLanguage(sampleBody(route.schemas.body));
  const headers = { 'content-type': 'application/json' };
  const options = { method: route.method, url, ...(payload && { headers, payload }) };
  const answer = await send(options, language);
  const params = { rule: 'choice', member: 'errorLanguage', allowed: 'en, sv, es' };
  expect(await expectRefusal(answer, 'errorLanguage', language, url)).toContain(
    errorMessage(language, 'invalid_request', params),
  );
}
