import { SealError } from '../errors.ts';
import { readCertificate } from './read-certificate.ts';
import type { Signer } from './signer.ts';

/** From when until when a certificate may be used (RFC 5280 4.1.2.5), both moments included. */
export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Of the signer's own certificate. Throws `certificate_unusable` when it cannot be read. */
export function readValidity({ certificateChain }: Signer): Validity {
  const { validFrom, validTo } = readCertificate(certificateChain[0]);
  return { notBefore: new Date(validFrom), notAfter: new Date(validTo) };
}

/** Throws `certificate_unusable`, reason `expired`: no reader takes a seal that was made after the certificate's end. */
export function requireUnexpired(signer: Signer, at: Date): void {
  const { notAfter } = readValidity(signer);
  if (at.getTime() <= notAfter.getTime()) return;
  const message = `The certificate expired on ${notAfter.toISOString()}, before the seal at ${at.toISOString()}`;
  throw new SealError('certificate_unusable', message, { reason: 'expired' });
}
