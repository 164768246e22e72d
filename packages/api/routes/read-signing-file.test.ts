import { SigningError } from '@countersign/signing';
import { MemoryBlobs } from '@countersign/signing/testing';
import { describe, expect, it } from 'vitest';
import { buildApi } from '../testing/build-api.ts';

const CONTENT = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
const URL = '/sign/token/document.pdf?version=v1';
const ETAG = '"prepared-1"';

/** Records reads. */
class WatchedBlobs extends MemoryBlobs {
  readonly reads: unknown[] = [];
  override read(...call: Parameters<MemoryBlobs['read']>) {
    this.reads.push(call[1] ?? 'whole');
    return super.read(...call);
  }
}

async function openApi(readSigningFile = async () => ({ blobId: 'prepared-1' })) {
  const blobs = new WatchedBlobs();
  blobs.blobs.set('prepared-1', CONTENT);
  let asked = 0;
  const readFile = () => {
    asked += 1;
    return readSigningFile();
  };
  const { api } = await buildApi({ blobs, signing: { signingPages: { readFile } } });
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    api.inject({ method, url: URL, headers });
  return { api, blobs, get, asked: () => asked };
}

describe('GET /sign/:token/document.pdf', () => {
  it('sends the whole file, says that it takes ranges, and may be kept by the browser only', async () => {
    const { get } = await openApi();
    const answer = await get();
    expect([answer.statusCode, answer.rawPayload]).toEqual([200, CONTENT]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      etag: ETAG,
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
    });
  });

  it('may be replaced at an address without a version, so that the browser asks each time', async () => {
    const { api } = await openApi();
    const answer = await api.inject({ url: '/sign/token/document.pdf' });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  });

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=900-', 900, 999],
    ['bytes=-100', 900, 999],
  ])('reads and sends nothing but %s', async (range, first, last) => {
    const { get, blobs } = await openApi();
    const answer = await get({ range, 'if-range': ETAG });
    expect([answer.statusCode, answer.rawPayload]).toEqual([206, CONTENT.subarray(first, last + 1)]);
    expect(answer.headers).toMatchObject({
      'content-range': `bytes ${first}-${last}/1000`,
      'content-length': String(last - first + 1),
      'content-type': 'application/pdf',
      etag: ETAG,
    });
    expect(blobs.reads).toEqual([{ first, last }]);
  });

  it('sends the whole file for several ranges and for another file than If-Range names', async () => {
    const { get } = await openApi();
    expect((await get({ range: 'bytes=0-1,5-6' })).statusCode).toBe(200);
    const other = await get({ range: 'bytes=0-1', 'if-range': '"other"' });
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, 1000]);
  });

  it('refuses a range outside the file with its size, in JSON that is not cached as the file', async () => {
    const { get, blobs } = await openApi();
    const answer = await get({ range: 'bytes=1000-', 'accept-language': 'sv' });
    expect(answer.statusCode).toBe(416);
    expect(answer.json()).toMatchObject({ code: 416, errorCode: 'range_not_satisfiable' });
    expect(answer.headers['content-range']).toBe('bytes */1000');
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.headers['cache-control'] ?? '').not.toContain('immutable');
    expect(blobs.reads).toEqual([]);
  });

  it('sends nothing to who has it', async () => {
    const { get, blobs } = await openApi();
    const answer = await get({ 'if-none-match': ETAG, range: 'bytes=0-1' });
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([304, 0]);
    expect(answer.headers).toMatchObject({ etag: ETAG, 'cache-control': expect.stringContaining('private') });
    expect(answer.headers['content-type']).toBeUndefined();
    expect(blobs.reads).toEqual([]);
  });

  it('answers HEAD without reading, whatever the range', async () => {
    const { get, blobs } = await openApi();
    const answer = await get({ range: 'bytes=0-1' }, 'HEAD');
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 0]);
    expect(answer.headers).toMatchObject({ 'content-length': '1000', 'accept-ranges': 'bytes', etag: ETAG });
    expect(blobs.reads).toEqual([]);
  });

  it('asks for every range whether the link still holds', async () => {
    const { get, asked } = await openApi();
    await get({ range: 'bytes=0-1' });
    await get({ range: 'bytes=2-3' });
    await get({ 'if-none-match': ETAG });
    await get({}, 'HEAD');
    expect(asked()).toBe(4);
  });

  it('refuses ranges of a revoked document, and knows no entity tag of it', async () => {
    const revoked = async () => {
      throw new SigningError('document_not_signable', { status: 'revoked' });
    };
    const { get } = await openApi(revoked);
    for (const headers of [{ range: 'bytes=0-1' }, { 'if-none-match': ETAG }, { 'if-none-match': '*' }]) {
      const answer = await get(headers);
      expect(answer.json()).toMatchObject({ code: 403, errorCode: 'document_not_signable' });
      expect(answer.headers.etag).toBeUndefined();
    }
    expect((await get({}, 'HEAD')).statusCode).toBe(403);
  });

  it('answers a file that is gone in JSON, without the headers of the file', async () => {
    const { get } = await openApi(async () => ({ blobId: 'gone' }));
    const answer = await get({ range: 'bytes=0-1' });
    expect(answer.json()).toMatchObject({ code: 404, errorCode: 'download_not_found' });
    expect(answer.headers['accept-ranges']).toBeUndefined();
    expect(answer.headers['content-range']).toBeUndefined();
  });

  it('lets a page read a document in more requests than others may make', async () => {
    const blobs = new MemoryBlobs();
    blobs.blobs.set('prepared-1', CONTENT);
    const readFile = async () => ({ blobId: 'prepared-1' });
    const settings = { rateLimitPerMinute: 2 } as never;
    const { api } = await buildApi({ blobs, signing: { signingPages: { readFile } }, settings });
    const answer = await api.inject({ url: URL, headers: { range: 'bytes=0-1' } });
    expect(answer.headers['x-ratelimit-limit']).toBe('10');
  });
});

describe('files that are saved', () => {
  it('answer ranges, so that a download can be resumed, and are not kept', async () => {
    const blobs = new MemoryBlobs();
    blobs.blobs.set('sealed-1', CONTENT);
    const readSealedFile = async () => ({ blobId: 'sealed-1', fileName: 'a.pdf' });
    const { api } = await buildApi({ blobs, signing: { signingPages: { readSealedFile } } });
    const headers = { range: 'bytes=500-' };
    const answer = await api.inject({ url: '/sign/token/sealed.pdf', headers });
    expect([answer.statusCode, answer.rawPayload]).toEqual([206, CONTENT.subarray(500)]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringContaining('a.pdf'),
    });
  });
});
