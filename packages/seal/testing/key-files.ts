import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  X509Certificate,
} from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as asn1js from 'asn1js';
import {
  AuthenticatedSafe,
  BasicConstraints,
  CertBag,
  Certificate,
  Extension,
  GeneralName,
  GeneralNames,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  SafeBag,
  SafeContents,
} from 'pkijs';
import { makeTestCertificate, nameOf } from './test-certificate.ts';

const KEY_MAKERS = {
  'RSA 2048': () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  'RSA-PSS 2048': () => generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey,
  'ECDSA P-256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  'ECDSA P-384': () => generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey,
  'ECDSA P-521': () => generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey,
} as const;

export type KeyKind = keyof typeof KEY_MAKERS;

export const KEY_KINDS = Object.keys(KEY_MAKERS) as KeyKind[];

/** PEM files, and the certificates as text. */
export interface KeyFiles {
  readonly keyPath: string;
  readonly certificatePath: string;
  readonly issuerPath: string;
  readonly key: string;
  readonly chain: string;
}

interface Holder {
  readonly name: asn1js.Sequence;
  readonly key: KeyObject;
}

const DIGITAL_SIGNATURE = 0x80;
const DNS_NAME = 2;
const IP_ADDRESS = 7;

const BASIC_CONSTRAINTS = (cA: boolean) =>
  extension('2.5.29.19', true, new BasicConstraints({ cA }).toSchema());
const KEY_USAGE = extension(
  '2.5.29.15',
  true,
  new asn1js.BitString({ valueHex: Uint8Array.of(DIGITAL_SIGNATURE).buffer, unusedBits: 7 }),
);
const LOCAL_NAMES = extension(
  '2.5.29.17',
  false,
  new GeneralNames({
    names: [
      new GeneralName({ type: DNS_NAME, value: 'localhost' }),
      new GeneralName({
        type: IP_ADDRESS,
        value: new asn1js.OctetString({ valueHex: Uint8Array.of(127, 0, 0, 1).buffer }),
      }),
    ],
  }).toSchema(),
);

/** Makes a key that a new authority certifies. */
export function makeKeyFiles(folder: string, kind: KeyKind, days = 60): KeyFiles {
  const base = join(folder, kind.toLowerCase().replaceAll(/\W+/g, '-'));
  const [keyPath, certificatePath, issuerPath] = [`${base}.key`, `${base}.crt`, `${base}.issuer.crt`];
  const authority = makeHolder('Test issuer', 'ECDSA P-256');
  const holder = makeHolder(`Test ${kind}`, kind);
  const issuer = certify(authority, authority, [BASIC_CONSTRAINTS(true)], days);
  const certificate = certify(holder, authority, [BASIC_CONSTRAINTS(false), KEY_USAGE], days);
  const key = pemOf(holder.key);
  writeFileSync(keyPath, key);
  writeFileSync(certificatePath, certificate);
  writeFileSync(issuerPath, issuer);
  return { keyPath, certificatePath, issuerPath, key, chain: certificate + issuer };
}

export interface ServerFiles {
  readonly serverPath: string;
  readonly clientPath: string;
  readonly authorityPath: string;
}

export function makeServerFiles(folder: string): ServerFiles {
  const authorityPath = join(folder, 'tls.crt');
  const authority = makeHolder('Test TLS', 'ECDSA P-256');
  writeFileSync(authorityPath, certify(authority, authority, [BASIC_CONSTRAINTS(true)]));
  const [serverPath = '', clientPath = ''] = ['server', 'client'].map((name) => {
    const path = join(folder, `tls-${name}.pem`);
    const holder = makeHolder(name, 'ECDSA P-256');
    writeFileSync(path, pemOf(holder.key) + certify(holder, authority, [LOCAL_NAMES]));
    return path;
  });
  return { serverPath, clientPath, authorityPath };
}

/** PKCS #12 as OpenSSL 3 writes it: PBES2 with AES, and a MAC with SHA-256. */
export async function makeP12({ key, chain }: KeyFiles, passphrase: string): Promise<Uint8Array> {
  const password = new Uint8Array(Buffer.from(passphrase)).buffer;
  const encryption = {
    password,
    contentEncryptionAlgorithm: { name: 'AES-CBC', length: 256 },
    hmacHashAlgorithm: 'SHA-256',
    iterationCount: 2048,
  };
  const pkcs8 = createPrivateKey(key).export({ format: 'der', type: 'pkcs8' });
  const keyBag = new PKCS8ShroudedKeyBag({ parsedValue: PrivateKeyInfo.fromBER(new Uint8Array(pkcs8)) });
  await keyBag.makeInternalValues(encryption);
  const certificates = chain.match(/-----BEGIN [\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  const safeBags = [
    new SafeBag({ bagId: '1.2.840.113549.1.12.10.1.2', bagValue: keyBag }),
    ...certificates.map((pem) => {
      const parsedValue = Certificate.fromBER(new Uint8Array(new X509Certificate(pem).raw));
      return new SafeBag({ bagId: '1.2.840.113549.1.12.10.1.3', bagValue: new CertBag({ parsedValue }) });
    }),
  ];
  const content = { privacyMode: 1, value: new SafeContents({ safeBags }) };
  const authenticatedSafe = new AuthenticatedSafe({ parsedValue: { safeContents: [content] } });
  await authenticatedSafe.makeInternalValues({ safeContents: [encryption] });
  const pfx = new PFX({ parsedValue: { integrityMode: 0, authenticatedSafe } });
  const integrity = { pbkdf2HashAlgorithm: 'SHA-256', hmacHashAlgorithm: 'SHA-256' };
  await pfx.makeInternalValues({ password, iterations: 2048, ...integrity });
  return new Uint8Array(pfx.toSchema().toBER());
}

function makeHolder(commonName: string, kind: KeyKind): Holder {
  return { name: nameOf(new asn1js.Utf8String({ value: commonName })), key: KEY_MAKERS[kind]() };
}

/** Returns a certificate in PEM. */
function certify(holder: Holder, issuer: Holder, extensions: readonly Extension[], days = 60): string {
  const certificate = makeTestCertificate({
    publicKey: createPublicKey(holder.key),
    issuerKey: issuer.key,
    subject: holder.name,
    issuer: issuer.name,
    extensions,
    days,
  });
  return new X509Certificate(certificate).toString();
}

function pemOf(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString();
}

function extension(extnID: string, critical: boolean, value: asn1js.BaseBlock): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() });
}
