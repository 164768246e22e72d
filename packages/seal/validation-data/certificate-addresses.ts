import type { X509Certificate } from 'node:crypto';
import { Certificate, CRLDistributionPoints, type Extension, type GeneralName, InfoAccess } from 'pkijs';

/** http and https, in the certificate's order. */
export interface CertificateAddresses {
  readonly ocsp: readonly string[];
  readonly crl: readonly string[];
  readonly issuer: readonly string[];
}

const ID_AUTHORITY_INFO_ACCESS = '1.3.6.1.5.5.7.1.1';
const ID_CRL_DISTRIBUTION_POINTS = '2.5.29.31';
const ID_OCSP = '1.3.6.1.5.5.7.48.1';
const ID_CA_ISSUERS = '1.3.6.1.5.5.7.48.2';
const ID_OCSP_NO_CHECK = '1.3.6.1.5.5.7.48.1.5';
/** GeneralName [6] uniformResourceIdentifier. */
const URI = 6;
/** Certificates usually have one or two. */
const MAX_ADDRESSES = 3;

export function findAddresses(certificate: X509Certificate): CertificateAddresses {
  const { extensions = [] } = Certificate.fromBER(new Uint8Array(certificate.raw));
  const access = findExtension(extensions, ID_AUTHORITY_INFO_ACCESS);
  const descriptions = access instanceof InfoAccess ? access.accessDescriptions : [];
  const locations = (method: string) =>
    descriptions.filter(({ accessMethod }) => accessMethod === method).map((entry) => entry.accessLocation);
  return {
    ocsp: listUrls(locations(ID_OCSP)),
    issuer: listUrls(locations(ID_CA_ISSUERS)),
    crl: listUrls(listPoints(findExtension(extensions, ID_CRL_DISTRIBUTION_POINTS))),
  };
}

/** id-pkix-ocsp-nocheck (RFC 6960 4.2.2.2.1). */
export function hasNoCheck(certificate: X509Certificate): boolean {
  const { extensions = [] } = Certificate.fromBER(new Uint8Array(certificate.raw));
  return extensions.some(({ extnID }) => extnID === ID_OCSP_NO_CHECK);
}

function findExtension(extensions: readonly Extension[], id: string): unknown {
  return extensions.find(({ extnID }) => extnID === id)?.parsedValue;
}

/** Not for some reasons or of another issuer, which are not sufficient alone. */
function listPoints(extension: unknown): GeneralName[] {
  if (!(extension instanceof CRLDistributionPoints)) return [];
  const whole = extension.distributionPoints.filter((point) => !point.reasons && !point.cRLIssuer);
  return whole.flatMap(({ distributionPoint }) =>
    Array.isArray(distributionPoint) ? distributionPoint : [],
  );
}

function listUrls(names: readonly GeneralName[]): readonly string[] {
  return names
    .filter(({ type, value }) => type === URI && typeof value === 'string')
    .map(({ value }) => String(value))
    .filter((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    .slice(0, MAX_ADDRESSES);
}
