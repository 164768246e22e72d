import { SIGNATURE_PROBLEMS } from '@countersign/seal/signature-problem';
import type { LaterChangeCode, SignatureProblemCode } from '@countersign/signing';

/** The sentences have no full stop, because a list shows them. */
export type ChangeSentences = Readonly<Record<LaterChangeCode, string>>;

export const changes: ChangeSentences = {
  security_store: 'Validation data was added',
  document_timestamp: 'The document timestamp "{field}" was added',
  modification_date: 'The modification date was updated',
  extension: 'A developer extension was announced',
  signature: 'The signature "{field}" was added',
  visible_signature: 'The visible signature "{field}" was added on page {page}',
  empty_field_added: 'The empty signature field "{field}" was added',
  field_signed: 'The empty field "{field}" was signed',
  field_filled: 'The empty field "{field}" was filled in',
  field_altered: 'The value of the field "{field}" was changed',
  note_added: 'A note was added on page {page}',
  annotation_added: 'An annotation ({type}) was added on page {page}',
  annotation_changed: 'An annotation ({type}) was changed (object {object})',
  annotation_removed: 'An annotation was removed from page {page}',
  signature_covers_page: 'The signature "{field}" covers a large part of page {page}',
  field_covers_page: 'The filled-in field "{field}" covers a large part of page {page}',
  page_changed: 'Page {page} was changed: {key}',
  page_content_changed: 'What page {page} shows was changed (object {object})',
  pages_changed: 'Pages were added, removed, moved or changed together',
  catalog_changed: 'The document catalog was changed: {key}',
  form_changed: 'The form was changed: {key}',
  field_changed: 'The field "{field}" was changed: {key}',
  field_added: 'The field "{field}" was added',
  field_removed: 'The field "{field}" was removed',
  signature_changed: 'The signature "{field}" was changed',
  information_changed: 'The document information was changed: {key}',
  metadata_changed: 'The XMP metadata was changed',
  trailer_changed: 'The trailer was changed: {key}',
  object_changed: 'Object {object} was changed',
  object_defined: 'Object {object}, which the signed part refers to and does not have, was added',
  bytes_appended: 'Bytes were appended that are not a revision of the document',
  signed_elsewhere: 'The signature "{field}" is not part of the revision that it covers',
  not_comparable: 'The added part cannot be compared with what was signed',
};

/** The sentences have no full stop, because a list shows them. */
export type SignatureSentences = Readonly<Record<SignatureProblemCode, string>>;

export const signatures: SignatureSentences = {
  ...SIGNATURE_PROBLEMS,
  kind_not_supported: 'Signatures of the kind “{kind}” are not supported',
};

/** All languages have these keys. */
export const verify = {
  title: 'Check a signed document',
  intro:
    'Find out whether a PDF is unchanged since it was signed, whether it was sealed here, and who signed it when.',
  choose: 'Choose a PDF',
  chooseAnother: 'Check another PDF',
  orDrop: 'or drop it anywhere on this page',
  privacy: 'The file is checked by this service and not kept.',
  checking: 'Checking {name}',
  failedTitle: 'The file could not be checked',
  unreachable: 'The service could not be reached. Check your connection and try again.',
  unexpected: 'Something went wrong on our side. Try again in a moment.',
  own_whole_title: 'Sealed here and unchanged',
  own_whole_text: 'This is exactly the file that this service sealed when everyone had signed.',
  own_extended_title: 'Sealed here, with permitted additions',
  own_extended_text:
    'The file begins with what this service sealed. Only timestamps or validation data came after it, which keep the seal verifiable. Below is what was added.',
  own_changed_title: 'Sealed here, but changed afterwards',
  own_changed_text:
    'The file begins with what this service sealed, but something was added to it later. What you see may not be what was signed.',
  other_intact_title: 'Validly signed, but not sealed here',
  other_intact_text:
    'The signatures are valid, and nothing came after them that they do not permit. This service does not know the file, so it cannot say who stands behind them.',
  other_changed_title: 'Changed, or not validly signed',
  other_changed_text:
    'A signature in this file is not valid, or something was changed after it. Do not rely on what you see.',
  unsigned_title: 'Not sealed',
  unsigned_text: 'There is no signature in this file that shows who made it or whether it was changed.',
  claim:
    'The file says that it is document {documentId}. Anybody can write that, and this service did not seal it in this form.',
  documentHeading: 'The document',
  documentName: 'Name',
  documentId: 'Document ID',
  sealedAt: 'Sealed',
  signeesHeading: 'Signed by',
  signedAs:
    '{name, select, none {} other {{name}{ink, select, none {} other {, }}}}{ink, select, drawn {signature drawn by hand} picture {uploaded picture of a signature} typed {typed name} other {{name, select, none {signature} other {}}}}',
  identifiedAs: 'identified as {fullName}',
  trail_whole: 'History: complete',
  trail_broken:
    'History: not complete. Entries kept here are missing or were changed. The file itself is not affected.',
  signaturesHeading: '{count, plural, one {# signature in this file} other {# signatures in this file}}',
  signature_valid: 'Valid',
  signature_wrong: 'Not valid',
  kind_seal: 'Electronic signature',
  kind_timestamp: 'Timestamp',
  problems: 'What is wrong',
  remarks: 'Remarks',
  signer: 'Certificate of',
  ownCertificate: 'Certificate of this service',
  ownCertificate_yes: 'yes, the one it seals with',
  ownCertificate_no: 'no',
  issuer: 'Issued by',
  certificateValidity: 'Certificate valid',
  period: '{from} to {to}',
  statedTime: 'Time stated by the signer',
  timestamp: 'Time stated by an authority',
  timestampValue: '{time}, {authority}',
  revision: 'Revision',
  coverage: 'Covers',
  covers_all: 'the whole file',
  covers_beginning: 'the first {bytes} bytes',
  changes: 'What came after it',
  signature_changed_after: 'Valid, changed afterwards',
  laterChanges: 'Added after it',
  later_none: 'nothing',
  later_validation_data: 'only timestamps or validation data',
  later_signature: 'further signatures',
  later_form_filling: 'fields that were filled in',
  later_annotations: 'annotations',
  later_other: 'other changes',
  level: 'Level',
  digest: 'Fingerprint ({algorithm})',
  trustNote:
    'A valid signature says that the file is as it was signed. Whether to trust the certificate is for you to decide.',
  fileHeading: 'The file',
  fileName: 'File name',
  kind_own_seal: 'Electronic seal',
  kind_signature_of: 'Electronic signature of {signer}',
  fingerprint: 'Fingerprint (SHA-256)',
  technicalDetails: 'Technical details',
  fileSize: 'Size',
  bytes: '{size, number} bytes',
} as const;

export type VerifyKey = keyof typeof verify;
export type VerifySentences = Readonly<Record<VerifyKey, string>>;
