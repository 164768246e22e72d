import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { prefersHtml } from './send-page.ts';
import { buildApi } from './testing/build-api.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe('an unknown address', () => {
  it.each([
    ['en', 'There is no page here'],
    ['sv', 'Här finns ingen sida'],
    ['es', 'Aquí no hay ninguna página'],
  ])(
    '[D4-03] was JSON for people who followed a link; is a page in their language: %s',
    async (language, title) => {
      const { api } = await buildApi();
      const answer = await api.inject({
        url: '/documents/a/b',
        headers: { accept: BROWSER, 'accept-language': language },
      });
      const { statusCode, headers, body } = answer;
      expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(body).toContain(`<html lang="${language}">`);
      expect(body).toContain(`<h1>${title}</h1>`);
      expect(body).not.toMatch(/<script|style="/);
      const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(body) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'none'/);
      expect(headers['content-security-policy']).not.toContain('unsafe');
    },
  );

  it.each([
    ['GET', '/nowhere', '*/*'],
    ['GET', '/nowhere', 'application/json'],
    ['GET', '/nowhere', 'application/json, text/html'],
    ['POST', '/nowhere', BROWSER],
    ['GET', '/v1', BROWSER],
    ['GET', '/v1/nothing?next=/', BROWSER],
    ['GET', '/oauth/nothing', BROWSER],
    ['GET', '/.well-known/nothing', BROWSER],
  ] as const)('stays JSON for %s %s of a client that accepts %s', async (method, url, accept) => {
    const { api } = await buildApi();
    const answer = await api.inject({ method, url, headers: { accept } });
    expect([answer.statusCode, answer.json().errorCode]).toEqual([404, 'route_not_found']);
  });

  it('does not repeat the address, which may hold markup', async () => {
    const { api } = await buildApi();
    const { body } = await api.inject({ url: '/%3Cb%3Emarked', headers: { accept: BROWSER } });
    expect(body).not.toContain('marked');
  });
});

it.each([
  ['', false],
  ['text/html', true],
  ['text/html;q=0', false],
  ['text/html;q=0.5, application/*', false],
  ['text/html;q=wrong', false],
])('%j prefers HTML: %s', (accept, expected) => {
  expect(prefersHtml(accept)).toBe(expected);
});
