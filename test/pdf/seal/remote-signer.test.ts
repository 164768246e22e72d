import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPdf } from '@countersign/pdf';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SignerFaultReason } from '../../../packages/seal/errors.ts';
import { type NetworkAnswer, type SendRequest, sendOverHttp } from '../../../packages/seal/network.ts';
import { sealPdf } from '../../../packages/seal/sign/seal-pdf.ts';
import { openCscSigner } from '../../../packages/seal/signers/csc-signer.ts';
import { createRemoteSigner } from '../../../packages/seal/signers/remote-signer.ts';
import type { RemoteKey, SignerFailure } from '../../../packages/seal/signers/signer.ts';
import { type KeyFiles, makeKeyFiles } from '../../../packages/seal/testing/key-files.ts';
import { createSamplePdf } from '../../../packages/seal/testing/sample-pdf.ts';
import {
  type Misbehaviour,
  reply,
  startTestRemoteSigner,
  type TestRemoteSigner,
  type TestRemoteSignerOptions,
} from '../../../packages/seal/testing/test-remote-signer.ts';
import { verifySignatures } from '../../../packages/verify/verify-signatures.ts';

const STATEMENT = { reason: 'All have signed', name: 'Countersign', signedAt: new Date() };
const BYTES = Buffer.from('to be signed');

