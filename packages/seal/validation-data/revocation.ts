import { X509Certificate } from 'node:crypto';
import { fromBER, OctetString } from 'asn1js';
import {
  BasicOCSPResponse,
  CertID,
  Certificate,
  CertificateRevocationList,
  IssuingDistributionPoint,
  OCSPRequest,
  OCSPResponse,
  type SingleResponse,
} from 'pkijs';
import { MAX_CLOCK_DIFFERENCE_MS } from '../limits.ts';
import { fault, type ValidationFault } from './responses.ts';
import { isIssuedBy, isSignedBy } from './signed-by.ts';

const ID_BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1';
const ID_NONCE = '1.3.6.1.5.5.7.48.1.2';
const ID_OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
const SUCCESSFUL = 0;
/** The value of CertStatus (RFC 6960 4.2.1). */
const GOOD = 0;
const REVOKED = 1;

export interface IssuedCertificate {
  readonly certificate: X509Certificate;
  readonly issuer: X509Certificate;
}

/** Returns the request in DER (RFC 6960 4.1). */
export async function createOcspRequest({ certificate, issuer }: IssuedCertificate): Promise<Uint8Array> {
  const request = new OCSPRequest();
  await request.createForCertificate(parse(certificate), {
    // Every responder supports it, and it only identifies the certificate (RFC 5019 2.1.1).
    hashAlgorithm: 'SHA-1',
    issuerCertificate: parse(issuer),
  });
  return new Uint8Array(request.toSchema(true).toBER());
}

/** The check of a response, which is usable if it says `good`. */
export type OcspCheck =
  | {
      /** The responder is undefined if it is the issuer. */
      readonly responder: X509Certificate | undefined;
      /** The nonce of RFC 6960 4.4.1. */
      readonly nonce: Uint8Array | undefined;
    }
  | ValidationFault;

/** Checks that a response is valid, current and `good`. Never rejects for invalid input. */
export async function checkOcsp(body: Uint8Array, asked: IssuedCertificate, now: Date): Promise<OcspCheck> {
  try {
    return await checkResponse(body, asked, now);
  } catch (error) {
    // Malformed input throws.
    return fault(
      'not_readable',
      `The response is not an OCSP response: ${error instanceof Error ? error.message : error}`,
    );
  }
}

async function checkResponse(body: Uint8Array, asked: IssuedCertificate, now: Date): Promise<OcspCheck> {
  const response = OCSPResponse.fromBER(new Uint8Array(body));
  const status = response.responseStatus.valueBlock.valueDec;
  if (status !== SUCCESSFUL) return fault('refused', `The responder rejected the request: status ${status}`);
  if (response.responseBytes?.responseType !== ID_BASIC_RESPONSE)
    return fault('not_readable', 'The OCSP response has an unknown type');
  const basic = BasicOCSPResponse.fromBER(
    new Uint8Array(response.responseBytes.response.valueBlock.valueHexView),
  );
  const single = await findAnswer(basic, asked);
  if (!single) return fault('not_readable', 'The OCSP response is for another certificate');
  const responder = findResponder(basic, asked.issuer, now);
  if (!responder)
    return fault('wrong_signature', 'The OCSP response is not signed by an authorised responder');
  const own = responder === asked.issuer ? undefined : responder;
  return checkAnswer(single, now) ?? { responder: own, nonce: readNonce(basic) };
}

/** Some responders leave out the inner OCTET STRING (RFC 8954 2.1). */
function readNonce({ tbsResponseData }: BasicOCSPResponse): Uint8Array | undefined {
  const found = tbsResponseData.responseExtensions?.find(({ extnID }) => extnID === ID_NONCE);
  if (found === undefined) return undefined;
  const bytes = new Uint8Array(found.extnValue.valueBlock.valueHexView);
  const { result } = fromBER(bytes);
  return result instanceof OctetString ? new Uint8Array(result.valueBlock.valueHexView) : bytes;
}

async function findAnswer(
  basic: BasicOCSPResponse,
  { certificate, issuer }: IssuedCertificate,
): Promise<SingleResponse | undefined> {
  for (const single of basic.tbsResponseData.responses) {
    const wanted = new CertID();
    const { algorithmId } = single.certID.hashAlgorithm;
    const hashAlgorithm = HASHES.get(algorithmId);
    if (hashAlgorithm === undefined) continue;
    await wanted.createForCertificate(parse(certificate), {
      hashAlgorithm,
      issuerCertificate: parse(issuer),
    });
    if (wanted.isEqual(single.certID)) return single;
  }
  return undefined;
}

/** The names are those of WebCrypto. */
const HASHES: ReadonlyMap<string, string> = new Map([
  ['1.3.14.3.2.26', 'SHA-1'],
  ['2.16.840.1.101.3.4.2.1', 'SHA-256'],
]);

/** Finds the issuer or its delegate (RFC 6960 4.2.2.2). */
function findResponder(
  basic: BasicOCSPResponse,
  issuer: X509Certificate,
  now: Date,
): X509Certificate | undefined {
  const signed = {
    bytes: basic.tbsResponseData.tbsView,
    signatureAlgorithm: basic.signatureAlgorithm,
    signature: basic.signature,
  };
  if (isSignedBy(signed, issuer)) return issuer;
  const offered = (basic.certs ?? []).map(
    (entry) => new X509Certificate(Buffer.from(entry.toSchema().toBER())),
  );
  return offered.find((entry) => isDelegate(entry, issuer, now) && isSignedBy(signed, entry));
}

function isDelegate(certificate: X509Certificate, issuer: X509Certificate, now: Date): boolean {
  return (
    isIssuedBy(certificate, issuer) &&
    // Node's `keyUsage` is the extended one.
    (certificate.keyUsage ?? []).includes(ID_OCSP_SIGNING) &&
    now.getTime() >= Date.parse(certificate.validFrom) &&
    now.getTime() <= Date.parse(certificate.validTo)
  );
}

function checkAnswer(
  { certStatus, thisUpdate, nextUpdate }: SingleResponse,
  now: Date,
): ValidationFault | undefined {
  const { tagNumber } = certStatus.idBlock;
  if (tagNumber === REVOKED) return fault('revoked', 'The certificate was revoked');
  if (tagNumber !== GOOD) return fault('refused', 'The responder does not know the certificate');
  return checkTimes(thisUpdate, nextUpdate, now);
}

/** Clocks may differ by an hour. */
export function checkTimes(
  thisUpdate: Date,
  nextUpdate: Date | undefined,
  now: Date,
): ValidationFault | undefined {
  const isEarly = thisUpdate.getTime() > now.getTime() + MAX_CLOCK_DIFFERENCE_MS;
  const isLate = nextUpdate !== undefined && nextUpdate.getTime() < now.getTime() - MAX_CLOCK_DIFFERENCE_MS;
  if (!isEarly && !isLate) return undefined;
  const until = nextUpdate ? ` to ${nextUpdate.toISOString()}` : '';
  return fault(
    'outdated',
    `The response is valid from ${thisUpdate.toISOString()}${until}, now is ${now.toISOString()}`,
  );
}

function parse(certificate: X509Certificate): Certificate {
  return Certificate.fromBER(new Uint8Array(certificate.raw));
}

const ID_ISSUING_DISTRIBUTION_POINT = '2.5.29.28';

/** Returns undefined if the list proves that the certificate is valid. Never throws. */
export function checkCrl(body: Uint8Array, asked: IssuedCertificate, now: Date): ValidationFault | undefined {
  try {
    return checkList(CertificateRevocationList.fromBER(new Uint8Array(body)), asked, now);
  } catch (error) {
    // Malformed input throws.
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
