import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { hasPrograms, runProgram } from '@countersign/pdf/testing';
import {
  type OpenedCscSigner,
  openCscSigner,
  RemoteKeyError,
  SealError,
  sendOverHttp,
} from '@countersign/seal';
import { inlineToolkit, type SignerSource } from '@countersign/toolkit';
import { createToolkitPool } from '@countersign/workers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeyFiles, makeKeyFiles } from '../../packages/seal/testing/key-files.ts';
import { createSamplePdf } from '../../packages/seal/testing/sample-pdf.ts';
import {
  startTestRemoteSigner,
  type TestRemoteSigner,
} from '../../packages/seal/testing/test-remote-signer.ts';

const REQUEST = { reason: 'All have signed', signedAt: new Date().toISOString() };

describe.each([
  ['inline', inlineToolkit],
  ['on threads', createToolkitPool],
] as const)('a toolkit %s with a remote key', (_, create) => {
  const folder = mkdtempSync(join(tmpdir(), 'remote-signers-'));
  const input = join(folder, 'input.pdf');
  const output = join(folder, 'output.pdf');
  let server: TestRemoteSigner;
  let opened: OpenedCscSigner;

  beforeAll(async () => {
    writeFileSync(input, await createSamplePdf());
    server = await startTestRemoteSigner(makeKeyFiles(folder, 'ECDSA P-384'), { token: 'let-me-in' });
    const { url, credentialId } = server;
    opened = await openCscSigner([{ url, credentialId, token: 'let-me-in', send: sendOverHttp }]);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  function signerWith(more: Partial<OpenedCscSigner> = {}): SignerSource {
    return { kind: 'remote', ...opened, ...more };
  }

  it('seals what pdfsig and we take for valid, with one call for each seal', async () => {
    await using toolkit = create({ signer: signerWith() });
    server.requests.length = 0;
    for (let run = 0; run < 2; run++) {
      const { seal } = await toolkit.seal({ input, output, ...REQUEST });
      expect(seal).toEqual({ level: 'B-B', timestamp: null, failures: [] });
    }
    expect((await toolkit.verify({ input: output })).signatures).toMatchObject([
      { valid: true, signerName: 'Test ECDSA P-384', coversWholeDocument: true },
    ]);
    expect(server.requests).toEqual(['signatures/signHash', 'signatures/signHash']);
    if (!hasPrograms('pdfsig')) return;
    expect(runProgram('pdfsig', ['-nocert', output]).text).toContain('Signature is Valid');
  });

  it('reports which remote signer failed and why, if another one signed', async () => {
    const locked = {
      name: 'HSM 1',
      signDigest: () => Promise.reject(new RemoteKeyError('refused', 'locked')),
    };
    await using toolkit = create({ signer: signerWith({ keys: [locked, ...opened.keys] }) });
    const { seal } = await toolkit.seal({ input, output, ...REQUEST });
    expect(seal.failures).toEqual([{ authority: 'HSM 1', reason: 'refused', message: 'locked' }]);
  });

  it('asks for the key before every seal: the certificate may change, or no signer be available', async () => {
    const certificates = [opened, undefined, opened];
    const current = async () => {
      const now = certificates.shift();
      if (now) return now;
      throw new SealError('signature_unavailable', 'nobody is there yet', {
        signers: 1,
        reason: 'not_reachable',
      });
    };
    await using toolkit = create({ signer: { kind: 'changing', current } });
    await toolkit.seal({ input, output, ...REQUEST });
    await expect(toolkit.seal({ input, output, ...REQUEST })).rejects.toMatchObject({
      name: 'ToolkitError',
      code: 'signature_unavailable',
      params: { reason: 'not_reachable' },
    });
    const renewed = makeKeyFiles(mkdtempSync(join(folder, 'renewed-')), 'RSA 2048');
    const next = await startTestRemoteSigner(renewed);
    const { url, credentialId } = next;
    certificates[0] = await openCscSigner([{ url, credentialId, send: sendOverHttp }]);
    await toolkit.seal({ input, output, ...REQUEST });
    await next.close();
    expect((await toolkit.verify({ input: output })).signatures).toMatchObject([
      { valid: true, signerName: 'Test RSA 2048' },
    ]);
    // Other operations need no key.
    expect(await toolkit.readPages({ input: output })).toHaveLength(1);
    expect(certificates).toEqual([]);
  });

  it('writes no file when what comes back is no signature of the key', async () => {
    const liar = { name: 'HSM 1', signDigest: async () => new Uint8Array(96).fill(7) };
    await using toolkit = create({ signer: signerWith({ keys: [liar] }) });
    await expect(toolkit.seal({ input, output: join(folder, 'none.pdf'), ...REQUEST })).rejects.toMatchObject(
      {
        code: 'signature_unavailable',
        params: { signers: 1, reason: 'wrong_signature' },
      },
    );
  });
});

describe('the command line', () => {
  const main = new URL('../../packages/toolkit/cli/main.ts', import.meta.url).pathname;
  const folder = mkdtempSync(join(tmpdir(), 'remote-cli-'));
  const output = join(folder, 'output.pdf');
  let files: KeyFiles;
  let input: string;

  beforeAll(async () => {
    input = join(folder, 'input.pdf');
    writeFileSync(input, await createSamplePdf());
    files = makeKeyFiles(folder, 'ECDSA P-256');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function seal(options: readonly string[], settings: Readonly<Record<string, string>> = {}) {
    const env = { PATH: process.env.PATH, ...settings };
    const child = spawn(process.execPath, [main, 'seal', input, '-o', output, ...options], { env });
    const [error, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return { code, error };
  }

  it('seals with a PEM pair or with a remote key, and reports missing settings', async () => {
    const pem = ['--certificate', files.certificatePath, '--key', files.keyPath];
    expect(await seal(pem)).toEqual({ code: 0, error: '' });
    expect((await inlineToolkit().verify({ input: output })).signatures).toMatchObject([
      { valid: true, signerName: 'Test ECDSA P-256' },
    ]);
    expect(await seal(pem.slice(2))).toMatchObject({
      code: 2,
      error: expect.stringContaining('--certificate and --key'),
    });

    const server = await startTestRemoteSigner(files, { token: 'let-me-in' });
    const settings = { SEAL_REMOTE_URLS: server.url, SEAL_REMOTE_CREDENTIAL: server.credentialId };
    const refused = await seal([], settings);
    expect(refused).toMatchObject({ code: 2, error: expect.stringContaining('HTTP status 401') });
    expect(await seal([], { ...settings, SEAL_REMOTE_TOKEN: 'let-me-in' })).toEqual({ code: 0, error: '' });
    await server.close();
    expect(server.requests).toEqual(['credentials/info', 'credentials/info', 'signatures/signHash']);
    expect((await inlineToolkit().verify({ input: output })).signatures).toMatchObject([{ valid: true }]);
  });
});
