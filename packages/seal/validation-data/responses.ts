import type { X509Certificate } from 'node:crypto';
import { Certificate, CRLDistributionPoints, type Extension, type GeneralName, InfoAccess } from 'pkijs';
import { REQUEST_TIMEOUT_MS } from '../limits.ts';
import {
  describeNetworkError,
  isTimeout,
  type NetworkAnswer,
  type NetworkRequest,
  type SendRequest,
} from '../network.ts';

/** The http and https addresses, in the certificate's order. */
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
/** The tag of GeneralName [6] uniformResourceIdentifier. */
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

/** Returns true for a certificate with id-pkix-ocsp-nocheck (RFC 6960 4.2.2.2.1). */
export function hasNoCheck(certificate: X509Certificate): boolean {
  const { extensions = [] } = Certificate.fromBER(new Uint8Array(certificate.raw));
  return extensions.some(({ extnID }) => extnID === ID_OCSP_NO_CHECK);
}

function findExtension(extensions: readonly Extension[], id: string): unknown {
  return extensions.find(({ extnID }) => extnID === id)?.parsedValue;
}

/** Leaves out points for some reasons or of another issuer, which are not sufficient alone. */
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

/** Why validation data is missing or was rejected. */
export type ValidationFaultReason =
  /** There is no connection, or there are too many bytes or redirects. */
  | 'not_reachable'
  | 'timed_out'
  /** The server returned an HTTP status other than 200. */
  | 'http_status'
  /** The response is not an OCSP response, CRL or certificate, or is for another certificate. */
  | 'not_readable'
  /** The responder does not know the status. */
  | 'refused'
  /** The signer is not authorised or the signature is invalid. */
  | 'wrong_signature'
  /** The response is not current. */
  | 'outdated'
  | 'revoked'
  | 'no_address'
  /** The issuer is neither at hand nor at the certificate's addresses. */
  | 'issuer_not_found'
  /** More certificates than a valid chain has. */
  | 'too_many_certificates';

export interface ValidationFault {
  readonly reason: ValidationFaultReason;
  readonly message: string;
}

export function fault(reason: ValidationFaultReason, message: string): ValidationFault {
  return { reason, message };
}

/** A fault with the server's address, which is empty if there is none. */
export interface ValidationFailure extends ValidationFault {
  readonly authority: string;
}

export async function fetchResponse(
  send: SendRequest,
  request: Omit<NetworkRequest, 'timeoutMs'>,
): Promise<NetworkAnswer | ValidationFault> {
  try {
    const answer = await send({ ...request, timeoutMs: REQUEST_TIMEOUT_MS });
    if (answer.status === 200) return answer;
    return { reason: 'http_status', message: `The server responded with HTTP status ${answer.status}` };
  } catch (error) {
    return { reason: isTimeout(error) ? 'timed_out' : 'not_reachable', message: describeNetworkError(error) };
  }
}
