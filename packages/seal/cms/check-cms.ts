import { constants, createHash, createVerify, type X509Certificate } from 'node:crypto';
import { Certificate } from 'pkijs';
import { type SignatureProblem, signatureProblem } from '../signature-problem.ts';
import { isIssuedBy } from '../validation-data/signed-by.ts';
import {
  findDigestName,
  findSignatureDigest,
  ID_DATA,
  ID_RSA_PSS,
  isPlainEcdsa,
  readSaltLength,
} from './algorithms.ts';
import { BER } from './ber-elements.ts';
import { readCommonName } from './certificates.ts';
import {
  type CmsContentType,
  CmsProblem,
  type CmsSignature,
  findTimestampToken,
  readCms,
  requireDer,
  requireNoParameters,
} from './read-cms.ts';
import { readSignedAttributes, type SignedAttributes } from './signed-attributes.ts';

export type FeedContent = (sink: { update(chunk: Uint8Array): unknown }) => void;

/** The algorithm's `node:crypto` name. */
export interface ContentDigest {
  readonly algorithm: string;
  readonly value: Uint8Array;
}

export interface CmsCheck {
  readonly problems: readonly SignatureProblem[];
  /** Remarks do not make the signature invalid. */
  readonly remarks: readonly SignatureProblem[];
  readonly signerName: string;
  /** The digest of the actual content. */
  readonly digest: ContentDigest | undefined;
  /** The signer's first, then issuers as far as the CMS contains them. */
  readonly chain: readonly X509Certificate[];
  readonly signingTime: Date | undefined;
  /** The token is not verified. */
  readonly timestamp: { readonly token: Uint8Array; readonly signatureValue: Uint8Array } | undefined;
}

export interface CmsPolicy {
  /** PAdES requires the attribute, which older signatures lack. */
  readonly requireSigningCertificate: boolean;
  /** PAdES requires DER, with no unsigned attribute but a timestamp. */
  readonly requireDer: boolean;
}

/** Never throws for invalid input: see `problems`. */
export function checkCms(bytes: Uint8Array, feedContent: FeedContent, policy: CmsPolicy): CmsCheck {
  try {
    const cms = readCms(bytes);
    if (policy.requireDer) requireDer(cms);
    const token = findTimestampToken(cms.signerInfo, policy.requireDer);
    const attributes = readSignedAttributes(cms.signerInfo, ID_DATA);
    const digest = digestContent(cms, feedContent);
    return {
      problems: checkSignature(cms, attributes, { digest, feedContent }, policy),
      remarks: [...findUnboundParts(attributes), ...findWeaknesses(cms, digest.algorithm)],
      signerName: readCommonName(cms.signerCertificate),
      digest,
      chain: orderChain(cms),
      signingTime: attributes?.signingTime,
      timestamp: token && { token, signatureValue: cms.signerInfo.signature.valueBlock.valueHexView },
    };
  } catch (error) {
    return {
      problems: [unreadable(error)],
      remarks: [],
      signerName: '',
      digest: undefined,
      chain: [],
      signingTime: undefined,
      timestamp: undefined,
    };
  }
}

/** Checks a CMS that encloses its content. May throw for invalid input. */
export function checkEnclosed(
  cms: CmsSignature,
  content: Uint8Array,
  contentType: CmsContentType,
): readonly SignatureProblem[] {
  const attributes = readSignedAttributes(cms.signerInfo, contentType);
  if (!attributes) return [signatureProblem('attributes_missing')];
  const policy = { requireSigningCertificate: true, requireDer: false };
  const feedContent: FeedContent = (sink) => sink.update(content);
  const digest = digestContent(cms, feedContent);
  return checkSignature(cms, attributes, { digest, feedContent }, policy);
}

/** Errors of pkijs and OpenSSL have no types. */
export function unreadable(error: unknown): SignatureProblem {
  if (error instanceof CmsProblem) return error.problem;
  return signatureProblem('cms_not_readable', { reason: describe(error) });
}

interface CheckedContent {
  readonly digest: ContentDigest;
  readonly feedContent: FeedContent;
}

function checkSignature(
  cms: CmsSignature,
  attributes: SignedAttributes | undefined,
  { digest, feedContent }: CheckedContent,
  policy: CmsPolicy,
): readonly SignatureProblem[] {
  return [
    ...(attributes ? checkDigest(digest, attributes) : []),
    ...checkSignatureValue(cms, attributes ? (sink) => sink.update(attributes.encoded) : feedContent),
    ...checkSigningCertificate(cms, attributes, policy),
    ...checkIssuers(cms.certificates),
  ];
}

/**
 * Without signing-certificate another certificate with the same key and issuer could be put in (RFC 5035 1).
 */
function findUnboundParts(attributes: SignedAttributes | undefined): SignatureProblem[] {
  return [
    ...(attributes?.signingCertificate ? [] : [signatureProblem('certificate_not_bound')]),
    ...(attributes ? [] : [signatureProblem('attributes_not_signed')]),
  ];
}

/** The limit is for RSA and DSA (NIST SP 800-131A). */
const MIN_KEY_BITS = 2048;

/** `digest` is the algorithm over the content. */
export function findWeaknesses(
  { isDer, signerCertificate }: CmsSignature,
  digest: string | undefined,
): SignatureProblem[] {
  const bits = signerCertificate.publicKey.asymmetricKeyDetails?.modulusLength ?? MIN_KEY_BITS;
  return [
    ...(digest === 'sha1' ? [signatureProblem('weak_digest', { algorithm: 'SHA-1' })] : []),
    ...(bits < MIN_KEY_BITS ? [signatureProblem('key_too_short', { bits, required: MIN_KEY_BITS })] : []),
    ...(isDer ? [] : [signatureProblem('not_der')]),
  ];
}

