import { createPrivateKey } from 'node:crypto';
import { checkArguments, toUint8Array } from '@countersign/pdf/arguments';
import * as asn1js from 'asn1js';
import {
  type CertBag,
  Certificate,
  id_CertBag_X509Certificate,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  type SafeBag,
  type SafeContents,
} from 'pkijs';
import { P12 } from '../arguments.ts';
import { SealError } from '../errors.ts';
import { createSignerFromParts } from './pem-signer.ts';
import type { Signer } from './signer.ts';

/** The first command asks for a passphrase. */
const CONVERSION =
  'openssl pkcs12 -legacy -in OLD.p12 -out key.pem && openssl pkcs12 -export -in key.pem -out NEW.p12';

/**
 * Loads a signer from a PKCS #12 file with AES encryption (PBES2), the default of OpenSSL 3. Throws
 * `certificate_unusable`: wrong passphrase, no usable key, or RC2 or 3DES encryption.
 */
export async function loadP12Signer(bytes: Uint8Array | ArrayBuffer, passphrase: string): Promise<Signer> {
  checkArguments({ bytes, passphrase }, P12);
  const bags = await openBags(toUint8Array(bytes), passphrase);
  const keys = bags.map((bag) => readKey(bag)).filter((key) => key !== undefined);
  const certificates = bags.map((bag) => readCertificateBag(bag)).filter((der) => der !== undefined);
  const key = keys[0];
  if (!key) throw unusable('no_private_key', 'The PKCS #12 file contains no private key');
  return createSignerFromParts(createPrivateKey({ key, format: 'der', type: 'pkcs8' }), certificates);
}

async function openBags(bytes: Uint8Array, passphrase: string): Promise<SafeBag[]> {
  const pfx = parsePfx(bytes);
  const password = new Uint8Array(Buffer.from(passphrase, 'utf8')).buffer;
  try {
    await pfx.parseInternalValues({ password, checkIntegrity: true });
    return await openSafes(pfx, password);
  } catch (cause) {
    throw explainFailure(cause);
  }
}

async function openSafes(pfx: PFX, password: ArrayBuffer): Promise<SafeBag[]> {
  const safe = pfx.parsedValue?.authenticatedSafe;
  if (!safe) throw unusable('not_readable', 'The PKCS #12 file has no content');
  await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password })) });
  const contents: { value: SafeContents }[] = safe.parsedValue.safeContents;
  const bags = contents.flatMap(({ value }) => value.safeBags);
  for (const bag of bags) await openKeyBag(bag, password);
  return bags;
}

async function openKeyBag(bag: SafeBag, password: ArrayBuffer): Promise<void> {
  if (bag.bagValue instanceof PKCS8ShroudedKeyBag) {
    // pkijs documents the member in its README, and protects it in its types.
    const open = bag.bagValue as unknown as {
      parseInternalValues(p: { password: ArrayBuffer }): Promise<void>;
    };
    await open.parseInternalValues({ password });
  }
}

function readKey(bag: SafeBag): Buffer | undefined {
  const value = bag.bagValue instanceof PKCS8ShroudedKeyBag ? bag.bagValue.parsedValue : bag.bagValue;
  return value instanceof PrivateKeyInfo ? Buffer.from(value.toSchema().toBER()) : undefined;
}

function readCertificateBag(bag: SafeBag): Uint8Array | undefined {
  const value = bag.bagValue as Partial<CertBag>;
  if (value.certId !== id_CertBag_X509Certificate || !(value.parsedValue instanceof Certificate))
    return undefined;
  return new Uint8Array(value.parsedValue.toSchema().toBER());
}

function parsePfx(bytes: Uint8Array): PFX {
  try {
    const asn1 = asn1js.fromBER(new Uint8Array(bytes));
    return new PFX({ schema: asn1.result });
  } catch (cause) {
    throw unusable('not_readable', 'The file is not a PKCS #12 file', cause);
  }
}

function explainFailure(cause: unknown): SealError {
  if (cause instanceof SealError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  if (/integrity/i.test(message)) return unusable('wrong_passphrase', 'The passphrase is wrong', cause);
  return unusable(
    'encryption_not_supported',
    `The PKCS #12 file uses an encryption that is not supported (RC2 or 3DES). Two commands convert it: ${CONVERSION}`,
    cause,
  );
}

function unusable(reason: string, message: string, cause?: unknown): SealError {
  return new SealError('certificate_unusable', message, { reason }, cause);
}
