import { LANGUAGES } from '@countersign/base/locale';
import { errorMessage } from '@countersign/i18n';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inspectBody } from './request/body.ts';
import { bodyOf } from './schemas/parts.ts';
import {
  describeMistake,
  expectLanguageRefused,
  expectRefusal,
  expectRefusalsOf,
  mistakesIn,
  openApi,
  underV1,
  withBody,
} from './testing/refusals.ts';
import { sampleBody, type WrongRequest } from './testing/wrong-values.ts';

const routesByNested = new Map<string, string>();

/** Routes share the schemas of nested members: their mistakes are made in the first route that has them. */
function isMadeIn(title: string, mistake: WrongRequest): boolean {
  if (!mistake.path.includes('.')) return true;
  const name = describeMistake(mistake);
  if (!routesByNested.has(name)) routesByNested.set(name, title);
  return routesByNested.get(name) === title;
}

const mistakesByRoute = withBody.map(([title, route]) => {
  const all = mistakesIn(route);
  return { title, route, all, made: all.filter((mistake) => isMadeIn(title, mistake)) };
});

it('every body can be wrong in many ways', () => {
  for (const { title, all } of mistakesByRoute) expect(all.length, title).toBeGreaterThan(5);
});

describe.each(LANGUAGES)('a refusal in %s', (language) => {
  /** Each row in one language; refusals.long.test.ts has all of them in all. */
  const isChosen = (index: number) => index % LANGUAGES.length === LANGUAGES.indexOf(language);

  it.each(mistakesByRoute)(
    '[4-02] [D4-02] [D4-05] [D4-06] of $title names a wrong member in a sentence of ours',
    // Otherwise one language would get the same kind of mistake in every route.
    ({ title, route, made }) =>
      expectRefusalsOf(
        route,
        language,
        made.filter((_, index) => isChosen(index + title.length)),
      ),
  );

  it.each(underV1.filter((_, index) => isChosen(index)))(
    'of %s?errorLanguage=nonsense names the parameter',
    (_, route) => expectLanguageRefused(route, language),
  );

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
  const objects = withBody.map(([, route]) => bodyOf(route)).filter((body) => body instanceof z.ZodObject);
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
