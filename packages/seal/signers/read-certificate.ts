import { X509Certificate } from 'node:crypto';
import { SealError } from '../errors.ts';

/** Throws `certificate_unusable`. */
export function readCertificate(der: Uint8Array | undefined): X509Certificate {
  if (!der)
    throw new SealError('certificate_unusable', 'There is no certificate', { reason: 'no_certificate' });
  try {
    return new X509Certificate(der);
  } catch (cause) {
    throw new SealError(
      'certificate_unusable',
      'The certificate cannot be read',
      { reason: 'not_readable' },
      cause,
    );
  }
}

/** As far as they are present. */
export function orderChain(
  leaf: X509Certificate,
  certificates: readonly X509Certificate[],
): X509Certificate[] {
  const chain = [leaf];
  let current: X509Certificate | undefined = leaf;
  while (current && chain.length <= certificates.length) {
    const child: X509Certificate = current;
    current = certificates.find((issuer) => !chain.includes(issuer) && child.checkIssued(issuer));
    if (current) chain.push(current);
  }
  return chain;
}
