import { createHash } from 'node:crypto';
import { SealError } from '../errors.ts';
import { readCertificate } from './signature-algorithm.ts';
import type { Signer } from './signer.ts';

/** Validity of a certificate (RFC 5280 4.1.2.5), both inclusive. */
export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Returns the validity of the signer's certificate. Throws `certificate_unusable` if it cannot be read. */
export function readValidity({ certificateChain }: Signer): Validity {
  const { validFrom, validTo } = readCertificate(certificateChain[0]);
  return { notBefore: new Date(validFrom), notAfter: new Date(validTo) };
}

/** Returns the SHA-256 (hex) of the signer's certificate. */
export function fingerprintOf({ certificateChain: [own] }: Signer): string | undefined {
  return own && createHash('sha256').update(own).digest('hex');
}

/** Throws `certificate_unusable`, reason `expired`, if the certificate is not valid at `at`. */
export function requireUnexpired(signer: Signer, at: Date): void {
  const { notAfter } = readValidity(signer);
  if (at.getTime() <= notAfter.getTime()) return;
  const message = `The certificate expired on ${notAfter.toISOString()}, before the seal at ${at.toISOString()}`;
  throw new SealError('certificate_unusable', message, { reason: 'expired' });
}
