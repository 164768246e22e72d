import { describe, expect, it } from 'vitest';
import { openDocumentSource } from './open-pdf.ts';
import { fetchStart, RANGE_BYTES, type Send } from './start-pdf-worker.ts';

/** Responds as the service does. `faults` are used first: a status, or null for a lost connection. */
function serve(size: number, faults: (number | null)[] = []) {
  const content = new Uint8Array(size).map((_, index) => index % 251);
  const ranges: string[] = [];
  const send = async (_url: string, init: RequestInit): Promise<Response> => {
    const range = new Headers(init.headers).get('range') ?? '';
    ranges.push(range);
    const fault = faults.shift();
    if (fault === null) throw new TypeError('network error');
    if (fault !== undefined) return new Response('', { status: fault });
    const [, first = 0, last = 0] = (/(\d+)-(\d+)/.exec(range) ?? []).map(Number);
    const end = Math.min(last, size - 1);
    const headers = { 'content-range': `bytes ${first}-${end}/${size}` };
    return new Response(content.slice(first, end + 1), { status: 206, headers });
  };
  return { send, ranges, content };
}

const ignore = (): void => undefined;

const open = async (send: Send, onLost: (error: unknown) => void = ignore) =>
  openDocumentSource('/d.pdf', await fetchStart('/d.pdf', send), onLost, send);

describe('the source of a document', () => {
  it('reads a small document in one request', async () => {
    const { send, ranges, content } = serve(15_000);
    expect(await open(send)).toEqual({ data: content });
    expect(ranges).toEqual(['bytes=0-65535']);
  });

  it('reads of a large document what is asked for', async () => {
    const { send, ranges, content } = serve(10_000_000);
    const source = await open(send);
    if (!('range' in source)) throw new Error('expected ranges');
    const received = new Promise<{ begin: number; chunk: Uint8Array }>((resolve) => {
      source.range.transportReady(resolve as never);
    });
    source.range.requestDataRange(RANGE_BYTES * 10, RANGE_BYTES * 11);
    const { begin, chunk } = await received;
    expect([begin, chunk]).toEqual([327_680, content.slice(327_680, 360_448)]);
    expect(ranges).toEqual(['bytes=0-65535', 'bytes=327680-360447']);
    expect(source.range.length).toBe(10_000_000);
  });

  it('reads ahead, more and more, when range after range is asked for', async () => {
    // The table of 150,000 objects took 103 requests, 41 s of waiting on a mobile connection.
    const { send, ranges } = serve(10_000_000);
    const source = await open(send);
    if (!('range' in source)) throw new Error('expected ranges');
    const { range } = source;
    const received: ((end: number) => void)[] = [];
    range.transportReady(((part: { begin: number; chunk: Uint8Array }) =>
      received.shift()?.(part.begin + part.chunk.length)) as never);
    const read = (begin: number) =>
      new Promise<number>((resolve) => {
        received.push(resolve);
        range.requestDataRange(begin, begin + RANGE_BYTES);
      });
    let end = RANGE_BYTES * 100;
    while (end < RANGE_BYTES * 203) end = await read(end);
    expect(ranges.length).toBeLessThan(18);
    expect(end).toBeLessThanOrEqual(RANGE_BYTES * 211);
    const before = end;
    expect(await read(RANGE_BYTES * 10)).toBe(RANGE_BYTES * 11);
    expect(await read(before)).toBe(before + RANGE_BYTES);
    // The last one ends with the document.
    expect(await read(RANGE_BYTES * 304)).toBe(RANGE_BYTES * 305);
    expect(await read(RANGE_BYTES * 305)).toBe(10_000_000);
  });

  it('takes the whole document from a proxy that knows no ranges', async () => {
    const content = new Uint8Array(200_000);
    const send = async () => new Response(content, { status: 200 });
    expect(await open(send)).toEqual({ data: content });
  });

  it('does not try again when it is refused', async () => {
    const { send, ranges } = serve(15_000, [403]);
    await expect(open(send)).rejects.toMatchObject({
      params: { status: 403 },
    });
    expect(ranges).toHaveLength(1);
  });

  it('tells when a range is refused later, as pdf.js would wait for it', async () => {
    const { send } = serve(10_000_000);
    let report: (error: unknown) => void = ignore;
    const lost = new Promise((resolve) => {
      report = resolve;
    });
    let count = 0;
    const source = await open(async (url, init) => {
      count += 1;
      return count === 1 ? send(url, init) : new Response('', { status: 403 });
    }, report);
    if (!('range' in source)) throw new Error('expected ranges');
    source.range.transportReady(ignore as never);
    source.range.requestDataRange(RANGE_BYTES * 10, RANGE_BYTES * 11);
    expect(await lost).toMatchObject({ code: 'request_refused', params: { status: 403 } });
  });
});
