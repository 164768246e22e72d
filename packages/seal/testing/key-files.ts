import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToSuccess } from '@countersign/pdf/testing';

/** For `openssl genpkey`. */
export const KEY_KINDS = {
  'RSA 2048': ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  'RSA-PSS 2048': ['-algorithm', 'RSA-PSS', '-pkeyopt', 'rsa_keygen_bits:2048'],
  'ECDSA P-256': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  'ECDSA P-384': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  'ECDSA P-521': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-521'],
} as const;

export type KeyKind = keyof typeof KEY_KINDS;

/** PEM files, and the certificates as text. */
export interface KeyFiles {
  readonly keyPath: string;
  readonly certificatePath: string;
  readonly issuerPath: string;
  readonly key: string;
  readonly chain: string;
}

const EXTENSIONS = [
  '-addext',
  'basicConstraints=critical,CA:false',
  '-addext',
  'keyUsage=critical,digitalSignature',
];

/** Certified by a new authority. */
export function makeKeyFiles(folder: string, kind: KeyKind, days = 60): KeyFiles {
  const validity = ['-days', String(days)];
  const base = join(folder, kind.toLowerCase().replaceAll(/\W+/g, '-'));
  const [keyPath, certificatePath, issuerPath] = [`${base}.key`, `${base}.crt`, `${base}.issuer.crt`];
  const issuerKey = `${base}.issuer.key`;
  run(['genpkey', ...KEY_KINDS['ECDSA P-256'], '-out', issuerKey]);
  run(['req', '-x509', '-key', issuerKey, '-subj', '/CN=Test issuer', ...validity, '-out', issuerPath]);
  run(['genpkey', ...KEY_KINDS[kind], '-out', keyPath]);
  const issuer = ['-CA', issuerPath, '-CAkey', issuerKey];
  run([
    'req',
    '-x509',
    '-key',
    keyPath,
    '-subj',
    `/CN=Test ${kind}`,
    ...EXTENSIONS,
    ...validity,
    ...issuer,
    '-out',
    certificatePath,
  ]);
  const [key, leaf, root] = [keyPath, certificatePath, issuerPath].map((path) => readFileSync(path, 'utf8'));
  return { keyPath, certificatePath, issuerPath, key: key ?? '', chain: `${leaf}${root}` };
}

export interface ServerFiles {
  readonly serverPath: string;
  readonly clientPath: string;
  readonly authorityPath: string;
}

export function makeServerFiles(folder: string): ServerFiles {
  const [authorityPath, authorityKey] = [join(folder, 'tls.crt'), join(folder, 'tls.key')];
  run(['genpkey', ...KEY_KINDS['ECDSA P-256'], '-out', authorityKey]);
  run(['req', '-x509', '-key', authorityKey, '-subj', '/CN=Test TLS', '-days', '60', '-out', authorityPath]);
  const [serverPath = '', clientPath = ''] = ['server', 'client'].map((name) => {
    const path = join(folder, `tls-${name}.pem`);
    const issuer = ['-CA', authorityPath, '-CAkey', authorityKey];
    const about = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    run(['genpkey', ...KEY_KINDS['ECDSA P-256'], '-out', path]);
    run(['req', '-x509', '-key', path, ...about, ...issuer, '-days', '60', '-out', `${path}.crt`]);
    appendFileSync(path, readFileSync(`${path}.crt`));
    return path;
  });
  return { serverPath, clientPath, authorityPath };
}

function run(args: readonly string[]): void {
  runToSuccess('openssl', args);
}
