import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import * as asn1js from 'asn1js';
import type { KeyFiles } from './key-files.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const ID_RSA_PSS = '1.2.840.113549.1.1.10';
/** By the object identifiers of NIST. */
const DIGESTS: ReadonlyMap<unknown, string> = new Map([
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
]);

/** Does something of its own instead of signing; `answer` is what would have been said. */
export type Misbehaviour = (response: ServerResponse, answer: Readonly<Record<string, unknown>>) => void;

/** What the server is like; everything may be left out. */
export interface TestRemoteSignerOptions {
  /** Asked for in every request. */
  readonly token?: string;
  /** Object identifiers of the algorithms it says its key has. */
  readonly algorithms?: readonly string[];
  /** Server key and certificate, and, with `ca`, whom clients have to be certified by. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly ca?: string };
  /** ECDSA as PKCS #11 has it: r and s side by side. */
  readonly isPlain?: boolean;
  readonly misbehave?: Misbehaviour;
  /** Any free one when left out. */
  readonly port?: number;
}

/** A holder of one key behind the API of the Cloud Signature Consortium: digest in, signature out. */
export interface TestRemoteSigner {
  /** As the settings want it. */
  readonly url: string;
  readonly credentialId: string;
  /** Methods that were called, in order. */
  readonly requests: string[];
  /** From now on. */
  misbehave(how: Misbehaviour | undefined): void;
  /** From now on the credential has another key and certificate. */
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
      method === 'credentials/info' ? describe(files, options) : await signHashes(files, body, options);
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

/** Sends JSON. */
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

async function signHashes(
  files: Pick<KeyFiles, 'keyPath'>,
  body: Body,
  { isPlain }: TestRemoteSignerOptions,
) {
  const [hash] = Array.isArray(body.hashes) ? body.hashes : [];
  const signature = await signDigest(files, Buffer.from(String(hash), 'base64'), body);
  const encoded = isPlain ? createPlainSignature(signature) : signature;
  return { signatures: [encoded.toString('base64')] };
}

/** By `openssl pkeyutl`, which gets to see no more than the digest. */
async function signDigest(
  { keyPath }: Pick<KeyFiles, 'keyPath'>,
  digest: Buffer,
  body: Body,
): Promise<Buffer> {
  const pss = ['-pkeyopt', 'rsa_padding_mode:pss', '-pkeyopt', 'rsa_pss_saltlen:digest'];
  const hash = ['-pkeyopt', `digest:${DIGESTS.get(body.hashAlgorithmOID)}`];
  const options = [...(body.signAlgo === ID_RSA_PSS ? pss : []), ...hash];
  const child = spawn('openssl', ['pkeyutl', '-sign', '-inkey', keyPath, ...options]);
  child.stdin.end(digest);
  return buffer(child.stdout);
}

/** r and s side by side, each as long as a coordinate. */
function createPlainSignature(signature: Buffer): Buffer {
  const { result } = asn1js.fromBER(new Uint8Array(signature));
  const numbers = result instanceof asn1js.Sequence ? result.valueBlock.value : [];
  const bytes = numbers.map((number) =>
    number instanceof asn1js.Integer ? number.toBigInt().toString(16) : '',
  );
  const size = [64, 96, 132].find((digits) => bytes.every((hex) => hex.length <= digits)) ?? 0;
  return Buffer.from(bytes.map((hex) => hex.padStart(size, '0')).join(''), 'hex');
}
