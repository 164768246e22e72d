/**
 * All problems of a signature with English sentences. Codes are stable; translations replace the same
 * parameters.
 */
export const SIGNATURE_PROBLEMS = {
  // Problems of covered bytes.
  byte_range_malformed: 'The byte range is missing or malformed',
  byte_range_late: 'The byte range does not begin with the file',
  byte_range_outside: 'The byte range extends beyond the file or overlaps itself',
  byte_range_gap: 'The byte range leaves out something other than the signature',
  content_changed: 'The document was changed: its digest does not match',
  // Problems of the signature value.
  kind_not_supported: 'Signatures of the kind "{kind}" are not supported',
  signature_wrong: 'The cryptographic signature is wrong',
  digest_algorithm_not_supported: 'Digest algorithm {algorithm} is not supported',
  signature_algorithm_not_supported: 'Signature algorithm {algorithm} is not supported',
  algorithms_disagree: 'The signature algorithm uses {signature}, the digest algorithm {digest}',
  algorithm_parameters: 'Unexpected parameters of algorithm {algorithm}',
  digest_algorithm_not_announced: 'The digest algorithm of the signer is not announced in the CMS',
  // Problems of the structure.
  cms_not_readable: 'The CMS cannot be read: {reason}',
  cms_missing: 'The signature is not a CMS structure',
  cms_not_signed_data: 'The CMS structure is not a SignedData',
  cms_not_der: 'The CMS is not in the distinguished encoding, or was changed',
  cms_not_detached: 'The CMS contains the content instead of being detached',
  cms_version: '{structure} has version {version}',
  bytes_after_cms: 'Bytes other than zero follow the CMS structure in /Contents',
  content_type_wrong: 'The content type of the CMS is {found} and not {expected}',
  signer_count: 'Expected one signer, found {count}',
  attributes_missing: 'The signed attributes are missing',
  attribute_missing: 'The {attribute} attribute is missing or is another than expected',
  attribute_malformed: 'The {attribute} attribute is malformed',
  attribute_repeated: 'Attribute {attribute} occurs twice',
  unsigned_attribute: 'The signature has an unsigned attribute that is not a timestamp',
  // Problems of certificates.
  certificate_not_readable: 'A certificate in the CMS cannot be read',
  certificate_missing: 'A certificate the signature names is missing or was changed',
  certificate_forged: 'A certificate was not signed by the one it names as its issuer',
  too_many_certificates: 'The CMS has {count} certificates, more than {limit}',
  certificates_missing: 'The CMS contains no certificate',
  signer_certificate_missing: 'The CMS does not contain the certificate of its signer',
  signer_certificate_differs: 'The signing-certificate attribute names another certificate',
  signer_certificate_ambiguous: 'Several certificates in the CMS fit its signer',
  // Remarks are weaknesses of a valid signature.
  certificate_not_bound: 'The signature does not cover its certificate, which may have been exchanged',
  attributes_not_signed: 'The signature has no signed attributes',
  weak_digest: 'Digest algorithm {algorithm} is weak',
  key_too_short: 'The key of the certificate has {bits} bits, fewer than {required}',
  certificate_expired: 'The certificate expired on {validTo}, before {time}',
  certificate_not_yet_valid: 'The certificate is valid from {validFrom}, after {time}',
  signing_time_in_future: 'The signature states {time}, which is in the future',
  not_der: 'The CMS is encoded in BER instead of DER',
  timestamp_certificate_missing:
    'The timestamp cannot be verified, because the file has no certificate of its authority',
  // Problems of timestamps.
  timestamp_count: 'Expected one timestamp of the signature',
  timestamp_empty: 'The timestamp has no content',
  timestamp_changed: 'The timestamp was changed: its digest does not match',
  timestamp_signature_wrong: 'The cryptographic signature of the timestamp is wrong',
  timestamp_digest_not_supported: 'The timestamp uses a digest algorithm that is not supported',
  timestamp_time_wrong: 'The timestamp states {time}, which does not fit the signature or is in the future',
  timestamp_of_other_data: 'The timestamp is for other data: its digest does not match',
  timestamp_certificate_purpose: 'The certificate of the timestamp is not one for timestamps alone',
  timestamp_certificate_expired: 'The certificate of the timestamp was not valid at its time',
  timestamp_certificate_stranger: 'A certificate in the timestamp does not belong to its signer',
} as const;

export type SignatureProblemCode = keyof typeof SIGNATURE_PROBLEMS;

export type SignatureProblemParams = Readonly<Record<string, string | number>>;

export interface SignatureProblem {
  readonly code: SignatureProblemCode;
  /** The message is in English. */
  readonly message: string;
  readonly params: SignatureProblemParams;
}

export function signatureProblem(
  code: SignatureProblemCode,
  params: SignatureProblemParams = {},
): SignatureProblem {
  const message = SIGNATURE_PROBLEMS[code].replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ''));
  return { code, message, params };
}
