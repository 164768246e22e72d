import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApi } from './testing/build-api.ts';

const URL = '/v1/docs/drafts/3f0b3a52-3c1e-4d5f-9d8e-2b7a4a9e6f10/file';

describe('the PDF that was made for one answer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  const path = join(folder, 'preview.pdf');
  let asked: PromiseWithResolvers<void>;
  let drawn: PromiseWithResolvers<void>;
  let released: PromiseWithResolvers<void>;
  beforeEach(() => {
    [asked, drawn, released] = [Promise.withResolvers(), Promise.withResolvers(), Promise.withResolvers()];
  });
  afterEach(() => rm(path, { force: true }));
  afterAll(() => rmSync(folder, { recursive: true }));

  const preview = async () => {
    asked.resolve();
    await drawn.promise;
    writeFileSync(path, '%PDF-1.7');
    const release = () => rm(path, { force: true }).then(released.resolve);
    return { path, fileName: 'a.pdf', release };
  };

  it('is sent, and removed', async () => {
    const { api, authorize } = await buildApi({ signing: { drafts: { preview } } });
    drawn.resolve();
    const answer = await api.inject({ url: URL, headers: await authorize() });
    expect([answer.statusCode, answer.body]).toEqual([200, '%PDF-1.7']);
    expect(existsSync(path)).toBe(false);
  });

  // Each download of a full or broken disk kept a handle until the process had no more.
  it.skipIf(process.platform !== 'linux')('is closed if it cannot be removed', async () => {
    const broken = async () => ({
      ...(await preview()),
      release: () => Promise.reject(new Error('the disk is read-only')),
    });
    const { api, authorize } = await buildApi({ signing: { drafts: { preview: broken } } });
    drawn.resolve();
    const answer = await api.inject({ url: URL, headers: await authorize() });
    expect(answer.statusCode).toBe(500);
    expect(listOpenFiles()).not.toContain(path);
  });

  // It was removed when the response closed, which it had before: one tenant could fill the disk.
  it('is removed for a client that left while it was drawn', async () => {
    const { api, authorize } = await buildApi({ signing: { drafts: { preview } } });
    const closed = Promise.withResolvers<void>();
    api.addHook('onRequest', async (_, reply) => {
      reply.raw.once('close', () => closed.resolve());
    });
    await api.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.server.address() as AddressInfo;
    const client = request({ port, path: URL, headers: await authorize() });
    client.on('error', () => undefined);
    client.end();
    await asked.promise;
    client.destroy();
    await closed.promise;
    drawn.resolve();
    await released.promise;
    expect(existsSync(path)).toBe(false);
    await api.close();
  });
});

function listOpenFiles(): readonly string[] {
  const folder = '/proc/self/fd';
  return readdirSync(folder).flatMap((descriptor) => {
    try {
      return [readlinkSync(join(folder, descriptor))];
    } catch {
      // That of the list itself.
      return [];
    }
  });
}
