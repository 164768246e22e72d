import type { X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import { OctetString } from 'asn1js';
import { AuthorityKeyIdentifier, Certificate, ExtKeyUsage, TimeStampResp, TSTInfo } from 'pkijs';
import { findDigestName, ID_TIMESTAMPING, ID_TST_INFO } from '../cms/algorithms.ts';
import { checkEnclosed, findWeaknesses, unreadable } from '../cms/check-cms.ts';
import { CmsProblem, type CmsSignature, readCms, requireDer } from '../cms/read-cms.ts';
import { type SignatureProblem, type SignatureProblemCode, signatureProblem } from '../signature-problem.ts';
import { isIssuedBy, isRoot } from '../validation-data/signed-by.ts';
import type { TimestampFault, TimestampFaultReason } from './timestamp-authority.ts';

export interface TimestampStatement {
  readonly time: Date;
  /** The name in `node:crypto`; undefined if the algorithm is not accepted. */
  readonly imprintAlgorithm: string | undefined;
  readonly imprint: Uint8Array;
  /** The contents of the INTEGER. */
  readonly nonce: Uint8Array | undefined;
  readonly signerCertificate: X509Certificate;
  readonly certificates: readonly X509Certificate[];
}

export interface TokenFault {
  readonly reason: TimestampFaultReason;
  readonly problem: SignatureProblem;
}

export interface TimestampCheck {
  /** The statement is undefined if the token cannot be read. */
  readonly statement: TimestampStatement | undefined;
  /** Does not decide whether the authority is trusted. */
  readonly faults: readonly TokenFault[];
  /** Weaknesses of a valid token. */
  readonly remarks: readonly SignatureProblem[];
}

/** Returns the digest by an algorithm of the token; empty if there is none. */
export type DigestOf = (algorithm: string) => Uint8Array;

const ID_EXTENDED_KEY_USAGE = '2.5.29.37';
const ID_SUBJECT_KEY_IDENTIFIER = '2.5.29.14';
const ID_AUTHORITY_KEY_IDENTIFIER = '2.5.29.35';

/**
 * Checks a token by RFC 3161 2.4.2. Never throws for invalid input. `stored` has certificates for a token
 * without any.
 */
export function checkTimestamp(
  token: Uint8Array,
  digestOf: DigestOf,
  stored: readonly Uint8Array[] = [],
): TimestampCheck {
  try {
    const cms = readCms(token, ID_TST_INFO, stored);
    requireDer(cms);
    const content = readContent(cms);
    const statement = readStatement(cms, content);
    const faults = findFaults(cms, content, statement, digestOf);
    return { statement, faults, remarks: findWeaknesses(cms, statement.imprintAlgorithm) };
  } catch (error) {
    const fault = { reason: 'not_readable', problem: unreadable(error) } as const;
    return { statement: undefined, faults: [fault], remarks: [] };
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

/** The purpose must be timestamping alone, and critical (RFC 3161 2.3). */
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
 * Every other certificate needs a chain of signatures to the signer's. Otherwise one could be exchanged.
 * Roots must be self-signed.
 */
function checkRelatives({ signerCertificate, certificates }: CmsSignature): SignatureProblem[] {
  const bound = new Set([signerCertificate]);
  // The issuers of issuers are needed, too.
  for (const one of bound)
    for (const other of certificates) if (isIssuedBy(one, other) || isIssuedBy(other, one)) bound.add(other);
  for (const other of certificates) if (isSibling(other, signerCertificate)) bound.add(other);
  const tops = certificates.filter((one) => one !== signerCertificate && !hasIssuer(one, certificates));
  const isForged = tops.some((top) => isRootLike(top) && !isRoot(top));
  if (bound.size === certificates.length && !isForged) return [];
  return [signatureProblem('timestamp_certificate_stranger')];
}

/** Some authorities send other certificates of the same issuer along. */
function isSibling(certificate: X509Certificate, signer: X509Certificate): boolean {
  return certificate.issuer === signer.issuer && !isRootLike(certificate);
}

function hasIssuer(certificate: X509Certificate, certificates: readonly X509Certificate[]): boolean {
  return certificates.some((other) => other !== certificate && isIssuedBy(certificate, other));
}

/** Equal names or its own key identifier: modifying one byte cannot hide both (RFC 5280 4.2.1.1). */
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

/** The problem is of the timestamp and not of the document. */
function ofTimestamp(problem: SignatureProblem): SignatureProblem {
  if (problem.code === 'content_changed') return signatureProblem('timestamp_changed');
  if (problem.code === 'signature_wrong') return signatureProblem('timestamp_signature_wrong');
  return problem;
}

/** The values of PKIStatus are granted and grantedWithMods (RFC 3161 2.4.2). */
const GRANTED: readonly number[] = [0, 1];

/** DER, or why there is none. */
export function readTimestampResponse(body: Uint8Array): Uint8Array | TimestampFault {
  try {
    return readResponse(body);
  } catch (error) {
    // Malformed input throws.
    return unreadableResponse(error instanceof Error ? error.message : String(error));
  }
}

function readResponse(body: Uint8Array): Uint8Array | TimestampFault {
  const { result, offset } = asn1js.fromBER(new Uint8Array(body));
  if (offset !== body.length || !(result instanceof asn1js.Sequence))
    return unreadableResponse('it is no DER');
  // The token that is checked is the one in the file.
  const token = result.valueBlock.value[1]?.toBER();
  const response = new TimeStampResp({ schema: result });
  const { status } = response.status;
  if (!GRANTED.includes(status))
    return { reason: 'refused', message: `The authority rejected the request: status ${status}` };
  return token ? new Uint8Array(token) : unreadableResponse('there is no token');
}

function unreadableResponse(why: string): TimestampFault {
  return { reason: 'not_readable', message: `The response is not a timestamp: ${why}` };
}
