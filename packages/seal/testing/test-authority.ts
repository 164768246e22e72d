import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { runToSuccess } from '@countersign/pdf/testing';
import { loadPemSigner } from '../signers/pem-signer.ts';
import type { Signer } from '../signers/signer.ts';

/** The handler responds before or instead of the authority. */
export type QueryHandler = (
  query: Buffer,
  response: ServerResponse,
  answer: (query: Uint8Array, signer?: string) => Promise<Buffer>,
) => Promise<void>;

/** An authority of OpenSSL, with a server for timestamps, OCSP and CRLs. */
export interface TestAuthority {
  readonly folder: string;
  /** The address has no trailing slash. */
  readonly url: string;
  readonly timestampUrl: string;
  readonly rootPath: string;
  /** An intermediate authority certifies this signer. */
  readonly signer: Signer;
  readonly chainPath: string;
  readonly keyPath: string;
  /** By certificate name; see `makeCertificates`. */
  signerOf(name: string): Promise<Signer>;
  readonly requests: string[];
  /** At `/NAME`; returns the URL. */
  addServer(name: string, handle: QueryHandler): string;
  close(): Promise<void>;
}

/** The configuration for `openssl ca`. */
const authority = (folder: string, name: string) => `
[ca_${name}]
dir = ${folder}
new_certs_dir = ${folder}
database = ${folder}/${name}.index
serial = ${folder}/${name}.serial
default_md = sha256
policy = any
unique_subject = no
copy_extensions = none
default_crl_days = 30
default_days = 3650
certificate = ${folder}/${name}.crt
private_key = ${folder}/${name}.key`;

