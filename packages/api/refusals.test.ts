import { errorMessage } from '@countersign/i18n';
import { INVALID_RULES, type SessionHolder } from '@countersign/identity';
import { LANGUAGES, type Language } from '@countersign/signing';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { REQUEST_RULES } from './errors/request-rules.ts';
import { inspectBody } from './request/inspect-body.ts';
import type { Route } from './route.ts';
import { routes } from './routes/index.ts';
import { buildApi } from './testing/build-api.ts';
import { sampleBody, wrongBodies } from './testing/wrong-values.ts';

/** The sentences of `invalid_request` about a member, with any bounds and choices. */
function sentencesAbout(path: string, language: Language): RegExp {
  const key = `${language} ${path}`;
  const known = SENTENCES.get(key) ?? buildSentences(path, language);
  SENTENCES.set(key, known);
  return known;
}

/** By language and member: building them takes longer than a request. */
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
  const bounds = [{}, { min: 111 }, { max: 111 }, { min: 0, max: 111 }, { min: 111, max: 111 }];
  const sentences = [...INVALID_RULES, ...REQUEST_RULES].flatMap((rule) =>
    bounds.map((given) => errorMessage(language, 'invalid_request', { ...common, ...given, rule })),
  );
  const patterns = sentences.map((sentence) =>
    sentence
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('111', '[\\d.,\\s]+')
      .replaceAll(/OTHER|ALLOWED/g, '.+'),
  );
  return new RegExp(`^(${[...new Set(patterns)].join('|')})$`);
}

/** The validator's own sentences. */
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
};

async function buildOpenApi() {
  const { api, authorize } = await buildApi({
    identity: { sessions: { findHolder: async () => HOLDER } },
    signing: { signingPages: { requireLink: () => Promise.resolve() } },
    settings: { rateLimitPerMinute: 1_000_000 } as never,
  });
  const page = { 'countersign-page': '1', cookie: 'countersign-session=any' };
  const headers = { ...page, ...(await authorize()) };
  const send = (options: InjectOptions, language: Language) =>
    api.inject({ ...options, headers: { ...headers, ...options.headers, 'accept-language': language } });
  return { api, send };
}

let opened: ReturnType<typeof buildOpenApi> | undefined;

/** One for all tests: they leave nothing in it, and building it takes longer than they. */
function openApi(): ReturnType<typeof buildOpenApi> {
  opened ??= buildOpenApi();
  return opened;
}

