import { Certificate, CertificateRevocationList, IssuingDistributionPoint } from 'pkijs';
import { checkTimes, type IssuedCertificate } from './check-ocsp.ts';
import { isSignedBy } from './signed-by.ts';
import { fault, type ValidationFault } from './validation-fault.ts';

const ID_ISSUING_DISTRIBUTION_POINT = '2.5.29.28';

/** Undefined if it proves that the certificate is valid. Never throws. */
export function checkCrl(body: Uint8Array, asked: IssuedCertificate, now: Date): ValidationFault | undefined {
  try {
    return checkList(CertificateRevocationList.fromBER(new Uint8Array(body)), asked, now);
  } catch (error) {
    // For malformed input.
    return fault(
      'not_readable',
      `The response is not a CRL: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function checkList(
  crl: CertificateRevocationList,
  { certificate, issuer }: IssuedCertificate,
  now: Date,
): ValidationFault | undefined {
  const parsed = Certificate.fromBER(new Uint8Array(certificate.raw));
  if (!crl.issuer.isEqual(parsed.issuer)) return fault('not_readable', 'The CRL is of another issuer');
  if (!covers(crl, certificate.ca))
    return fault('not_readable', 'The CRL covers only some certificates or reasons');
  const signed = {
    bytes: crl.tbsView,
    signatureAlgorithm: crl.signatureAlgorithm,
    signature: crl.signatureValue,
  };
  if (!isSignedBy(signed, issuer)) return fault('wrong_signature', 'The CRL is not signed by the issuer');
  if (crl.isCertificateRevoked(parsed)) return fault('revoked', 'The certificate was revoked');
  return checkTimes(crl.thisUpdate.value, crl.nextUpdate?.value, now);
}

/** Critical extensions limit the scope (RFC 5280 5.2): deltas, other issuers, some reasons. */
function covers(crl: CertificateRevocationList, isAuthority: boolean): boolean {
  const critical = crl.crlExtensions?.extensions.filter((extension) => extension.critical) ?? [];
  return critical.every(({ extnID, parsedValue }) => {
    if (extnID !== ID_ISSUING_DISTRIBUTION_POINT || !(parsedValue instanceof IssuingDistributionPoint))
      return false;
    const { indirectCRL, onlySomeReasons, onlyContainsAttributeCerts } = parsedValue;
    if (indirectCRL || onlySomeReasons !== undefined || onlyContainsAttributeCerts) return false;
    return isAuthority ? !parsedValue.onlyContainsUserCerts : !parsedValue.onlyContainsCACerts;
  });
}