const CA_CONFIG = (folder: string, url: string) => `${authority(folder, 'root')}${authority(folder, 'middle')}
[any]
commonName = supplied
[req]
distinguished_name = name
[name]
[ext_root]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[ext_middle]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
crlDistributionPoints = URI:${url}/root.crl
authorityInfoAccess = caIssuers;URI:${url}/root.der
[ext_sealer]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature, nonRepudiation
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
authorityInfoAccess = OCSP;URI:${url}/ocsp/middle, caIssuers;URI:${url}/middle.der
[ext_tsa]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
authorityKeyIdentifier = keyid
crlDistributionPoints = URI:${url}/root.crl
[ext_silent]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
authorityKeyIdentifier = keyid
[ext_both]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
authorityKeyIdentifier = keyid
authorityInfoAccess = OCSP;URI:${url}/ocsp/first, OCSP;URI:${url}/ocsp/second
crlDistributionPoints = URI:${url}/middle.crl
[ext_ocsp]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, OCSPSigning
noCheck = ignored
authorityKeyIdentifier = keyid
[ts]
default_tsa = tsa
[tsa]
dir = ${folder}
serial = ${folder}/tsa.serial
crypto_device = builtin
signer_cert = ${folder}/tsa.crt
certs = ${folder}/root.crt
signer_key = ${folder}/tsa.key
signer_digest = sha256
default_policy = 1.3.6.1.4.1.55555.1
digests = sha256, sha512
accuracy = secs:1
ordering = no
tsa_name = yes
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

export async function startTestAuthority(): Promise<TestAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'seal-authority-'));
  const requests: string[] = [];
  const handlers = new Map<string, QueryHandler>();
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    serve(folder, handlers, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  makeCertificates(folder, url);
  handlers.set('/tsa', async (query, response, answer) => void reply(response, await answer(query)));
  handlers.set('/ocsp/middle', async (query, response) => answerOcsp(folder, query, response));
  for (const name of ['root.crl', 'middle.crl', 'root.der', 'middle.der'])
    handlers.set(`/${name}`, async (_, response) => void response.end(readFileSync(join(folder, name))));
  const signerOf = (name: string) => {
    const pem = [`${name}.key`, `${name}.crt`, 'middle.crt', 'root.crt'];
    return loadPemSigner(pem.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n'));
  };
  return {
    folder,
    url,
    timestampUrl: `${url}/tsa`,
    rootPath: join(folder, 'root.crt'),
    signer: await signerOf('sealer'),
    chainPath: join(folder, 'chain.pem'),
    keyPath: join(folder, 'sealer.key'),
    signerOf,
    requests,
    addServer: (name, handle) => {
      handlers.set(`/${name}`, handle);
      return `${url}/${name}`;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}

/** Sends a response as RFC 3161 3.4 defines it. */
export function reply(response: ServerResponse, body: Uint8Array): void {
  response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(body);
}

function makeCertificates(folder: string, url: string): void {
  writeFileSync(join(folder, 'ca.cnf'), CA_CONFIG(folder, url));
  for (const ca of ['root', 'middle']) {
    writeFileSync(join(folder, `${ca}.index`), '');
    writeFileSync(join(folder, `${ca}.serial`), '1000');
  }
  writeFileSync(join(folder, 'tsa.serial'), '01');
  const names = [
    'root',
    'middle',
    'sealer',
    'tsa',
    'expired',
    'unfit',
    'responder',
    'revoked',
    'silent',
    'both',
    'tsa2',
  ];
  for (const name of names) makeRequest(folder, name);
  issue(folder, 'root', 'root', ['-selfsign', '-keyfile', join(folder, 'root.key')]);
  issue(folder, 'middle', 'root');
  issue(folder, 'sealer', 'middle');
  issue(folder, 'tsa', 'root');
  issue(folder, 'tsa2', 'root', ['-extensions', 'ext_tsa']);
  issue(folder, 'responder', 'middle', ['-extensions', 'ext_ocsp']);
  const past = ['-startdate', '20200101000000Z', '-enddate', '20210101000000Z'];
  issue(folder, 'expired', 'root', ['-extensions', 'ext_tsa', ...past]);
  issue(folder, 'unfit', 'root', ['-extensions', 'ext_sealer']);
  issue(folder, 'revoked', 'middle', ['-extensions', 'ext_sealer']);
  issue(folder, 'silent', 'middle', ['-extensions', 'ext_silent']);
  issue(folder, 'both', 'middle');
  const config = ['-config', join(folder, 'ca.cnf')];
  openssl(['ca', ...config, '-name', 'ca_middle', '-revoke', join(folder, 'revoked.crt')]);
  for (const name of ['root', 'middle']) {
    const pem = join(folder, `${name}.crl.pem`);
    openssl(['ca', ...config, '-name', `ca_${name}`, '-gencrl', '-out', pem]);
    openssl(['crl', '-in', pem, '-outform', 'DER', '-out', join(folder, `${name}.crl`)]);
  }
  const chain = ['sealer', 'middle', 'root'].map((name) => readFileSync(join(folder, `${name}.crt`), 'utf8'));
  writeFileSync(join(folder, 'chain.pem'), chain.join(''));
  for (const name of ['root', 'middle'])
    openssl([
      'x509',
      '-in',
      join(folder, `${name}.crt`),
      '-outform',
      'DER',
      '-out',
      join(folder, `${name}.der`),
    ]);
}

function makeRequest(folder: string, name: string): void {
  const key = join(folder, `${name}.key`);
  const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key];
  const about = ['-subj', `/CN=Test ${name}`, '-config', join(folder, 'ca.cnf')];
  openssl(['req', '-new', ...algorithm, ...about, '-out', join(folder, `${name}.csr`)]);
}

function issue(folder: string, name: string, ca: string, options: readonly string[] = []): void {
  const files = ['-in', join(folder, `${name}.csr`), '-out', join(folder, `${name}.crt`)];
  const config = ['-config', join(folder, 'ca.cnf'), '-name', `ca_${ca}`];
  const extensions = options.includes('-extensions') ? [] : ['-extensions', `ext_${name}`];
  openssl(['ca', '-batch', '-notext', ...config, ...extensions, ...files, ...options]);
}

async function serve(
  folder: string,
  handlers: ReadonlyMap<string, QueryHandler>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await buffer(request);
  const handle = handlers.get(request.url ?? '');
  if (handle) return handle(body, response, (query, signer) => answerQuery(folder, query, signer));
  response.writeHead(404).end();
}

let queries = 0;

async function answerQuery(folder: string, query: Uint8Array, signer = 'tsa'): Promise<Buffer> {
  const name = join(folder, `query-${queries++}`);
  writeFileSync(`${name}.tsq`, query);
  writeFileSync(`${name}.serial`, '01');
  const config = readFileSync(join(folder, 'ca.cnf'), 'utf8');
  writeFileSync(`${name}.cnf`, config.replace(`${folder}/tsa.serial`, `${name}.serial`));
  const key = ['-signer', join(folder, `${signer}.crt`), '-inkey', join(folder, `${signer}.key`)];
  const files = ['-queryfile', `${name}.tsq`, '-out', `${name}.tsr`];
  openssl(['ts', '-reply', '-config', `${name}.cnf`, '-section', 'tsa', ...key, ...files]);
  return readFileSync(`${name}.tsr`);
}

async function answerOcsp(folder: string, query: Uint8Array, response: ServerResponse): Promise<void> {
  const name = join(folder, `ocsp-${queries++}`);
  writeFileSync(`${name}.req`, query);
  const authority = ['-index', join(folder, 'middle.index'), '-CA', join(folder, 'middle.crt')];
  const key = ['-rsigner', join(folder, 'responder.crt'), '-rkey', join(folder, 'responder.key')];
  const files = ['-reqin', `${name}.req`, '-respout', `${name}.res`];
  openssl(['ocsp', ...authority, ...key, ...files, '-ndays', '1']);
  response.writeHead(200, { 'content-type': 'application/ocsp-response' }).end(readFileSync(`${name}.res`));
}

function openssl(args: readonly string[]): void {
  runToSuccess('openssl', args);
}
