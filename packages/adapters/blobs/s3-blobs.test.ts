import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BlobMissing, BlobsUnavailable } from '@countersign/signing/ports';
import { blobStoreContract } from '@countersign/signing/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Conditions, type S3Server, startS3Server } from '../testing/s3-server.ts';
import { makeTemporaryDir } from '../testing/temporary-dir.ts';
import { openS3Blobs, type S3Blobs } from './s3-blobs.ts';
import type { S3Location } from './s3-bucket.ts';

const MIB = 1024 * 1024;
const ROOMY = 64 * MIB;

const dir = makeTemporaryDir();
afterAll(() => dir.remove());

function locationOf(server: S3Server, changes: Partial<S3Location> = {}): S3Location {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = server;
  return {
    endpoint,
    region: 'eu-north-1',
    bucket,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    prefix: '',
    ...changes,
  };
}

/** A node with a new folder. */
function openNode(server: S3Server, cacheBytes = ROOMY, changes: Partial<S3Location> = {}): Promise<S3Blobs> {
  return openS3Blobs(locationOf(server, changes), { dir: `${dir.path}/${randomUUID()}`, cacheBytes });
}

const text = (content: string) => Readable.from([Buffer.from(content)]);

describe.each<Conditions>(['kept', 'ignored', 'refused'])(
  'on a store where If-None-Match is %s',
  (conditions) => {
    blobStoreContract(async () => {
      const server = await startS3Server(conditions);
      const blobs = await openNode(server, ROOMY, { prefix: 'signing/' });
      expect(blobs.isConditional).toBe(conditions === 'kept');
      return {
        blobs,
        close: async () => {
          blobs.close();
          await server.close();
        },
      };
    });
  },
);

describe('two nodes on one bucket', () => {
  let server: S3Server;
  let nodes: S3Blobs[];
  beforeAll(async () => {
    server = await startS3Server();
    nodes = [await openNode(server), await openNode(server)];
  });
  afterAll(async () => {
    for (const node of nodes) node.close();
    await server.close();
  });

  it.each([
    [409, 'ConditionalRequestConflict'],
    [429, 'TooManyRequests'],
    [503, 'SlowDown'],
    [500, 'InternalError'],
    [400, 'RequestTimeout'],
  ])('stores and reads a blob although the store answers %i %s once', async (status, code) => {
    const blobId = randomUUID();
    server.refusals.push({ method: 'PUT', status, code });
    await nodes[0]?.putStream(blobId, text('kept'), 100);
    expect(server.refusals).toEqual([]);
    // Only writes conflict.
    if (status !== 409) server.refusals.push({ method: 'GET', status, code });
    const stored = await nodes[1]?.read(blobId);
    expect(stored && (await buffer(stored.stream)).toString()).toBe('kept');
    expect(server.refusals).toEqual([]);
  });

  it('pauses before it writes again to a store that is busy, and ends after a few attempts', async () => {
    const refusals = Array.from(
      { length: 10 },
      () => ({ method: 'PUT', status: 503, code: 'SlowDown' }) as const,
    );
    server.refusals.push(...refusals);
    const begin = performance.now();
    const work = nodes[0]?.putStream(randomUUID(), text('refused'), 100);
    await expect(work).rejects.toBeInstanceOf(BlobsUnavailable);
    // At least half of 0.5, 1 and 2 s. Timers may end a millisecond early.
    expect(performance.now() - begin).toBeGreaterThan(1_740);
    expect(server.refusals.splice(0)).toHaveLength(6);
  });

  it('writes once what the store refuses for good', async () => {
    server.refusals.push({ method: 'PUT', status: 400, code: 'InvalidRequest' });
    const work = nodes[0]?.putStream(randomUUID(), text('refused'), 100);
    await expect(work).rejects.toBeInstanceOf(BlobsUnavailable);
    expect(server.refusals).toEqual([]);
  });

  it('of writers of one id at the same moment one wins, and all learn what is stored', async () => {
    const blobId = randomUUID();
    const contents = Array.from({ length: 8 }, () => randomBytes(2_000));
    const stored = await Promise.all(
      contents.map((bytes, index) => {
        const node = nodes[index % 2];
        if (node === undefined) throw new Error('there are two');
        return node.putStream(blobId, Readable.from([bytes]), 2_000);
      }),
    );
    expect(new Set(stored.map(({ sha256 }) => sha256)).size).toBe(1);
    for (const node of nodes) {
      const bytes = await buffer((await node.read(blobId)).stream);
      expect(contents.some((content) => content.equals(bytes))).toBe(true);
      expect(readFileSync((await node.localPath(blobId)).path).equals(bytes)).toBe(true);
    }
  });

  it('one reads, and removes, what the other has stored', async () => {
    const [one, other] = nodes;
    await one?.putStream('shared', text('from one'), 100);
    const local = await other?.localPath('shared');
    expect(readFileSync(local?.path ?? '', 'utf8')).toBe('from one');
    await local?.release();
    await other?.remove('shared');
    await expect(one?.read('shared')).rejects.toBeInstanceOf(BlobMissing);
  });

  it('gives an address that downloads for a while, under the name asked for', async () => {
    const [one] = nodes;
    await one?.putStream('public', text('%PDF-'), 100);
    const disposition = 'attachment; filename="Contract.pdf"; filename*=UTF-8\'\'Contract%20%28%C3%A5%29.pdf';
    const url = new URL((await one?.presign('public', { disposition, seconds: 600 })) ?? '');
    expect(url.searchParams.get('X-Amz-Expires')).toBe('600');
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, '%PDF-']);
    expect(answer.headers.get('content-disposition')).toBe(disposition);
    url.searchParams.set('X-Amz-Expires', '6000');
    expect((await fetch(url)).status).toBe(403);
  });
});