function digestContent({ signerInfo }: CmsSignature, feedContent: FeedContent): ContentDigest {
  const algorithm = requireDigestName(signerInfo.digestAlgorithm.algorithmId);
  const hash = createHash(algorithm);
  feedContent(hash);
  return { algorithm, value: hash.digest() };
}

function checkDigest({ value }: ContentDigest, attributes: SignedAttributes): SignatureProblem[] {
  return Buffer.from(value).equals(attributes.messageDigest) ? [] : [signatureProblem('content_changed')];
}

function checkSignatureValue(cms: CmsSignature, feedSigned: FeedContent): SignatureProblem[] {
  const { signerInfo, signerCertificate } = cms;
  const digest = findSignatureHash(cms);
  const verifier = createVerify(digest);
  feedSigned(verifier);
  // PEM: the type of `verify` does not allow a KeyObject with options.
  const key = signerCertificate.publicKey.export({ format: 'pem', type: 'spki' });
  const isValid = verifier.verify(
    { key, ...readVerifyOptions(cms, digest) },
    signerInfo.signature.valueBlock.valueHexView,
  );
  return isValid ? [] : [signatureProblem('signature_wrong')];
}

function findSignatureHash(cms: CmsSignature): string {
  const { signerInfo } = cms;
  const { algorithmId } = signerInfo.signatureAlgorithm;
  const fixed = findSignatureDigest(algorithmId);
  if (fixed === undefined)
    throw new CmsProblem('signature_algorithm_not_supported', { algorithm: algorithmId });
  const digest = requireDigestName(signerInfo.digestAlgorithm.algorithmId);
  if (fixed !== null && fixed !== digest)
    throw new CmsProblem('algorithms_disagree', { signature: fixed, digest });
  if (algorithmId !== ID_RSA_PSS && !namesOwnCurve(cms)) requireNoParameters(signerInfo.signatureAlgorithm);
  return digest;
}

/** Plain ECDSA may name the curve, unsigned, so it must match the signer's key. */
function namesOwnCurve({ signerInfo, signerCertificate }: CmsSignature): boolean {
  const { algorithmId, algorithmParams } = signerInfo.signatureAlgorithm;
  if (!isPlainEcdsa(algorithmId) || algorithmParams === undefined) return false;
  const { subjectPublicKeyInfo } = Certificate.fromBER(new Uint8Array(signerCertificate.raw));
  const curve = subjectPublicKeyInfo.algorithm.algorithmParams;
  return curve !== undefined && Buffer.from(curve.toBER()).equals(Buffer.from(algorithmParams.toBER()));
}

function readVerifyOptions(
  { signerInfo }: CmsSignature,
  digest: string,
): { padding?: number; saltLength?: number; dsaEncoding?: 'ieee-p1363' } {
  const { algorithmId, algorithmParams } = signerInfo.signatureAlgorithm;
  if (isPlainEcdsa(algorithmId)) return { dsaEncoding: 'ieee-p1363' };
  if (algorithmId !== ID_RSA_PSS) return {};
  const saltLength = readSaltLength(algorithmParams, digest);
  if (saltLength === undefined) throw new CmsProblem('algorithm_parameters', { algorithm: algorithmId });
  return { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
}

/** The first entry of the attribute must be the signer's (RFC 5035 4). */
function checkSigningCertificate(
  cms: CmsSignature,
  attributes: SignedAttributes | undefined,
  policy: CmsPolicy,
): SignatureProblem[] {
  const named = attributes?.signingCertificate;
  if (!named && !policy.requireSigningCertificate) return [];
  if (!named) return [signatureProblem('attribute_missing', { attribute: 'signing-certificate' })];
  const [first, ...others] = named;
  if (!first || !isDigestOf(first, cms.signerCertificate.raw))
    return [signatureProblem('signer_certificate_differs')];
  const held = cms.rawCertificates.map(withOwnTag);
  const isMissing = others.some((digest) => !held.some((der) => isDigestOf(digest, der)));
  return isMissing ? [signatureProblem('certificate_missing')] : [];
}

/** Returns the tag of an attribute certificate, which is implicit in a CMS (RFC 5652 10.2.2). */
function withOwnTag(der: Uint8Array): Uint8Array {
  return Uint8Array.of(BER.sequence, ...der.subarray(1));
}

function isDigestOf(digest: { algorithm: string; value: Uint8Array }, der: Uint8Array): boolean {
  return createHash(digest.algorithm).update(der).digest().equals(digest.value);
}

/** Checks the issuers that the certificates name. Does not decide whether the root is trusted. */
function checkIssuers(certificates: readonly X509Certificate[]): SignatureProblem[] {
  const isForged = certificates.some((child) =>
    certificates.some((issuer) => child.checkIssued(issuer) && !child.verify(issuer.publicKey)),
  );
  return isForged ? [signatureProblem('certificate_forged')] : [];
}

/** Orders the certificates from the signer's upwards. */
export function orderChain({
  signerCertificate,
  certificates,
}: Pick<CmsSignature, 'signerCertificate' | 'certificates'>): readonly X509Certificate[] {
  const chain = [signerCertificate];
  const rest = certificates.filter((one) => !one.raw.equals(signerCertificate.raw));
  for (let last = signerCertificate; ; ) {
    const place = rest.findIndex((candidate) => isIssuedBy(last, candidate));
    const [issuer] = place < 0 ? [] : rest.splice(place, 1);
    if (issuer === undefined) return chain;
    chain.push(issuer);
    last = issuer;
  }
}

function requireDigestName(oid: string): string {
  const name = findDigestName(oid);
  if (!name) throw new CmsProblem('digest_algorithm_not_supported', { algorithm: oid });
  return name;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