async function expectRefusal(
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
const titled = (route: Route) => [`${route.method} ${route.path}`, route] as const;
const withBody = routes.flatMap((route) => (route.schemas.body === undefined ? [] : [titled(route)]));
const underV1 = routes.filter(({ path }) => path.startsWith('/v1/')).map(titled);

describe.each(LANGUAGES)('a refusal in %s', (language) => {
  it.each(withBody)(
    '[4-02] [D4-02] [D4-05] [D4-06] of %s names each wrong member in a sentence of ours',
    async (_, route) => {
      const { send } = await openApi();
      const schema = route.schemas.body as z.ZodObject;
      expect(schema.safeParse(sampleBody(schema)).error).toBeUndefined();
      // Lengths that the product checks are in the description only.
      const wrong = wrongBodies(schema).filter(
        ({ title, value }) => !title.startsWith('too') || !schema.safeParse(value).success,
      );
      expect(wrong.length).toBeGreaterThan(5);
      for (const { title, path, value } of wrong) {
        const about = `${path || 'the body'}: ${title}`;
        const payload = path === 'errorLanguage' ? JSON.stringify(value) : withoutLanguage(value);
        const headers = { 'content-type': 'application/json' };
        const answer = await send({ method: route.method, url: urlOf(route), headers, payload }, language);
        const messages = await expectRefusal(answer, path, language, about);
        const foreign = sentencesOfValidator(schema, value);
        expect(
          foreign.filter((sentence) => messages.includes(sentence)),
          about,
        ).toEqual([]);
      }
    },
  );

  it.each(underV1)('of %s?errorLanguage=nonsense names the parameter', async (_, route) => {
    const { send } = await openApi();
    const url = `${urlOf(route)}?errorLanguage=nonsense`;
    const payload = route.schemas.body && withoutLanguage(sampleBody(route.schemas.body));
    const headers = { 'content-type': 'application/json' };
    const options = { method: route.method, url, ...(payload && { headers, payload }) };
    const answer = await send(options, language);
    expect(await expectRefusal(answer, 'errorLanguage', language, url)).toContain(
      errorMessage(language, 'invalid_request', {
        rule: 'choice',
        member: 'errorLanguage',
        allowed: 'en, sv, es',
      }),
    );
  });

  it.each([
    ['limit=abc', 'limit', { rule: 'whole_number', min: 1, max: 50 }],
    ['limit=1.5', 'limit', { rule: 'whole_number', min: 1, max: 50 }],
    ['limit=0', 'limit', { rule: 'whole_number', min: 1, max: 50 }],
    ['limit=51', 'limit', { rule: 'whole_number', min: 1, max: 50 }],
    ['limit=1&limit=2', 'limit', { rule: 'whole_number', min: 1, max: 50 }],
    ['offset=-1', 'offset', { rule: 'whole_number', min: 0, max: 2_147_483_647 }],
    ['offset=1e99', 'offset', { rule: 'whole_number', min: 0, max: 2_147_483_647 }],
  ])('of the query ?%s names the parameter and its bounds', async (query, member, params) => {
    const { send } = await openApi();
    const answer = await send({ method: 'GET', url: `/v1/docs?${query}` }, language);
    expect(await expectRefusal(answer, member, language, query)).toEqual([
      errorMessage(language, 'invalid_request', { member, ...params }),
    ]);
  });

  const json = { 'content-type': 'application/json' };
  const multipart = { 'content-type': 'multipart/form-data; boundary=xx' };
  const large = JSON.stringify({ name: 'x'.repeat(20_000) });
  const deep = `${'['.repeat(40)}${']'.repeat(40)}`;
  it.each<[string, InjectOptions, string, object?]>([
    ['broken JSON', { url: '/v1/webhooks', headers: json, payload: '{"a":' }, 'json'],
    [
      'JSON in Latin-1',
      { url: '/v1/webhooks', headers: json, payload: Buffer.from('{"name":"Å"}', 'latin1') },
      'json_encoding',
    ],
    [
      'JSON in UTF-16',
      { url: '/v1/webhooks', headers: json, payload: Buffer.from('\ufeff{}', 'utf16le') },
      'json_encoding',
    ],
    ['a forbidden member', { url: '/v1/webhooks', headers: json, payload: '{"__proto__":{}}' }, 'json'],
    ['an empty body', { url: '/v1/webhooks', headers: json }, 'body_missing'],
    ['no body', { url: '/v1/webhooks' }, 'body_missing'],
    ['a body that is a list', { url: '/v1/webhooks', headers: json, payload: '[]' }, 'body_object'],
    [
      'a body that is no list',
      {
        method: 'PATCH',
        url: '/v1/docs/00000000-0000-4000-8000-000000000001/signature-field',
        headers: json,
        payload: '{}',
      },
      'body_array',
    ],
    ['a body that is null', { url: '/v1/webhooks', headers: json, payload: 'null' }, 'body_missing'],
    [
      'a body in text',
      { url: '/v1/webhooks', headers: { 'content-type': 'text/plain' }, payload: '{}' },
      'json_content_type',
    ],
    ['a body without type', { url: '/v1/webhooks', payload: Buffer.from('{}') }, 'json_content_type'],
    ['a multipart body', { url: '/v1/webhooks', headers: multipart, payload: '--xx--' }, 'json_content_type'],
    ['a large body', { url: '/v1/webhooks', headers: json, payload: large }, 'body_size', { max: 16_384 }],
    [
      'a deep body',
      { url: '/v1/webhooks', headers: json, payload: `{"a":${deep}}` },
      'body_complexity',
      { values: 50_000, members: 1000, levels: 32 },
    ],
    ['an address with broken encoding', { url: '/v1/webhooks/%zz' }, 'address'],
    ['a long address', { url: `/v1/docs/${'x'.repeat(5000)}`, method: 'GET' }, 'address'],
    [
      'a multipart body that is cut off',
      { url: '/v1/files', headers: multipart, payload: '--xx\r\n' },
      'multipart',
    ],
    [
      'a multipart body without boundary',
      { url: '/v1/files', headers: { 'content-type': 'multipart/form-data' }, payload: 'x' },
      'multipart',
    ],
    ['too many parts', { url: '/v1/files', headers: multipart, payload: manyParts(30) }, 'multipart_parts'],
  ])('of %s says what to do', async (_, options, rule, params = {}) => {
    const { send } = await openApi();
    const answer = await send({ method: 'POST', ...options }, language);
    const message = errorMessage(language, 'invalid_request', { rule, member: '', ...params });
    expect(answer.json()).toEqual({
      success: false,
      message,
      code: 400,
      errorCode: 'invalid_request',
      details: [{ path: '', message }],
    });
  });

  it.each([
    ['an unknown address', 'GET', '/v1/nothing'],
    ['a method that the address does not have', 'PUT', '/v1/docs'],
  ] as const)('of %s says so', async (_, method, url) => {
    const { send } = await openApi();
    const answer = await send({ method, url }, language);
    expect(answer.json()).toMatchObject({
      code: 404,
      errorCode: 'route_not_found',
      message: errorMessage(language, 'route_not_found'),
    });
  });
});

function manyParts(count: number): string {
  const part = '--xx\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n';
  return `${part.repeat(count)}--xx--\r\n`;
}

it('[D4-08] a body may have any further member, which is found wherever it is', () => {
  // Lists have no unknown members; those of their elements: inspect-body.test.ts.
  const objects = withBody.flatMap(([, { schemas }]) =>
    schemas.body instanceof z.ZodObject ? [schemas.body] : [],
  );
  expect(objects.length).toBeGreaterThan(5);
  for (const schema of objects) {
    const body = { ...(sampleBody(schema) as object), further: 1 };
    expect(schema.safeParse(body).success).toBe(true);
    expect(inspectBody(schema, body)).toEqual({
      unknownMembers: ['further'],
      unknownCount: 1,
      problems: [],
    });
  }
});
