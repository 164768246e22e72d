import type { X509Certificate } from 'node:crypto';
import { OctetString } from 'asn1js';
import { AuthorityKeyIdentifier, Certificate, ExtKeyUsage, TSTInfo } from 'pkijs';
import { checkEnclosed, describeUnreadable } from '../cms/check-cms.ts';
import { findDigestName, ID_TIMESTAMPING, ID_TST_INFO } from '../cms/object-identifiers.ts';
import { CmsProblem, type CmsSignature, readCms, requireDer } from '../cms/read-cms.ts';
import { isIssuedBy, isRoot } from '../validation-data/signed-by.ts';
import type { TimestampFault, TimestampFaultReason } from './timestamp-authority.ts';

/** What a timestamp says, whether it is right or not. */
export interface TimestampStatement {
  readonly time: Date;
  /** Name as `node:crypto` knows it; undefined for an algorithm that is not accepted. */
  readonly imprintAlgorithm: string | undefined;
  readonly imprint: Uint8Array;
  /** Contents of the INTEGER; undefined when there is none. */
  readonly nonce: Uint8Array | undefined;
  readonly signerCertificate: X509Certificate;
  readonly certificates: readonly X509Certificate[];
}

/** A token and what is wrong with it. */
export interface TimestampCheck {
  /** Undefined when the token cannot be read. */
  readonly statement: TimestampStatement | undefined;
  /** Empty when the token is right. Whether its authority is trusted is not decided here. */
  readonly faults: readonly TimestampFault[];
}

/** The digest of what a token should be about, by an algorithm that the token names; empty when there is none. */
export type DigestOf = (algorithm: string) => Uint8Array;

const ID_EXTENDED_KEY_USAGE = '2.5.29.37';
const ID_SUBJECT_KEY_IDENTIFIER = '2.5.29.14';
const ID_AUTHORITY_KEY_IDENTIFIER = '2.5.29.35';

/** Checks a timestamp token against what it is said to be about (RFC 3161 2.4.2). Never throws for what it holds. */
export function checkTimestamp(token: Uint8Array, digestOf: DigestOf): TimestampCheck {
  try {
    const cms = readCms(token, ID_TST_INFO);
    requireDer(cms, token);
    const content = readContent(cms);
    const statement = readStatement(cms, content);
    return { statement, faults: findFaults(cms, content, statement, digestOf) };
  } catch (error) {
    return { statement: undefined, faults: [fault('not_readable', describeUnreadable(error))] };
  }
}

function findFaults(
  cms: CmsSignature,
  content: Uint8Array,
  statement: TimestampStatement,
  digestOf: DigestOf,
): TimestampFault[] {
  const wrongSignature = [...checkEnclosed(cms, content, ID_TST_INFO), ...checkRelatives(cms)];
  return [
    ...wrongSignature.map((problem) => fault('wrong_signature', problem)),
    ...checkImprint(statement, digestOf),
    ...checkPurpose(statement.signerCertificate),
    ...checkValidity(statement),
  ];
}

function readContent({ signedData }: CmsSignature): Uint8Array {
  const { eContent } = signedData.encapContentInfo;
  if (!eContent) throw new CmsProblem('The timestamp holds no statement');
  return new Uint8Array(eContent.getValue());
}

function readStatement(cms: CmsSignature, content: Uint8Array): TimestampStatement {
  const info = TSTInfo.fromBER(content);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  return {
    time: info.genTime,
    imprintAlgorithm: findDigestName(hashAlgorithm.algorithmId),
    imprint: hashedMessage.valueBlock.valueHexView,
    nonce: info.nonce?.valueBlock.valueHexView,
    signerCertificate: cms.signerCertificate,
    certificates: cms.certificates,
  };
}

function checkImprint(statement: TimestampStatement, digestOf: DigestOf): TimestampFault[] {
  if (statement.imprintAlgorithm === undefined)
    return [fault('wrong_imprint', 'The timestamp uses a digest algorithm that is not supported')];
  if (Buffer.from(digestOf(statement.imprintAlgorithm)).equals(statement.imprint)) return [];
  return [fault('wrong_imprint', 'The timestamp is about something else: its digest does not match')];
}

/** RFC 3161 2.3: the one extended key usage is timestamping, and it is critical. */
function checkPurpose(certificate: X509Certificate): TimestampFault[] {
  const { extensions = [] } = Certificate.fromBER(new Uint8Array(certificate.raw));
  const usage = extensions.find(({ extnID }) => extnID === ID_EXTENDED_KEY_USAGE);
  const purposes = usage?.parsedValue instanceof ExtKeyUsage ? usage.parsedValue.keyPurposes : [];
  if (usage?.critical && purposes.length === 1 && purposes[0] === ID_TIMESTAMPING) return [];
  const message = 'The certificate of the timestamp is not one for timestamps alone';
  return [fault('certificate_not_for_timestamps', message)];
}

function checkValidity({ time, signerCertificate }: TimestampStatement): TimestampFault[] {
  const isValid =
    time.getTime() >= Date.parse(signerCertificate.validFrom) &&
    time.getTime() <= Date.parse(signerCertificate.validTo);
  if (isValid) return [];
  return [fault('certificate_expired', 'The certificate of the timestamp was not valid at its time')];
}

/**
 * Nothing signs the certificates beside the signer's: each must be bound to it by signatures, as an issuer or as issued by
 * one, or it could be exchanged. A root must bear itself out.
 */
function checkRelatives({ signerCertificate, certificates }: CmsSignature): string[] {
  const bound = new Set([signerCertificate]);
  // Grows while it is walked: issuers of issuers.
  for (const one of bound)
    for (const other of certificates) if (isIssuedBy(one, other) || isIssuedBy(other, one)) bound.add(other);
  const tops = certificates.filter((one) => one !== signerCertificate && !hasIssuer(one, certificates));
  const isForged = tops.some((top) => isRootLike(top) && !isRoot(top));
  if (bound.size === certificates.length && !isForged) return [];
  return ['A certificate in the timestamp does not belong to its signer'];
}

function hasIssuer(certificate: X509Certificate, certificates: readonly X509Certificate[]): boolean {
  return certificates.some((other) => other !== certificate && isIssuedBy(certificate, other));
}

/**
 * By its names, or by naming no other key than its own (RFC 5280 4.2.1.1 lets only roots leave that out): one changed
 * byte cannot take both marks from a root.
 */
function isRootLike(certificate: X509Certificate): boolean {
  if (certificate.subject === certificate.issuer) return true;
  const { extensions = [] } = Certificate.fromBER(new Uint8Array(certificate.raw));
  const find = (id: string): unknown => extensions.find(({ extnID }) => extnID === id)?.parsedValue;
  const named = find(ID_AUTHORITY_KEY_IDENTIFIER);
  const issuerKey = named instanceof AuthorityKeyIdentifier ? named.keyIdentifier : undefined;
  const ownKey = find(ID_SUBJECT_KEY_IDENTIFIER);
  if (issuerKey === undefined) return true;
  return (
    ownKey instanceof OctetString && Buffer.from(ownKey.getValue()).equals(Buffer.from(issuerKey.getValue()))
  );
}

function fault(reason: TimestampFaultReason, message: string): TimestampFault {
  return { reason, message };
}