describe('a remote signer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seal-remote-'));
  const servers: TestRemoteSigner[] = [];
  let files: KeyFiles;
  let others: KeyFiles;

  /** A valid signature of the same key over another digest. */
  let earlier = '';

  beforeAll(async () => {
    files = makeKeyFiles(folder, 'ECDSA P-256');
    others = makeKeyFiles(mkdtempSync(join(folder, 'others-')), 'ECDSA P-256');
    const server = await startTestRemoteSigner(files);
    const signature = await createRemoteSigner(await open([server])).sign(Buffer.from('something else'));
    earlier = Buffer.from(signature).toString('base64');
    await server.close();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function start(options: TestRemoteSignerOptions = {}, keyFiles = files): Promise<TestRemoteSigner> {
    const server = await startTestRemoteSigner(keyFiles, options);
    servers.push(server);
    return server;
  }

  function open(
    places: readonly TestRemoteSigner[],
    { token, send = sendOverHttp }: { token?: string; send?: SendRequest } = {},
  ) {
    return openCscSigner(
      places.map(({ url, credentialId }) => ({
        url,
        credentialId,
        send,
        ...(token !== undefined && { token }),
      })),
    );
  }

  async function sign(
    places: readonly TestRemoteSigner[],
    options: { token?: string; send?: SendRequest } = {},
  ) {
    const failures: SignerFailure[] = [];
    const signer = createRemoteSigner(await open(places, options));
    const signing = signer.sign(BYTES, (failure) => failures.push(failure));
    const error = await signing.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return { error, reasons: failures.map(({ reason }) => reason), failures };
  }

  const withSignature =
    (change: (signature: Buffer) => Buffer): Misbehaviour =>
    (response, { signatures }) => {
      const [signature] = Array.isArray(signatures) ? signatures : [];
      reply(response, 200, {
        signatures: [change(Buffer.from(String(signature), 'base64')).toString('base64')],
      });
    };

  const faults: readonly (readonly [string, SignerFaultReason, Misbehaviour])[] = [
    ['answers an error page', 'http_status', (response) => void response.writeHead(503).end('<html>down')],
    [
      'says why it refuses',
      'refused',
      (response) =>
        reply(response, 403, { error: 'access_denied', error_description: 'Credential\u0000 locked' }),
    ],
    ['answers garbage', 'not_readable', (response) => void response.end('<html>')],
    ['answers nothing', 'not_readable', (response) => void response.end()],
    ['answers no signature', 'not_readable', (response) => reply(response, 200, { signatures: [] })],
    ['answers a number', 'not_readable', (response) => reply(response, 200, { signatures: [7] })],
    ['cuts the connection', 'not_reachable', (response) => void response.destroy()],
    ['answers without end', 'not_reachable', (response) => void response.end(Buffer.alloc(300_000, 0x20))],
    [
      'redirects elsewhere in a circle',
      'not_reachable',
      (response) => void response.writeHead(307, { location: '/csc/v2/signatures/signHash' }).end(),
    ],
    [
      'returns the signature of another digest',
      'wrong_signature',
      (response) => reply(response, 200, { signatures: [earlier] }),
    ],
    [
      'returns a truncated signature',
      'wrong_signature',
      withSignature((signature) => signature.subarray(0, 20)),
    ],
    [
      'returns a signature with one bit changed',
      'wrong_signature',
      withSignature((signature) => flipBit(signature)),
    ],
    [
      'returns a signature followed by other bytes',
      'wrong_signature',
      withSignature((signature) => Buffer.concat([signature, Buffer.of(0)])),
    ],
    ['answers zeros', 'wrong_signature', withSignature(() => Buffer.alloc(64))],
  ];

  it.each(faults)('that %s is reported as %s, and another one signs', async (_, reason, misbehave) => {
    const liar = await start({ misbehave });
    const honest = await start();
    const { error, reasons, failures } = await sign([liar, honest]);
    expect(error).toBeUndefined();
    expect(reasons).toEqual([reason]);
    expect(failures).toMatchObject([{ authority: liar.url, message: expect.any(String) }]);
  });

  it('is refused with a clear error if it is the only one and its signature is invalid', async () => {
    const signer = createRemoteSigner(await open([await start({ misbehave: withSignature(flipBit) })]));
    const work = sealPdf(openPdf(await createSamplePdf()), signer, STATEMENT);
    await expect(work).rejects.toMatchObject({
      code: 'signature_unavailable',
      params: { signers: 1, reason: 'wrong_signature' },
      message: expect.stringContaining('not made with the key of "CN=Test ECDSA P-256"'),
    });
  });

  it('with the key of another certificate is detected', async () => {
    const opened = await open([await start()]);
    const stranger = await open([await start({}, others)]);
    const work = createRemoteSigner({ ...opened, keys: stranger.keys }).sign(BYTES);
    await expect(work).rejects.toMatchObject({ params: { reason: 'wrong_signature' } });
  });

  it('reports the error of the server without control characters', async () => {
    const misbehave: Misbehaviour = (response) =>
      reply(response, 403, {
        error: 'access_denied',
        error_description: `Locked\n\u001b[31m${'!'.repeat(999)}`,
      });
    const { failures } = await sign([await start({ misbehave })]);
    expect(failures[0]?.message).toMatch(
      /^The signer responded with HTTP status 403: access_denied, Locked {2}\[31m!+$/,
    );
    expect(failures[0]?.message.length).toBeLessThan(300);
  });

  it('is tried a second time after a temporary fault, and not a third time', async () => {
    let failures = 0;
    const once: Misbehaviour = (response, answer) =>
      failures++ < 1 ? void response.writeHead(503).end() : reply(response, 200, answer);
    const recovering = await sign([await start({ misbehave: once })]);
    expect(recovering).toMatchObject({ error: undefined, reasons: ['http_status'] });
    const down = await start({ misbehave: (response) => void response.writeHead(503).end() });
    expect(await sign([down])).toMatchObject({
      error: { code: 'signature_unavailable', params: { reason: 'http_status' } },
      reasons: ['http_status', 'http_status'],
    });
    expect(down.requests).toEqual(['credentials/info', 'signatures/signHash', 'signatures/signHash']);
  });

  it('that hangs is not tried again after the timeout', async () => {
    const hanging = await start({ misbehave: () => undefined });
    const honest = await start();
    const send: SendRequest = (request) =>
      sendOverHttp({
        ...request,
        timeoutMs:
          request.url.startsWith(hanging.url) && request.url.endsWith('signHash') ? 100 : request.timeoutMs,
      });
    expect(await sign([hanging, honest], { send })).toMatchObject({
      error: undefined,
      reasons: ['timed_out'],
    });
    expect(hanging.requests).toEqual(['credentials/info', 'signatures/signHash']);
  });

  it('that requires its token', async () => {
    const guarded = await start({ token: 'let-me-in' });
    expect(await sign([guarded], { token: 'let-me-in' })).toMatchObject({ error: undefined, reasons: [] });
    await expect(open([guarded], { token: 'guessed' })).rejects.toMatchObject({
      code: 'signature_unavailable',
      params: { signers: 1, reason: 'refused' },
      message: expect.not.stringContaining('guessed'),
    });
  });

  it('does not delay the start if another one returns the certificates', async () => {
    const port = await findClosedPort();
    const honest = await start();
    const gone = { ...honest, url: `http://127.0.0.1:${port}/csc/v2` };
    const opened = await open([gone, honest]);
    expect(opened.failures).toMatchObject([{ authority: gone.url, reason: 'not_reachable' }]);
    expect(opened.keys.map(({ name }) => name)).toEqual([gone.url, honest.url]);
    const failures: string[] = [];
    await createRemoteSigner(opened).sign(BYTES, ({ reason }) => failures.push(reason));
    expect(failures).toEqual(['not_reachable']);
  });

  it.each([
    ['of other algorithms', { key: { algo: ['1.2.840.113549.1.1.11'] } }, 'key_not_supported'],
    ['that is disabled', { key: { status: 'disabled' } }, 'disabled'],
    ['that was revoked', { cert: { status: 'revoked' } }, 'disabled'],
    ['without certificates', { cert: { certificates: [] } }, 'no_certificate'],
    ['with something else for a certificate', { cert: { certificates: ['bm90aGluZw=='] } }, 'not_readable'],
  ])(
    'with a credential %s is refused at the start',
    async (_, { key = {}, cert = {} }: Credential, reason) => {
      const certificate = readFileSync(files.certificatePath, 'utf8').replaceAll(/-----[^-]+-----|\s/g, '');
      const credential = { key, cert: { certificates: [certificate], ...cert } };
      const send: SendRequest = async () => answerOf(credential);
      await expect(open([await start()], { send })).rejects.toMatchObject({
        code: 'certificate_unusable',
        params: { reason },
      });
    },
  );

  it('has its failures in the report of the seal, and sees only a digest', async () => {
    const seen: number[] = [];
    const opened = await open([await start()]);
    const failing: RemoteKey = { name: 'HSM 1', signDigest: () => Promise.reject(new Error('no session')) };
    const keys = [failing, ...opened.keys.map((key) => ({ ...key, signDigest: watch(key) }))];
    function watch(key: RemoteKey): RemoteKey['signDigest'] {
      return (request) => {
        seen.push(request.digest.length);
        return key.signDigest(request);
      };
    }
    const file = openPdf(await createSamplePdf());
    const sealed = await sealPdf(file, createRemoteSigner({ ...opened, keys }), STATEMENT);
    expect(sealed.failures).toEqual([{ authority: 'HSM 1', reason: 'not_reachable', message: 'no session' }]);
    expect(verifySignatures(sealed.toBytes())).toMatchObject([{ valid: true }]);
    expect(seen).toEqual([32]);
  });
});

interface Credential {
  readonly key?: object;
  readonly cert?: object;
}

function answerOf(content: object): NetworkAnswer {
  const body = Buffer.from(JSON.stringify(content));
  return { status: 200, contentType: 'application/json', body };
}

function flipBit(signature: Buffer): Buffer {
  signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
  return signature;
}

async function findClosedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
