import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeZip, type ZipEntry } from '../../packages/api/export/write-zip.ts';
import { hasPrograms, runToSuccess } from '../../packages/pdf/testing/outside-programs.ts';

const DATE = new Date('2026-11-29T10:20:30Z');

/** Prints the names, and the contents' SHA-256 by name; Python checks each CRC. */
const READ = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    print(json.dumps([[i.filename, list(i.date_time), hashlib.sha256(z.read(i)).hexdigest()] for i in z.infolist()]))
`;

async function write(entries: Iterable<ZipEntry>): Promise<Buffer> {
  async function* all() {
    yield* entries;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of writeZip(all(), DATE)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const COUNT = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    print(len(z.infolist()))
`;

function ask<Answer>(zip: Buffer, program: string): Answer {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  try {
    const path = join(folder, 'it.zip');
    writeFileSync(path, zip);
    return JSON.parse(runToSuccess('python3', ['-c', program, path]).toString());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function* chunksOf(bytes: Buffer) {
  yield bytes.subarray(0, 100_000);
  yield bytes.subarray(100_000);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!hasPrograms('python3'))('a ZIP file', () => {
  it('[R03-07] has what it was given, and the sums of it in the last entry', async () => {
    const large = randomBytes(3_000_000);
    const given: [string, Buffer][] = [
      ['räksmörgås/a.json', Buffer.from('{}')],
      ['empty', Buffer.alloc(0)],
      ['large.pdf', large],
    ];
    const zip = await write(
      given.map(([path, bytes]) => ({
        path,
        content: path === 'large.pdf' ? chunksOf(bytes) : bytes,
      })),
    );
    const sums = given.map(([path, bytes]) => `${sha256(bytes)}  ${path}\n`).join('');
    expect(ask(zip, READ)).toEqual(
      [...given, ['SHA256SUMS', Buffer.from(sums)] as const].map(([path, bytes]) => [
        path,
        [2026, 11, 29, 10, 20, 30],
        sha256(bytes),
      ]),
    );
  });

  it('has more entries than the directory of a small one can count', async () => {
    const count = 65_600;
    const zip = await write(
      Array.from({ length: count }, (_, index) => ({ path: `${index}`, content: Buffer.alloc(0) })),
    );
    expect(ask(zip, COUNT)).toBe(count + 1);
  }, 120_000);

  it('[R03-09] asks for content when it is read, and lets go of it when nobody reads on', async () => {
    let given = 0;
    let isClosed = false;
    async function* content() {
      try {
        for (;;) {
          given += 1;
          yield randomBytes(65_536);
        }
      } finally {
        isClosed = true;
      }
    }
    async function* entries() {
      yield { path: 'endless', content: content() };
    }
    let size = 0;
    for await (const chunk of writeZip(entries(), DATE)) {
      size += chunk.length;
      if (size > 10_000_000) break;
    }
    expect(given * 65_536).toBeLessThan(size + 2_000_000);
    await expect.poll(() => isClosed).toBe(true);
  });

  it('fails as its content does', async () => {
    async function* broken() {
      yield Buffer.from('a');
      throw new Error('the disk is gone');
    }
    await expect(write([{ path: 'a', content: broken() }])).rejects.toThrow('the disk is gone');
  });
});
