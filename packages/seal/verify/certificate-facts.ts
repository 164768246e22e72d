import type { X509Certificate } from 'node:crypto';
import { readCommonName, readIssuerName } from '../cms/certificate-names.ts';
import type { CertificateFacts } from './signature-report.ts';

export function describeCertificates(chain: readonly X509Certificate[]): readonly CertificateFacts[] {
  return chain.map((certificate) => ({
    name: readCommonName(certificate),
    issuerName: readIssuerName(certificate),
    serialNumber: certificate.serialNumber.toLowerCase(),
    validFrom: toIso(certificate.validFrom),
    validTo: toIso(certificate.validTo),
    sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
  }));
}

/** OpenSSL's format if JavaScript cannot parse it. */
function toIso(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}
