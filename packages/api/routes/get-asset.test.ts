import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApi, STUB_PAGES } from '../testing/build-api.ts';

const SCRIPT = Buffer.from('export const word = "signature";\n'.repeat(100));
const directory = mkdtempSync(join(tmpdir(), 'countersign-assets-'));
let api: Awaited<ReturnType<typeof buildApi>>['api'];

beforeAll(async () => {
  mkdirSync(join(directory, 'pdfjs-1.2.3/cmaps'), { recursive: true });
  writeFileSync(join(directory, 'page-B3xk29aQ.js'), SCRIPT);
  writeFileSync(join(directory, 'page-B3xk29aQ.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(directory, 'page-B3xk29aQ.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(directory, 'icon.svg'), '<svg/>');
  for (const name of ['index.html', 'complete', '.hidden.js']) writeFileSync(join(directory, name), 'x');
  writeFileSync(join(directory, 'favicon.ico'), 'icon');
  writeFileSync(join(directory, 'pdfjs-1.2.3/cmaps/H.bcmap'), 'map');
  ({ api } = await buildApi({ web: { ...STUB_PAGES, directory } }));
});
afterAll(() => rmSync(directory, { recursive: true }));

const get = (name: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  api.inject({ method, url: `/assets/${name}`, headers });

it('has an icon where browsers look for one', async () => {
  const { statusCode, headers, body } = await api.inject({ url: '/favicon.ico' });
  expect([statusCode, headers['content-type'], body]).toEqual([200, 'image/vnd.microsoft.icon', 'icon']);
});

describe('GET /assets/*', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
  ] as const)('sends what the build has compressed by %s', async (coding, accepted, decode) => {
    const answer = await get('page-B3xk29aQ.js', { 'accept-encoding': accepted });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'content-encoding': coding,
      'content-length': String(answer.rawPayload.length),
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(decode(answer.rawPayload)).toEqual(SCRIPT);
    expect(answer.rawPayload.length).toBeLessThan(SCRIPT.length / 10);
  });

  it('sends the plain file to who takes no coding, and says that others get another', async () => {
    const answer = await get('page-B3xk29aQ.js', { 'accept-encoding': 'identity' });
    expect(answer.rawPayload).toEqual(SCRIPT);
    expect(answer.headers.vary).toBe('accept-encoding');
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it('has an entity tag for each coding, and sends nothing to who has it', async () => {
    const codings = ['br', 'gzip', 'identity'];
    const answers = await Promise.all(
      codings.map((coding) => get('page-B3xk29aQ.js', { 'accept-encoding': coding })),
    );
    const tags = answers.map(({ headers }) => String(headers.etag));
    expect(new Set(tags).size).toBe(3);
    const again = { 'accept-encoding': 'br', 'if-none-match': tags[0] ?? '' };
    const known = await get('page-B3xk29aQ.js', again);
    expect([known.statusCode, known.rawPayload.length, known.headers.vary]).toEqual([
      304,
      0,
      'accept-encoding',
    ]);
    const other = await get('page-B3xk29aQ.js', { ...again, 'if-none-match': tags[1] ?? '' });
    expect(other.statusCode).toBe(200);
  });

  it('keeps for ever what is named by content or version, and the rest for a while', async () => {
    expect((await get('pdfjs-1.2.3/cmaps/H.bcmap')).headers['cache-control']).toContain('immutable');
    const icon = await get('icon.svg');
    expect(icon.headers['cache-control']).toBe('public, max-age=300');
  });

  it('answers HEAD as GET, without a body', async () => {
    const head = await get('page-B3xk29aQ.js', { 'accept-encoding': 'br' }, 'HEAD');
    const whole = await get('page-B3xk29aQ.js', { 'accept-encoding': 'br' });
    expect(head.rawPayload.length).toBe(0);
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
    expect(head.headers.etag).toBe(whole.headers.etag);
  });

  it.each([
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['BR', 'br'],
    ['br;q=0, gzip;q=0', undefined],
    ['x-gzip', undefined],
    ['', undefined],
  ])('answers Accept-Encoding: %s with %s', async (accepted, coding) => {
    const { headers } = await get('page-B3xk29aQ.js', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(coding);
  });

  it('sends the file itself if it is not compressed', async () => {
    const { headers, body } = await get('icon.svg', { 'accept-encoding': 'br, gzip' });
    expect([headers['content-type'], headers['content-encoding'], body]).toEqual([
      'image/svg+xml',
      undefined,
      '<svg/>',
    ]);
  });

  it('gives scripts the policy of workers, and everything the headers of all answers', async () => {
    const script = await get('page-B3xk29aQ.js', { 'accept-encoding': 'br' });
    expect(script.headers['content-security-policy']).toContain("'wasm-unsafe-eval'");
    expect(script.headers['x-content-type-options']).toBe('nosniff');
    const icon = await get('icon.svg');
    expect(icon.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it.each([
    'page-B3xk29aQ.js.br',
    'page-B3xk29aQ.js.gz',
    'index.html',
    'complete',
    '.hidden.js',
    'missing.js',
    'pdfjs-1.2.3/cmaps',
    'pdfjs-1.2.3//cmaps/H.bcmap',
    '%2e%2e/icon.svg',
    'pdfjs-1.2.3/..%2ficon.svg',
  ])('does not serve %s', async (name) => {
    const { statusCode, headers } = await get(name);
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
  });
});
