import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import * as asn1js from 'asn1js';
import type { KeyFiles } from './key-files.ts';
import { type DigestOptions, signDigest } from './sign-digest.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const ID_RSA_PSS = '1.2.840.113549.1.1.10';
const DIGESTS: ReadonlyMap<unknown, DigestOptions['hash']> = new Map([
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);

/** The behaviour replaces the response to a signing request. */
export type Misbehaviour = (response: ServerResponse, answer: Readonly<Record<string, unknown>>) => void;

export interface TestRemoteSignerOptions {
  /** Every request must have this token. */
  readonly token?: string;
  /** `credentials/info` lists these algorithms. */
  readonly algorithms?: readonly string[];
  /** `ca` requires client certificates. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly ca?: string };
  /** The signature has r and s concatenated, like PKCS #11. */
  readonly isPlain?: boolean;
  readonly misbehave?: Misbehaviour;
  readonly port?: number;
}

export interface TestRemoteSigner {
  readonly url: string;
  readonly credentialId: string;
  readonly requests: string[];
  misbehave(how: Misbehaviour | undefined): void;
  renew(files: Pick<KeyFiles, 'keyPath' | 'chain'>): void;
  close(): Promise<void>;
}

const CREDENTIAL = 'seal-1';

export async function startTestRemoteSigner(
  firstFiles: Pick<KeyFiles, 'keyPath' | 'chain'>,
  options: TestRemoteSignerOptions = {},
): Promise<TestRemoteSigner> {
  const requests: string[] = [];
  let files = firstFiles;
  let { misbehave } = options;
  const listener: RequestListener = async (request, response) => {
    const method = request.url?.replace('/csc/v2/', '') ?? '';
    requests.push(method);
    const refusal = refuse(request, options);
    const body = (await json(request)) as Body;
    if (refusal || body.credentialID !== CREDENTIAL)
      return void reply(response, refusal ?? 400, {
        error: 'invalid_request',
        error_description: 'Not for you',
      });
    const answer =
      method === 'credentials/info' ? describe(files, options) : signHashes(files, body, options);
    if (misbehave && method !== 'credentials/info') misbehave(response, answer);
    else reply(response, 200, answer);
  };
  const { tls } = options;
  const server = tls
    ? createTlsServer({ ...tls, requestCert: tls.ca !== undefined }, listener)
    : createPlainServer(listener);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${port}/csc/v2`,
    credentialId: CREDENTIAL,
    requests,
    misbehave: (how) => {
      misbehave = how;
    },
    renew: (renewed) => {
      files = renewed;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuse(
  { headers, method }: IncomingMessage,
  { token }: TestRemoteSignerOptions,
): number | undefined {
  if (method !== 'POST') return 405;
  return token !== undefined && headers.authorization !== `Bearer ${token}` ? 401 : undefined;
}

function describe({ chain }: Pick<KeyFiles, 'chain'>, { algorithms }: TestRemoteSignerOptions) {
  const certificates = [...chain.matchAll(CERTIFICATE)].map(([pem]) =>
    new X509Certificate(pem).raw.toString('base64'),
  );
  return {
    key: { status: 'enabled', ...(algorithms && { algo: algorithms }) },
    cert: { status: 'valid', certificates },
    multisign: 1,
  };
}

type Body = Readonly<Record<string, unknown>>;

function signHashes(
  { keyPath }: Pick<KeyFiles, 'keyPath'>,
  body: Body,
  { isPlain }: TestRemoteSignerOptions,
) {
  const [encoded] = Array.isArray(body.hashes) ? body.hashes : [];
  const hash = DIGESTS.get(body.hashAlgorithmOID);
  if (!hash) throw new Error('unknown hash algorithm');
  const key = createPrivateKey(readFileSync(keyPath));
  const digest = Buffer.from(String(encoded), 'base64');
  const signature = signDigest(key, digest, { hash, isPss: body.signAlgo === ID_RSA_PSS });
  return { signatures: [(isPlain ? createPlainSignature(signature) : signature).toString('base64')] };
}

/** Returns r and s, padded to the coordinate size. */
function createPlainSignature(signature: Buffer): Buffer {
  const { result } = asn1js.fromBER(new Uint8Array(signature));
  const numbers = result instanceof asn1js.Sequence ? result.valueBlock.value : [];
  const bytes = numbers.map((number) =>
    number instanceof asn1js.Integer ? number.toBigInt().toString(16) : '',
  );
  const size = [64, 96, 132].find((digits) => bytes.every((hex) => hex.length <= digits)) ?? 0;
  return Buffer.from(bytes.map((hex) => hex.padStart(size, '0')).join(''), 'hex');
}