describe('a bucket', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
  });
  afterAll(() => server.close());
  const opened: S3Blobs[] = [];
  afterEach(() => {
    for (const blobs of opened.splice(0)) blobs.close();
  });
  async function open(...args: Parameters<typeof openNode> extends [unknown, ...infer R] ? R : never) {
    const blobs = await openNode(server, ...args);
    opened.push(blobs);
    return blobs;
  }

  it('that does not exist, or whose keys are wrong, is an outage and no missing blob', async () => {
    await expect(open(ROOMY, { bucket: 'elsewhere' })).rejects.toBeInstanceOf(BlobsUnavailable);
    const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'wrong' };
    await expect(open(ROOMY, { credentials })).rejects.toBeInstanceOf(BlobsUnavailable);
  });

  it('may have been filled from a disk: objects without our metadata are read, and described', async () => {
    const blobs = await open();
    const blobId = randomUUID();
    await blobs.putStream(blobId, text('copied'), 100);
    const metadata = `${server.directory}/${blobId.slice(-2)}/${blobId}._S3rver_metadata.json`;
    const { 'x-amz-meta-sha256': _, ...rest } = JSON.parse(readFileSync(metadata, 'utf8'));
    writeFileSync(metadata, JSON.stringify(rest));
    const node = await open();
    const stored = await node.putStream(blobId, text('another'), 100);
    expect(stored).toMatchObject({ size: 6, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(readFileSync((await node.localPath(blobId)).path, 'utf8')).toBe('copied');
  });

  it('whose bytes changed is found out by every reading of the whole', async () => {
    const blobs = await open();
    const blobId = randomUUID();
    await blobs.putStream(blobId, text('authentic'), 100);
    writeFileSync(`${server.directory}/${blobId.slice(-2)}/${blobId}._S3rver_object`, 'falsified');
    const { stream } = await blobs.read(blobId);
    await expect(buffer(stream)).rejects.toBeInstanceOf(BlobsUnavailable);
    const node = await open();
    await expect(node.localPath(blobId)).rejects.toBeInstanceOf(BlobsUnavailable);
  });

  it('is not asked for a file that is not there', async () => {
    const blobs = await open();
    const path = await blobs.scratchPath('pdf');
    await expect(blobs.putFile('nothing', path)).rejects.toBeInstanceOf(BlobsUnavailable);
  });

  it('gets an upload while it is read from the disk, in one request', async () => {
    const blobs = await open();
    const bytes = randomBytes(20 * MIB);
    const before = server.requests.length;
    await blobs.putStream('large', Readable.from([bytes]), bytes.length);
    expect(server.requests.slice(before).map((line) => line.split(' ')[0])).toEqual(['PUT']);
  });
});

