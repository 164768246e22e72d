import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { checkArguments } from '@countersign/pdf/arguments';
import { PEM } from '../arguments.ts';
import { SealError } from '../errors.ts';
import { orderChain, readCertificate } from './signature-algorithm.ts';
import { createKeySigner, type Signer } from './signer.ts';

const CERTIFICATE_BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const KEY_BLOCK = /-----BEGIN (?:RSA |EC |ENCRYPTED )?PRIVATE KEY-----[\s\S]+?-----END [A-Z ]+-----/;
/** Encrypted keys are PKCS #8, or have `Proc-Type: 4,ENCRYPTED` (RFC 1421). */
const ENCRYPTED = /BEGIN ENCRYPTED|,ENCRYPTED/;

/**
 * Loads a signer from PEM: one private key and its certificates in any order. Throws `certificate_unusable`.
 */
export async function loadPemSigner(pem: string, passphrase?: string): Promise<Signer> {
  checkArguments({ pem, passphrase }, PEM);
  const key = readPrivateKey(pem, passphrase);
  const certificates = [...pem.matchAll(CERTIFICATE_BLOCK)].map(([block]) => readPemCertificate(block));
  return createSignerFromParts(key, certificates);
}

export function createSignerFromParts(key: KeyObject, certificates: readonly Uint8Array[]): Signer {
  const parsed = certificates.map((der) => readCertificate(der));
  const leaf = parsed.find((certificate) => certificate.checkPrivateKey(key));
  if (!leaf)
    throw new SealError('certificate_unusable', 'No certificate matches the private key', {
      reason: 'key_without_certificate',
    });
  const chain = orderChain(leaf, parsed).map((certificate) => new Uint8Array(certificate.raw));
  return createKeySigner(key, chain);
}

function readPemCertificate(block: string): Uint8Array {
  try {
    return new Uint8Array(new X509Certificate(block).raw);
  } catch (cause) {
    throw new SealError(
      'certificate_unusable',
      'A certificate in the PEM cannot be read',
      { reason: 'not_readable' },
      cause,
    );
  }
}

function readPrivateKey(pem: string, passphrase?: string): KeyObject {
  const block = KEY_BLOCK.exec(pem)?.[0];
  if (!block)
    throw new SealError('certificate_unusable', 'The PEM contains no private key', {
      reason: 'no_private_key',
    });
  if (passphrase === undefined && ENCRYPTED.test(block))
    throw new SealError('certificate_unusable', 'The private key is encrypted and no passphrase was given', {
      reason: 'passphrase_missing',
    });
  try {
    return createPrivateKey({
      key: block,
      format: 'pem',
      passphrase,
    });
  } catch (cause) {
    throw new SealError(
      'certificate_unusable',
      'The private key cannot be read, or the passphrase is wrong',
      { reason: 'key_not_readable' },
      cause,
    );
  }
}
