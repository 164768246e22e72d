import { createHash, X509Certificate } from 'node:crypto';
import { checkOcsp, type IssuedCertificate } from '@countersign/seal/revocation';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';

const XML_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const BANKID_TYPES = 'http://www.bankid.com/signature/v1.0.0/types';
const SIGNED_DATA = 'bankIdSignedData';
/** Real signatures have some 10 kB. */
const MAX_XML_BYTES = 256 * 1024;
/** A chain has a person, the bank and the root. */
const MAX_CHAIN_LENGTH = 5;

export type BankIdSignatureFault =
  | 'not_a_signature'
  | 'certificate_not_trusted'
  | 'signature_wrong'
  | 'other_purpose'
  | 'other_text'
  | 'other_person';

export interface ExpectedBankIdSignature {
  readonly purpose: 'identify' | 'sign';
  readonly visibleText: string;
  readonly hiddenText: string;
  readonly personalNumber: string;
  /** Authorities that issue certificates to people's banks. */
  readonly issuers: readonly X509Certificate[];
  readonly now: Date;
}

/**
 * Checks the XML signature (RFC 3275) without the network: it has to be by a certificate of the configured
 * authorities, of this person, over these texts. Returns the certificate, or the first fault.
 */
export function checkBankIdSignature(
  signature: string,
  expected: ExpectedBankIdSignature,
): IssuedCertificate | BankIdSignatureFault {
  const xml = Buffer.from(signature, 'base64').toString('utf8');
  const root = xml.length > MAX_XML_BYTES ? null : parseSignature(xml);
  if (root === null) return 'not_a_signature';
  const chain = readChain(root);
  const [person, ...others] = chain;
  if (person === undefined || !isTrusted(chain, expected)) return 'certificate_not_trusted';
  const signed = readSignedData(xml, person);
  if (signed === null) return 'signature_wrong';
  const issuer = [...others, ...expected.issuers].find((one) => isIssuedBy(person, one));
  if (issuer === undefined) return 'certificate_not_trusted';
  return findOtherContent(signed, person, expected) ?? { certificate: person, issuer };
}

/** A document type is refused, because it could define entities. */
function parseSignature(xml: string): Element | null {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return null;
  const root = parseXml(xml);
  if (root?.namespaceURI !== XML_SIGNATURE || root.localName !== 'Signature') return null;
  const isSingle =
    root.getElementsByTagNameNS('*', 'Signature').length === 0 &&
    root.getElementsByTagNameNS('*', SIGNED_DATA).length === 1;
  return isSingle ? root : null;
}

function parseXml(xml: string): Element | null {
  const onError = () => {
    throw new SyntaxError('not well-formed');
  };
  try {
    return new DOMParser({ onError }).parseFromString(xml, 'text/xml').documentElement;
  } catch {
    return null;
  }
}

function readChain(root: Element): readonly X509Certificate[] {
  const elements = Array.from(root.getElementsByTagNameNS(XML_SIGNATURE, 'X509Certificate'));
  try {
    return elements
      .slice(0, MAX_CHAIN_LENGTH)
      .map(({ textContent }) => new X509Certificate(Buffer.from(textContent ?? '', 'base64')));
  } catch {
    return [];
  }
}

/** Whether a chain of issuers leads to a configured authority. */
function isTrusted(
  chain: readonly X509Certificate[],
  { issuers, now }: Pick<ExpectedBankIdSignature, 'issuers' | 'now'>,
): boolean {
  for (const [index, certificate] of chain.entries()) {
    if (!isValidAt(certificate, now)) return false;
    if (issuers.some((issuer) => isIssuedBy(certificate, issuer) && isValidAt(issuer, now))) return true;
    const next = chain[index + 1];
    if (next === undefined || !isIssuedBy(certificate, next)) return false;
  }
  return false;
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isValidAt({ validFrom, validTo }: X509Certificate, now: Date): boolean {
  return Date.parse(validFrom) <= now.getTime() && now.getTime() <= Date.parse(validTo);
}

/** Reads only what the signature covers. Returns null if it does not verify. */
function readSignedData(xml: string, person: X509Certificate): Element | null {
  const verifier = new SignedXml({ publicCert: person.toString(), getCertFromKeyInfo: () => null });
  try {
    verifier.loadSignature(xml);
    if (!verifier.checkSignature(xml)) return null;
  } catch {
    return null;
  }
  const signed = verifier
    .getSignedReferences()
    .map(parseXml)
    .filter((element) => element?.namespaceURI === BANKID_TYPES && element.localName === SIGNED_DATA);
  return signed.length === 1 ? (signed[0] ?? null) : null;
}

const PURPOSES = { identify: 'Identification', sign: 'Signing' } as const;

function findOtherContent(
  signed: Element,
  person: X509Certificate,
  { purpose, visibleText, hiddenText, personalNumber }: ExpectedBankIdSignature,
): BankIdSignatureFault | null {
  if (readText(signed, 'funcId') !== PURPOSES[purpose]) return 'other_purpose';
  const texts = [readData(signed, 'usrVisibleData'), readData(signed, 'usrNonVisibleData')];
  if (texts[0] !== visibleText || texts[1] !== hiddenText) return 'other_text';
  return subjectNumber(person) === personalNumber ? null : 'other_person';
}

function readText(signed: Element, name: string): string | null {
  const elements = signed.getElementsByTagNameNS(BANKID_TYPES, name);
  return elements.length === 1 ? (elements[0]?.textContent ?? null) : null;
}

function readData(signed: Element, name: string): string | null {
  const text = readText(signed, name);
  return text === null ? null : Buffer.from(text, 'base64').toString('utf8');
}

/** Returns the personal number, which is `serialNumber` of X.520. */
function subjectNumber({ subject }: X509Certificate): string | undefined {
  return /^serialNumber=(\d{12})$/m.exec(subject)?.[1];
}

export type BankIdStatusFault =
  | 'status_missing'
  /** The nonce is that of another signature. */
  | 'status_of_other_signature'
  | 'certificate_revoked'
  /** The status is not readable, not about this certificate, not by its responder, or not current. */
  | 'status_not_valid';

/** The nonce begins with a SHA-1 hash, which 12 random bytes follow. */
const HASH_BYTES = 20;
const NONCE_BYTES = 32;

/**
 * Checks the OCSP response (RFC 6960) beside a signature. It has to be about the person's certificate, by its
 * issuer or that one's responder, current and `good`. Its nonce begins with the SHA-1 hash of the signature
 * in base64. Returns null if nothing is wrong.
 */
export async function findBankIdStatusFault(
  ocspResponse: string | null,
  signature: string,
  person: IssuedCertificate,
  now: Date,
): Promise<BankIdStatusFault | null> {
  if (ocspResponse === null) return 'status_missing';
  const checked = await checkOcsp(Buffer.from(ocspResponse, 'base64'), person, now);
  if ('reason' in checked) return checked.reason === 'revoked' ? 'certificate_revoked' : 'status_not_valid';
  const hash = createHash('sha1').update(signature, 'utf8').digest();
  const { nonce } = checked;
  const isOfSignature = nonce?.length === NONCE_BYTES && hash.equals(nonce.subarray(0, HASH_BYTES));
  return isOfSignature ? null : 'status_of_other_signature';
}
