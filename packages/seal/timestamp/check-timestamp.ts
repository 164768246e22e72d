import type { X509Certificate } from 'node:crypto';
import { OctetString } from 'asn1js';
import { AuthorityKeyIdentifier, Certificate, ExtKeyUsage, TSTInfo } from 'pkijs';
import { checkEnclosed, unreadable } from '../cms/check-cms.ts';
import { findDigestName, ID_TIMESTAMPING, ID_TST_INFO } from '../cms/object-identifiers.ts';
import { CmsProblem, type CmsSignature, readCms, requireDer } from '../cms/read-cms.ts';
import { type SignatureProblem, type SignatureProblemCode, signatureProblem } from '../signature-problem.ts';
import { isIssuedBy, isRoot } from '../validation-data/signed-by.ts';
import type { TimestampFaultReason } from './timestamp-authority.ts';

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

/** What is wrong with a token, also as what it means for the signature that it is in. */
export interface TokenFault {
  readonly reason: TimestampFaultReason;
  readonly problem: SignatureProblem;
}

/** A token and what is wrong with it. */
export interface TimestampCheck {
  /** Undefined when the token cannot be read. */
  readonly statement: TimestampStatement | undefined;
  /** Empty when the token is right. Whether its authority is trusted is not decided here. */
  readonly faults: readonly TokenFault[];
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
    return { statement: undefined, faults: [{ reason: 'not_readable', problem: unreadable(error) }] };
  }
}

function findFaults(
  cms: CmsSignature,
  content: Uint8Array,
  statement: TimestampStatement,
  digestOf: DigestOf,
): TokenFault[] {
  const wrongSignature = [
    ...checkEnclosed(cms, content, ID_TST_INFO).map(ofTimestamp),
    ...checkRelatives(cms),
  ];
  return [
    ...wrongSignature.map((problem): TokenFault => ({ reason: 'wrong_signature', problem })),
    ...checkImprint(statement, digestOf),
    ...checkPurpose(statement.signerCertificate),
    ...checkValidity(statement),
  ];
}

function readContent({ signedData }: CmsSignature): Uint8Array {
  const { eContent } = signedData.encapContentInfo;
  if (!eContent) throw new CmsProblem('timestamp_empty');
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

function checkImprint(statement: TimestampStatement, digestOf: DigestOf): TokenFault[] {
  if (statement.imprintAlgorithm === undefined)
    return [fault('wrong_imprint', 'timestamp_digest_not_supported')];
  if (Buffer.from(digestOf(statement.imprintAlgorithm)).equals(statement.imprint)) return [];
  return [fault('wrong_imprint', 'timestamp_of_other_data')];
}

/** RFC 3161 2.3: the one extended key usage is timestamping, and it is critical. */
function checkPurpose(certificate: X509Certificate): TokenFault[] {
  const { extensions = [] } = Certificate.fromBER(new Uint8Array(certificate.raw));
  const usage = extensions.find(({ extnID }) => extnID === ID_EXTENDED_KEY_USAGE);
  const purposes = usage?.parsedValue instanceof ExtKeyUsage ? usage.parsedValue.keyPurposes : [];
  if (usage?.critical && purposes.length === 1 && purposes[0] === ID_TIMESTAMPING) return [];
  return [fault('certificate_not_for_timestamps', 'timestamp_certificate_purpose')];
}

function checkValidity({ time, signerCertificate }: TimestampStatement): TokenFault[] {
  const isValid =
    time.getTime() >= Date.parse(signerCertificate.validFrom) &&
    time.getTime() <= Date.parse(signerCertificate.validTo);
  if (isValid) return [];
  return [fault('certificate_expired', 'timestamp_certificate_expired')];
}

/**
 * Nothing signs the certificates beside the signer's: each must be bound to it by signatures, as an issuer or as issued by
 * one, or it could be exchanged. A root must bear itself out.
 */
function checkRelatives({ signerCertificate, certificates }: CmsSignature): SignatureProblem[] {
  const bound = new Set([signerCertificate]);
  // Grows while it is walked: issuers of issuers.
  for (const one of bound)
    for (const other of certificates) if (isIssuedBy(one, other) || isIssuedBy(other, one)) bound.add(other);
  for (const other of certificates) if (isSibling(other, signerCertificate)) bound.add(other);
  const tops = certificates.filter((one) => one !== signerCertificate && !hasIssuer(one, certificates));
  const isForged = tops.some((top) => isRootLike(top) && !isRoot(top));
  if (bound.size === certificates.length && !isForged) return [];
  return [signatureProblem('timestamp_certificate_stranger')];
}

/** Another certificate of the same issuer: authorities send those of their other units along. No signature needs it. */
function isSibling(certificate: X509Certificate, signer: X509Certificate): boolean {
  return certificate.issuer === signer.issuer && !isRootLike(certificate);
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

function fault(reason: TimestampFaultReason, code: SignatureProblemCode): TokenFault {
  return { reason, problem: signatureProblem(code) };
}

/** What was changed is the timestamp then, and not the document. */
function ofTimestamp(problem: SignatureProblem): SignatureProblem {
  if (problem.code === 'content_changed') return signatureProblem('timestamp_changed');
  if (problem.code === 'signature_wrong') return signatureProblem('timestamp_signature_wrong');
  return problem;
}
