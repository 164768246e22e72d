import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPrograms, runProgram } from '@countersign/pdf/testing';
import { cacheValidationData, type NetworkRequest, openCscSigner, sendOverHttp } from '@countersign/seal';
import { type InlineOptions, inlineToolkit, type PadesSettings } from '@countersign/toolkit';
import { createToolkitPool } from '@countersign/workers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSamplePdf } from '../../packages/seal/testing/sample-pdf.ts';
import { startTestAuthority, type TestAuthority } from '../../packages/seal/testing/test-authority.ts';
import { startTestRemoteSigner } from '../../packages/seal/testing/test-remote-signer.ts';

const REQUEST = { reason: 'All have signed', signedAt: new Date().toISOString() };

const hasOpenssl = hasPrograms('openssl');
let authority: TestAuthority;

beforeAll(async () => {
  if (hasOpenssl) authority = await startTestAuthority();
}, 60_000);
afterAll(() => authority?.close());

function createTwoThreads(options: InlineOptions) {
  return createToolkitPool({ ...options, threads: 2 });
}

describe.skipIf(!hasOpenssl).each([
  ['inline', inlineToolkit],
  ['on threads', createTwoThreads],
] as const)('a toolkit %s that seals above B-B', (_, create) => {
  const folder = mkdtempSync(join(tmpdir(), 'sealing-levels-'));
  const input = join(folder, 'input.pdf');
  const output = join(folder, 'output.pdf');
  const sent: NetworkRequest[] = [];
  const send = (request: NetworkRequest) => {
    sent.push(request);
    return sendOverHttp(request);
  };

  beforeAll(async () => writeFileSync(input, await createSamplePdf()));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** To make a key takes longer than a seal. */
  const pem = () =>
    ({ kind: 'pem', certificatePath: authority.chainPath, keyPath: authority.keyPath }) as const;

  function pades(more: Partial<PadesSettings>): PadesSettings {
    const down = authority.addServer('down', async (_query, response) => void response.writeHead(503).end());
    const authorities = [{ url: down }, { url: authority.timestampUrl }];
    return { level: 'B-T', demand: 'required', authorities, ...more };
  }

  it('sends by the way it was handed, and reports who failed and who stated the time', async () => {
    await using toolkit = create({ signer: pem(), pades: pades({}), send });
    const { seal } = await toolkit.seal({ input, output, ...REQUEST });
    const [failure] = seal.failures;
    expect(failure).toMatchObject({ authority: `${authority.url}/down`, reason: 'http_status' });
    expect(seal).toMatchObject({ level: 'B-T', timestamp: { authority: authority.timestampUrl } });
    expect((await toolkit.verify({ input: output })).signatures).toMatchObject([
      { valid: true, timestamp: { time: seal.timestamp?.time, authority: 'Test tsa' } },
    ]);
    expect(sent.map(({ url }) => url)).toContain(authority.timestampUrl);
  });

  it('reaches B-LTA, asking responders and lists by the same way', async () => {
    await using toolkit = create({ signer: pem(), pades: pades({ level: 'B-LTA' }), send });
    sent.length = 0;
    const { seal } = await toolkit.seal({ input, output, ...REQUEST });
    expect(seal.level).toBe('B-LTA');
    const paths = sent.map(({ url }) => new URL(url).pathname);
    expect(paths).toEqual(expect.arrayContaining(['/ocsp/middle', '/root.crl']));
    expect((await toolkit.verify({ input: output })).signatures).toMatchObject([
      { fieldName: 'Seal', valid: true },
      { fieldName: 'Timestamp', valid: true, coversWholeDocument: true },
    ]);
  });

  it('reaches B-LTA with a remote key, called once', async () => {
    const chain = readFileSync(authority.chainPath, 'utf8');
    const server = await startTestRemoteSigner({ keyPath: authority.keyPath, chain });
    const { url, credentialId } = server;
    const opened = await openCscSigner([{ url, credentialId, send: sendOverHttp }]);
    await using toolkit = create({
      signer: { kind: 'remote', ...opened },
      pades: pades({ level: 'B-LTA' }),
      send,
    });
    const { seal } = await toolkit.seal({ input, output, ...REQUEST });
    await server.close();
    expect(seal.level).toBe('B-LTA');
    expect(server.requests).toEqual(['credentials/info', 'signatures/signHash']);
    expect((await toolkit.verify({ input: output })).signatures).toMatchObject([
      { fieldName: 'Seal', valid: true, signerName: 'Test sealer', level: 'B-LTA' },
      { fieldName: 'Timestamp', valid: true, coversWholeDocument: true },
    ]);
    if (hasPrograms('pdfsig'))
      expect(runProgram('pdfsig', ['-nocert', output]).text).toContain('Signature is Valid');
  });

  it('asks responders and lists once for all seals, whatever thread they are made on', async () => {
    const options = {
      signer: pem(),
      pades: pades({ level: 'B-LT' }),
      send: cacheValidationData(send),
    };
    await using toolkit = create(options);
    sent.length = 0;
    const outputs = [1, 2, 3, 4].map((number) => join(folder, `cached-${number}.pdf`));
    const reports = await Promise.all(
      outputs.map((path) => toolkit.seal({ input, output: path, ...REQUEST })),
    );
    expect(reports.map(({ seal }) => seal.level)).toEqual(outputs.map(() => 'B-LT'));
    const paths = sent.map(({ url }) => new URL(url).pathname).filter((path) => /ocsp|crl/.test(path));
    expect(paths.toSorted()).toEqual(['/ocsp/middle', '/root.crl']);
  });

  it('rejects with a code when the level is required and the network says no', async () => {
    const authorities = [{ url: `${authority.url}/nowhere` }];
    await using toolkit = create({ signer: pem(), pades: pades({ authorities }), send });
    await expect(toolkit.seal({ input, output: join(folder, 'none.pdf'), ...REQUEST })).rejects.toMatchObject(
      {
        code: 'timestamp_unavailable',
        params: { authorities: 1, reason: 'http_status' },
      },
    );
  });

  it('keeps the error of the host channel: a timeout differs from an unreachable server', async () => {
    const fail = (code: string) => Promise.reject(Object.assign(new Error('no answer'), { code }));
    await using toolkit = create({
      signer: pem(),
      pades: pades({ demand: 'preferred' }),
      send: ({ url }) => fail(url.endsWith('/down') ? 'timed_out' : 'ECONNREFUSED'),
    });
    const { seal } = await toolkit.seal({ input, output, ...REQUEST });
    expect(seal.level).toBe('B-B');
    expect(seal.failures).toMatchObject([
      { reason: 'timed_out', message: 'no answer' },
      { reason: 'not_reachable', message: 'no answer' },
    ]);
  });

  it('says that a way to the network is missing', async () => {
    await using toolkit = create({ signer: pem(), pades: pades({ demand: 'preferred' }) });
    const { seal } = await toolkit.seal({ input, output, ...REQUEST });
    expect(seal.failures[0]?.message).toContain('`send`');
  });
});
