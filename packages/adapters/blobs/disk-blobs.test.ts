import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs, { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { BlobStore } from '@countersign/signing/ports';
import { blobStoreContract } from '@countersign/signing/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeTemporaryDir } from '../testing/temporary-dir.ts';
import { openDiskBlobs } from './disk-blobs.ts';

const dir = makeTemporaryDir();
const home = `${dir.path}/deep/store`;
let blobs: BlobStore;

beforeAll(async () => {
  blobs = await openDiskBlobs(home);
});
afterAll(() => dir.remove());

blobStoreContract(async () => ({
  blobs: await openDiskBlobs(`${dir.path}/contract`),
  close: () => Promise.resolve(),
}));

const ESCAPES = [
  '../evil',
  '..',
  '.',
  '',
  'a/b',
  'a\\b',
  '/etc/passwd',
  'a\0b',
  '-rf',
  'x'.repeat(129),
  '.hidden',
];

it.each(ESCAPES)('refuses the id %j in every method', async (blobId) => {
  const refusal = { code: 'blob_id_invalid' };
  await expect(blobs.putStream(blobId, Readable.from(['x']), 10)).rejects.toMatchObject(refusal);
  await expect(blobs.putFile(blobId, await blobs.scratchPath('bin'))).rejects.toMatchObject(refusal);
  await expect(blobs.read(blobId)).rejects.toMatchObject(refusal);
  await expect(blobs.size(blobId)).rejects.toMatchObject(refusal);
  await expect(blobs.localPath(blobId)).rejects.toMatchObject(refusal);
  await expect(blobs.remove(blobId)).rejects.toMatchObject(refusal);
});

it('refuses an extension that is a path', async () => {
  await expect(blobs.scratchPath('/../../x')).rejects.toMatchObject({ code: 'blob_id_invalid' });
});

it('leaves nothing in the scratch area after refusing a stream', async () => {
  await blobs.putStream('kept', Readable.from([Buffer.from('small')]), 10);
  await blobs.putStream('refused', Readable.from([randomBytes(11)]), 10).catch(() => undefined);
  expect(readdirSync(`${home}/scratch`)).toEqual([]);
});

it('empties the scratch area at start and keeps the blobs', async () => {
  await blobs.putStream('stays', Readable.from([Buffer.from('here')]), 10);
  mkdirSync(`${home}/scratch/left`);
  writeFileSync(`${home}/scratch/left/over.pdf`, 'x');
  const reopened = await openDiskBlobs(home);
  expect(readdirSync(`${home}/scratch`)).toEqual([]);
  expect(await text((await reopened.read('stays')).stream)).toBe('here');
});

it('stores one of two that race for an id, and tells both the same', async () => {
  const stores = ['first', 'second'].map((word) =>
    blobs.putStream('raced', Readable.from([Buffer.from(word)]), 10),
  );
  const [first, second] = await Promise.all(stores);
  expect(first).toEqual(second);
});

// The request that made the folder was still syncing its name: after a crash, the other's blob would have been gone.
it('tells nobody that a blob is stored in a folder whose name is not durable yet', async () => {
  const store = (blobId: string) => blobs.putStream(blobId, Readable.from([Buffer.from('here')]), 10);
  await store('elsewhere-n1');
  const names = statSync(`${home}/blobs`).ino;
  const handle = await open(import.meta.filename);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = prototype;
  const held = Promise.withResolvers<void>();
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    if ((await this.stat()).ino === names) await held.promise;
    return sync.call(this);
  });
  try {
    const stored: string[] = [];
    const requests = ['first-n2', 'second-n2'].map((blobId) => store(blobId).then(() => stored.push(blobId)));
    await vi.waitFor(() => expect(readdirSync(`${home}/blobs/n2`)).toHaveLength(2));
    // This takes as many steps as the two would still have to take.
    await store('another-n1');
    expect(stored).toEqual([]);
    held.resolve();
    await Promise.all(requests);
  } finally {
    spy.mockRestore();
  }
});

it('loses no blob that was stored when the process is killed', async () => {
  const killed = `${dir.path}/killed`;
  const script = `
    const { openDiskBlobs } = await import('${new URL('./disk-blobs.ts', import.meta.url)}');
    const { Readable } = await import('node:stream');
    const blobs = await openDiskBlobs('${killed}');
    for (let i = 0; ; i += 1) {
      const content = Buffer.alloc(100_000, i % 256);
      const { sha256 } = await blobs.putStream('blob-' + i, Readable.from([content]), 200_000);
      fs.writeSync(1, 'blob-' + i + ' ' + sha256 + '\\n');
    }`;
  const lines = await runUntilKilled(`import fs from 'node:fs'; ${script}`, 25);
  const reopened = await openDiskBlobs(killed);
  for (const line of lines) {
    const [blobId = '', sha256] = line.split(' ');
    const again = await reopened.putStream(blobId, Readable.from([]), 1);
    expect(again.sha256).toBe(sha256);
  }
  expect(readdirSync(`${killed}/scratch`)).toEqual([]);
  expect(existsSync(`${killed}/blobs`)).toBe(true);
  expect(fs.readdirSync(`${killed}/blobs`).length).toBeGreaterThan(0);
});

/** Runs a child process, kills it after `lines` lines and resolves with its output. */
async function runUntilKilled(script: string, lines: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.split('\n').length > lines) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.once('close', resolve));
  return output.split('\n').slice(0, -1);
}