describe('local copies', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
  });
  afterAll(() => server.close());

  it('are downloaded once for readers at the same time, and again only after they were removed', async () => {
    const writer = await openNode(server);
    await writer.putStream('wanted', Readable.from([randomBytes(100_000)]), 100_000);
    const home = `${dir.path}/${randomUUID()}`;
    const blobs = await openS3Blobs(locationOf(server), { dir: home, cacheBytes: 250_000 });
    const countReads = () => server.requests.filter((line) => line.startsWith('GET')).length;
    const before = countReads();
    const lent = await Promise.all(Array.from({ length: 5 }, () => blobs.localPath('wanted')));
    expect(countReads() - before).toBe(1);
    await Promise.all(lent.map(({ release }) => release()));
    expect(readdirSync(`${home}/cache`)).toHaveLength(1);

    for (const blobId of ['b', 'c']) {
      await writer.putStream(blobId, Readable.from([randomBytes(100_000)]), 100_000);
      await (await blobs.localPath(blobId)).release();
    }
    expect(readdirSync(`${home}/cache`)).toHaveLength(2);
    await (await blobs.localPath('wanted')).release();
    expect(countReads() - before).toBe(4);
    writer.close();
    blobs.close();
  });

  it('that are being read stay, also beyond the limit and when the blob is removed', async () => {
    const home = `${dir.path}/${randomUUID()}`;
    const blobs = await openS3Blobs(locationOf(server), { dir: home, cacheBytes: 10 });
    for (const blobId of ['one', 'two']) await blobs.putStream(blobId, text(blobId.repeat(10)), 100);
    const lent = [await blobs.localPath('one'), await blobs.localPath('two')];
    await blobs.remove('one');
    expect(lent.map(({ path }) => readFileSync(path, 'utf8').length)).toEqual([30, 30]);
    await Promise.all(lent.map(({ release }) => release()));
    expect(readdirSync(`${home}/cache`)).toEqual([]);
    blobs.close();
  });

  it('of a process that was killed are gone at the next start', async () => {
    const home = `${dir.path}/${randomUUID()}`;
    for (const folder of ['cache', 'scratch']) {
      await mkdir(`${home}/${folder}`, { recursive: true });
      await writeFile(`${home}/${folder}/half`, 'half a blob');
    }
    const blobs = await openS3Blobs(locationOf(server), { dir: home, cacheBytes: ROOMY });
    expect([...readdirSync(`${home}/cache`), ...readdirSync(`${home}/scratch`)]).toEqual([]);
    blobs.close();
  });
});

describe('a store that goes away', () => {
  it('is an outage for every method, keeps nothing of an upload, and works again when it is back', async () => {
    const server = await startS3Server();
    const home = `${dir.path}/${randomUUID()}`;
    const blobs = await openS3Blobs(locationOf(server), { dir: home, cacheBytes: 0 });
    const store = (blobId: string) => blobs.putStream(blobId, text('here'), 10);
    await store('kept');
    await (await blobs.localPath('kept')).release();
    await server.goDown();
    await expect(store('new')).rejects.toBeInstanceOf(BlobsUnavailable);
    await expect(blobs.read('kept')).rejects.toBeInstanceOf(BlobsUnavailable);
    await expect(blobs.size('kept')).rejects.toBeInstanceOf(BlobsUnavailable);
    await expect(blobs.localPath('kept')).rejects.toBeInstanceOf(BlobsUnavailable);
    await expect(blobs.remove('kept')).rejects.toBeInstanceOf(BlobsUnavailable);
    await expect(blobs.checkWritable()).rejects.toBeInstanceOf(BlobsUnavailable);
    expect([...readdirSync(`${home}/cache`), ...readdirSync(`${home}/scratch`)]).toEqual([]);
    await server.comeBack();
    await blobs.checkWritable();
    await store('new');
    expect((await buffer((await blobs.read('kept')).stream)).toString()).toBe('here');
    blobs.close();
    await server.close();
  });

  it('in the middle of an upload leaves no blob', async () => {
    const server = await startS3Server();
    const blobs = await openNode(server);
    const before = server.receivedBytes();
    const bytes = randomBytes(30 * MIB);
    const upload = blobs.putStream('half', Readable.from([bytes]), bytes.length);
    const outcome = expect(upload).rejects.toBeInstanceOf(BlobsUnavailable);
    await vi.waitFor(() => expect(server.receivedBytes()).toBeGreaterThan(before + 1000), {
      interval: 1,
      timeout: 20_000,
    });
    await server.goDown();
    await outcome;
    await server.comeBack();
    await expect(blobs.read('half')).rejects.toBeInstanceOf(BlobMissing);
    expect(await blobs.putStream('half', Readable.from([bytes]), bytes.length)).toMatchObject({
      size: bytes.length,
    });
    blobs.close();
    await server.close();
  });
});
