import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type BlobStore, BlobsUnavailable } from '@countersign/signing/ports';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../testing/temporary-dir.ts';
import { openDiskBlobs } from './disk-blobs.ts';

const dir = makeTemporaryDir();
afterAll(() => dir.remove());

describe('a disk that goes away', () => {
  let home: string;
  let blobs: BlobStore;
  beforeEach(async () => {
    home = `${dir.path}/${randomBytes(8).toString('hex')}`;
    blobs = await openDiskBlobs(home);
    await store('kept');
  });

  const store = (blobId: string) => blobs.putStream(blobId, Readable.from([Buffer.from('here')]), 10);

  async function expectOutage(): Promise<void> {
    await expect(store('new')).rejects.toBeInstanceOf(BlobsUnavailable);
    await expect(blobs.putFile('new', `${home}/scratch/x.pdf`)).rejects.toBeInstanceOf(BlobsUnavailable);
    await expect(blobs.read('kept')).rejects.toBeInstanceOf(BlobsUnavailable);
    await expect(blobs.localPath('kept')).rejects.toBeInstanceOf(BlobsUnavailable);
    await expect(blobs.remove('kept')).rejects.toBeInstanceOf(BlobsUnavailable);
    await expect(blobs.scratchPath('pdf')).rejects.toBeInstanceOf(BlobsUnavailable);
    await expect(blobs.checkWritable()).rejects.toBeInstanceOf(BlobsUnavailable);
  }

  async function expectRecovery(): Promise<void> {
    await blobs.checkWritable();
    await store('new');
    expect(await text((await blobs.read('kept')).stream)).toBe('here');
  }

  it.each(['', '/blobs'])(
    'is an outage and no missing blob, nothing is made in its place: %j',
    async (part) => {
      renameSync(home + part, `${home}.away`);
      await expectOutage();
      renameSync(`${home}.away`, home + part);
      await expectRecovery();
    },
  );

  it('is an outage when a file lies where the folder was', async () => {
    renameSync(`${home}/blobs`, `${home}/away`);
    writeFileSync(`${home}/blobs`, '');
    await expectOutage();
    rmSync(`${home}/blobs`);
    renameSync(`${home}/away`, `${home}/blobs`);
    await expectRecovery();
  });

  it('makes the scratch folder again, which holds nothing that lasts', async () => {
    rmSync(`${home}/scratch`, { recursive: true });
    await expectRecovery();
  });

  it('is unavailable while the folder of a blob cannot be made', async () => {
    writeFileSync(`${home}/blobs/ew`, '');
    await expect(store('new')).rejects.toBeInstanceOf(BlobsUnavailable);
    expect(readdirSync(`${home}/scratch`)).toEqual([]);
  });
});

// A limit on file sizes fails within a write, as a full disk does.
it('removes what was half written when the disk takes no more', () => {
  const home = `${dir.path}/full`;
  mkdirSync(home);
  const script = `
    const { readdirSync } = await import('node:fs');
    const { openDiskBlobs } = await import('${new URL('./disk-blobs.ts', import.meta.url)}');
    const { Readable } = await import('node:stream');
    const blobs = await openDiskBlobs('${home}');
    const chunks = Array.from({ length: 40 }, () => Buffer.alloc(10_000, 1));
    const error = await blobs.putStream('large', Readable.from(chunks), 1_000_000).catch((e) => e);
    await blobs.putStream('small', Readable.from([Buffer.from('x')]), 10);
    console.log(error.name, error.cause.code, readdirSync('${home}/scratch').length);`;
  const limited = `trap '' XFSZ; ulimit -f 100; exec "${process.execPath}" --input-type=module -e "$SCRIPT"`;
  const { stdout, stderr } = spawnSync('sh', ['-c', limited], {
    encoding: 'utf8',
    env: { ...process.env, SCRIPT: script },
  });
  expect(`${stdout}${stderr}`).toBe('BlobsUnavailable EFBIG 0\n');
});
