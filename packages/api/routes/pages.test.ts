import { expect, it } from 'vitest';
import { buildApi } from '../testing/build-api.ts';

const ID = '00000000-0000-4000-8000-000000000001';

it.each([
  '/documents',
  '/documents/',
  `/documents/${ID}`,
  '/new',
  `/drafts/${ID}`,
  '/templates',
  '/links',
  `/links/${ID}`,
  `/links/${ID}/edit`,
  '/settings',
  '/settings/api-keys',
])('%s is the application, in the language of the browser', async (url) => {
  const { api } = await buildApi();
  const { statusCode, headers, body } = await api.inject({ url, headers: { 'accept-language': 'sv' } });
  expect(statusCode).toBe(200);
  expect(body).toBe('<html lang="sv" id="application">');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("style-src 'self';");
  expect(headers['content-security-policy']).not.toContain('unsafe-inline');
});

it.each(['/', '/sign-in?next=%2Fdocuments', '/reset', '/reset/abc', '/invitations/abc', '/consent/abc'])(
  '%s is the page for entering',
  async (url) => {
    const { api } = await buildApi();
    const { statusCode, headers, body } = await api.inject({ url });
    expect([statusCode, body]).toEqual([200, '<html lang="en" id="entry" data-development="false">']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|data:|blob:/);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['referrer-policy']).toBe('no-referrer');
  },
);

it.each(['/nowhere', '/document', '/documents/a/b', '/new/a', '/reset/a/b', '/consent', '/invitations'])(
  '%s is not a page',
  async (url) => {
    const { api } = await buildApi();
    const { statusCode, body } = await api.inject({ url });
    expect([statusCode, JSON.parse(body).errorCode]).toEqual([404, 'route_not_found']);
  },
);
