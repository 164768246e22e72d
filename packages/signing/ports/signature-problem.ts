import type { SignatureReport } from '@countersign/toolkit';

/** One thing that is wrong with a signature. */
export type SignatureProblem = SignatureReport['problems'][number];

/** Everything that the toolkit may find wrong with a signature. Stable words; people read the sentences of i18n. */
export const SIGNATURE_PROBLEM_CODES = [
  'byte_range_malformed',
  'byte_range_late',
  'byte_range_outside',
  'byte_range_gap',
  'content_changed',
  'kind_not_supported',
  'signature_wrong',
  'digest_algorithm_not_supported',
  'signature_algorithm_not_supported',
  'algorithms_disagree',
  'algorithm_parameters',
  'digest_algorithm_not_announced',
  'cms_not_readable',
  'cms_missing',
  'cms_not_signed_data',
  'cms_not_der',
  'cms_not_detached',
  'cms_version',
  'bytes_after_cms',
  'content_type_wrong',
  'signer_count',
  'attributes_missing',
  'attribute_missing',
  'attribute_malformed',
  'attribute_repeated',
  'unsigned_attribute',
  'certificate_not_readable',
  'certificate_missing',
  'certificate_forged',
  'too_many_certificates',
  'signer_certificate_missing',
  'signer_certificate_differs',
  'timestamp_count',
  'timestamp_empty',
  'timestamp_changed',
  'timestamp_signature_wrong',
  'timestamp_digest_not_supported',
  'timestamp_of_other_data',
  'timestamp_certificate_purpose',
  'timestamp_certificate_expired',
  'timestamp_certificate_stranger',
] as const satisfies readonly SignatureProblemCode[];

export type SignatureProblemCode = SignatureProblem['code'];
