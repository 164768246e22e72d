import { X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import {
  type AlgorithmIdentifier,
  Attribute,
  AttributeCertificateV2,
  Certificate,
  ContentInfo,
  IssuerAndSerialNumber,
  OtherCertificateFormat,
  OtherRevocationInfoFormat,
  type RelativeDistinguishedNames,
  SignedAndUnsignedAttributes,
  SignedData,
  type SignerInfo,
} from 'pkijs';
import { MAX_CERTIFICATES } from '../limits.ts';
import {
  type SignatureProblem,
  type SignatureProblemCode,
  type SignatureProblemParams,
  signatureProblem,
} from '../signature-problem.ts';
import { ID_DATA, ID_TIMESTAMP_TOKEN, type ID_TST_INFO } from './algorithms.ts';
import { BER, encodeAsDer, readBer } from './ber-elements.ts';

export interface CmsSignature {
  readonly signedData: SignedData;
  readonly signerInfo: SignerInfo;
  readonly signerCertificate: X509Certificate;
  readonly certificates: readonly X509Certificate[];
  /** The certificates as encoded, attribute certificates among them. */
  readonly rawCertificates: readonly Uint8Array[];
  /** The encoding in DER, also if the CMS is in BER. */
  readonly der: Uint8Array;
  readonly isDer: boolean;
}

/** A PDF signature may not contain the bytes. */
export class CmsProblem extends Error {
  override readonly name = 'CmsProblem';
  readonly problem: SignatureProblem;

  constructor(code: SignatureProblemCode, params: SignatureProblemParams = {}, options?: ErrorOptions) {
    const problem = signatureProblem(code, params);
    super(problem.message, options);
    this.problem = problem;
  }
}

export type CmsContentType = typeof ID_DATA | typeof ID_TST_INFO;

/**
 * DER or BER; only zero bytes may follow. Throws `CmsProblem`. `stored` has certificates for a CMS that has none, such as
 * those of the document.
 */
export function readCms(
  bytes: Uint8Array,
  contentType: CmsContentType = ID_DATA,
  stored: readonly Uint8Array[] = [],
): CmsSignature {
  const encoded = decodeBer(bytes);
  const { root, certificates: own } = decode(encoded.der);
  const signedData = readSignedData(root, contentType);
  const signerInfo = requireOneSigner(signedData);
  requirePlainAlgorithms(signedData, signerInfo);
  // Otherwise a changed name of the signer in the CMS would go unnoticed.
  const raw = own.length > 0 ? own : stored.filter((der) => isNamedBy(signerInfo.sid, der)).slice(0, 1);
  if (raw.length === 0) throw new CmsProblem('certificates_missing');
  const [signer, ...doubles] = raw.filter((der) => isNamedBy(signerInfo.sid, der));
  if (signer === undefined) throw new CmsProblem('signer_certificate_missing');
  // Readers would differ on the signer.
  if (doubles.some((der) => Buffer.compare(der, signer) !== 0))
    throw new CmsProblem('signer_certificate_ambiguous');
  const signerCertificate = parseCertificate(signer);
  // The others are attribute certificates and the like (RFC 5652 10.2.2).
  const others = raw.filter((der) => der !== signer && der[0] === BER.sequence).map(parseCertificate);
  const certificates = withoutCopies([signerCertificate, ...others]);
  // Each is checked against each: 1,000 would take minutes.
  if (certificates.length > MAX_CERTIFICATES)
    throw new CmsProblem('too_many_certificates', { count: certificates.length, limit: MAX_CERTIFICATES });
  return { ...encoded, signedData, signerInfo, signerCertificate, certificates, rawCertificates: raw };
}

function decodeBer(bytes: Uint8Array): Pick<CmsSignature, 'der' | 'isDer'> {
  const element = readBer(bytes);
  if (element?.tag !== BER.sequence) throw new CmsProblem('cms_missing');
  if (bytes.subarray(element.whole.length).some((byte) => byte !== 0))
    throw new CmsProblem('bytes_after_cms');
  const der = encodeAsDer(element) ?? element.whole;
  return { der, isDer: der === element.whole };
}

function decode(bytes: Uint8Array): { root: asn1js.Sequence; certificates: Uint8Array[] } {
  const { result, offset } = asn1js.fromBER(new Uint8Array(bytes));
  if (offset === -1 || !(result instanceof asn1js.Sequence)) throw new CmsProblem('cms_missing');
  // Digests need the original bytes, but pkijs re-encodes certificates and trims the tree.
  return { root: result, certificates: findRawCertificates(result) };
}

/** SignedData has the certificates in [0] (RFC 5652 3, 5.1). */
function findRawCertificates(root: asn1js.Sequence): Uint8Array[] {
  const content = root.valueBlock.value[1];
  const signedData = content instanceof asn1js.Constructed ? content.valueBlock.value[0] : undefined;
  if (!(signedData instanceof asn1js.Sequence)) return [];
  const set = findCertificateSet(signedData);
  return set ? set.valueBlock.value.map((item) => new Uint8Array(item.valueBeforeDecodeView)) : [];
}

function findCertificateSet(signedData: asn1js.Sequence): asn1js.Constructed | undefined {
  const set = signedData.valueBlock.value.find(
    ({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === 0,
  );
  return set instanceof asn1js.Constructed ? set : undefined;
}

function readSignedData(root: asn1js.Sequence, contentType: CmsContentType): SignedData {
  const contentInfo = new ContentInfo({ schema: root });
  if (contentInfo.contentType !== ContentInfo.SIGNED_DATA) throw new CmsProblem('cms_not_signed_data');
  const signedData = new SignedData({ schema: contentInfo.content });
  const { eContent, eContentType } = signedData.encapContentInfo;
  if (eContent && contentType === ID_DATA) throw new CmsProblem('cms_not_detached');
  if (eContentType !== contentType)
    throw new CmsProblem('content_type_wrong', { found: eContentType, expected: contentType });
  return signedData;
}

/** ISO 32000-2 12.8.3.3.1 requires one signer. Versions follow RFC 5652 5.1 and 5.3. */
function requireOneSigner(signedData: SignedData): SignerInfo {
  const [signerInfo, another] = signedData.signerInfos;
  if (!signerInfo || another) throw new CmsProblem('signer_count', { count: signedData.signerInfos.length });
  const expected = signerInfo.sid instanceof IssuerAndSerialNumber ? 1 : 3;
  if (signerInfo.version !== expected) throw wrongVersion('SignerInfo', signerInfo.version);
  if (signedData.version < 1 || signedData.version > 5) throw wrongVersion('SignedData', signedData.version);
  return signerInfo;
}

function wrongVersion(structure: string, version: number): CmsProblem {
  return new CmsProblem('cms_version', { structure, version });
}

function requirePlainAlgorithms(signedData: SignedData, signerInfo: SignerInfo): void {
  const digest = signerInfo.digestAlgorithm;
  if (!signedData.digestAlgorithms.some(({ algorithmId }) => algorithmId === digest.algorithmId))
    throw new CmsProblem('digest_algorithm_not_announced');
  for (const identifier of [digest, ...signedData.digestAlgorithms]) requireNoParameters(identifier);
}

/**
 * Throws `CmsProblem` unless the CMS is DER (ETSI EN 319 142-1 6.3), or BER of the same content. pkijs accepts more, so
 * the result is encoded again and compared.
 */
export function requireDer(cms: CmsSignature): void {
  requireVersion(cms);
  const content = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: encodeAgain(cms) });
  const encoded = Buffer.from(content.toSchema().toBER());
  if (!encoded.equals(cms.der)) throw new CmsProblem('cms_not_der');
}

/** pkijs recomputes the version and changes the tag of version 1 attribute certificates. */
function encodeAgain({ signedData, rawCertificates }: CmsSignature): asn1js.Sequence {
  const { version } = signedData;
  const encoded = signedData.toSchema(true);
  encoded.valueBlock.value[0] = new asn1js.Integer({ value: version });
  const certificates = findCertificateSet(encoded);
  for (const [index, der] of rawCertificates.entries())
    if (certificates && der[0] !== BER.sequence)
      certificates.valueBlock.value[index] = asn1js.fromBER(new Uint8Array(der)).result;
  return encoded;
}

/** Several libraries write this version regardless of the content. */
const USUAL_VERSION = 3;

/** It is not signed: it must follow from the content (RFC 5652 5.1) or be 3. */
function requireVersion(cms: CmsSignature): void {
  const { version } = cms.signedData;
  if (version !== findVersion(cms) && version !== USUAL_VERSION) throw wrongVersion('SignedData', version);
}

function findVersion({ signedData, signerInfo }: CmsSignature): number {
  const { certificates = [], crls = [], encapContentInfo } = signedData;
  if (certificates.some((item) => item instanceof OtherCertificateFormat)) return 5;
  if (crls.some((item) => item instanceof OtherRevocationInfoFormat)) return 5;
  if (certificates.some((item) => item instanceof AttributeCertificateV2)) return 4;
  if (certificates.some((item) => !(item instanceof Certificate))) return 3;
  return signerInfo.version === 1 && encapContentInfo.eContentType === ID_DATA ? 1 : 3;
}

/** Parameters must be absent or NULL (RFC 5754 2). */
export function requireNoParameters(identifier: AlgorithmIdentifier): void {
  const parameters: unknown = identifier.algorithmParams;
  if (parameters === undefined || parameters instanceof asn1js.Null) return;
  throw new CmsProblem('algorithm_parameters', { algorithm: identifier.algorithmId });
}

function parseCertificate(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (cause) {
    throw new CmsProblem('certificate_not_readable', {}, { cause });
  }
}

function withoutCopies(certificates: readonly X509Certificate[]): X509Certificate[] {
  const byBytes = new Map<string, X509Certificate>();
  for (const certificate of certificates) {
    const key = certificate.fingerprint256;
    if (!byBytes.has(key)) byBytes.set(key, certificate);
  }
  return [...byBytes.values()];
}

function isNamedBy(sid: unknown, der: Uint8Array): boolean {
  const certificate = tryReadCertificate(der);
  if (certificate === undefined) return false;
  if (sid instanceof IssuerAndSerialNumber)
    return isSameName(sid.issuer, certificate.issuer) && sid.serialNumber.isEqual(certificate.serialNumber);
  const wanted = readKeyIdentifier(sid);
  const extension = certificate.extensions?.find(({ extnID }) => extnID === '2.5.29.14');
  const found: unknown = extension?.parsedValue;
  if (!wanted || !(found instanceof asn1js.OctetString)) return false;
  return Buffer.from(wanted).equals(found.valueBlock.valueHexView);
}

function tryReadCertificate(der: Uint8Array): Certificate | undefined {
  try {
    return Certificate.fromBER(new Uint8Array(der));
  } catch {
    // pkijs throws for other kinds, such as attribute certificates.
    return undefined;
  }
}

/** Bytes: pkijs ignores case (RFC 5280 7.1), which would hide a modified letter. */
function isSameName(a: RelativeDistinguishedNames, b: RelativeDistinguishedNames): boolean {
  return Buffer.from(a.toSchema().toBER()).equals(Buffer.from(b.toSchema().toBER()));
}

function readKeyIdentifier(sid: unknown): Uint8Array | undefined {
  if (sid instanceof asn1js.Primitive) return sid.valueBlock.valueHexView;
  const inner = sid instanceof asn1js.Constructed ? sid.valueBlock.value[0] : undefined;
  return inner instanceof asn1js.OctetString ? inner.valueBlock.valueHexView : undefined;
}

/** The token is the only attribute. */
export function createUnsignedAttributes(token: Uint8Array): SignedAndUnsignedAttributes {
  const { result } = asn1js.fromBER(new Uint8Array(token));
  const attribute = new Attribute({ type: ID_TIMESTAMP_TOKEN, values: [result] });
  return new SignedAndUnsignedAttributes({ type: 1, attributes: [attribute] });
}

/**
 * With `onlyTimestamp` (ETSI EN 319 142-1 6.3) any other attribute is a `CmsProblem`: unsigned, a token could
 * be hidden by renaming it.
 */
export function findTimestampToken(signerInfo: SignerInfo, onlyTimestamp: boolean): Uint8Array | undefined {
  const attributes = signerInfo.unsignedAttrs?.attributes ?? [];
  const tokens = attributes.filter(({ type }) => type === ID_TIMESTAMP_TOKEN);
  if (onlyTimestamp && tokens.length !== attributes.length) throw new CmsProblem('unsigned_attribute');
  const values: unknown[] = tokens.flatMap((attribute) => attribute.values);
  if (values.length === 0) return undefined;
  const [value] = values;
  if (values.length > 1 || !(value instanceof asn1js.Sequence)) throw new CmsProblem('timestamp_count');
  return new Uint8Array(value.toBER());
}
