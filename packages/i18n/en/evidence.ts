import type { ProofKind, SignatureType } from '@countersign/signing';

/** Gets `provider`. It is empty if the ink describes the method. A method without a name does not compile. */
export type MethodSentences = Readonly<Record<SignatureType, string>>;

export type MethodChoices = Readonly<Record<`method_${SignatureType}`, string>>;

/** These sentences are written into the evidence. */
export type ProofSentences = Readonly<Record<ProofKind, string>>;

export interface EvidenceSentences {
  readonly title: string;
  readonly introduction: string;
  readonly footer: string;
  readonly recordDescription: string;
  readonly copiesHeading: string;
  readonly copiesTo: string;
  readonly copyValue: string;
  readonly attachmentsHeading: string;
  readonly attachment: string;
  readonly attachmentValue: string;
  readonly attachmentHash: string;
  readonly attachmentDescription: string;
  readonly checkLabel: string;
  readonly result: string;
  readonly resultValue: string;
  readonly signatures: string;
  readonly signaturesValue: string;
  readonly sealed: string;
  readonly level: string;
  readonly levelValue: string;
  readonly signatureLabel: string;
  readonly initialsLabel: string;
  readonly sealHeading: string;
  readonly pageOf: string;
  readonly documentHeading: string;
  readonly documentName: string;
  readonly documentId: string;
  readonly transactionId: string;
  readonly signatureLevel: string;
  readonly signatureLevelValue: string;
  readonly fileName: string;
  readonly fileValue: string;
  readonly fileHash: string;
  readonly contentHash: string;
  readonly contentSize: string;
  readonly contentSizeValue: string;
  readonly sealCovers: string;
  readonly sealCoversValue: string;
  readonly trailHead: string;
  readonly verificationUrl: string;
  readonly senderHeading: string;
  readonly fullName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
  readonly organisation: string;
  readonly filledInBySender: string;
  readonly filledInBySignee: string;
  readonly filledInByCheck: string;
  readonly filledInByService: string;
  readonly fieldName: string;
  readonly signeeHeading: string;
  readonly authentication: string;
  readonly authenticationValue: string;
  readonly method: string;
  readonly methodValue: string;
  readonly identifiedAs: string;
  readonly sandboxName: string;
  readonly differingName: string;
  readonly differingNameValue: string;
  readonly personalNumber: string;
  readonly idScannedAt: string;
  readonly signedAt: string;
  readonly signedAtValue: string;
  readonly marks: string;
  readonly marksValue: string;
  readonly consent: string;
  readonly shownFile: string;
  readonly shownValues: string;
  readonly correctedFields: string;
  readonly proofs: string;
  readonly proofValue: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly eventsHeading: string;
  readonly event: string;
  readonly contact: string;
}

export const evidence: EvidenceSentences = {
  title: 'Evidence of signing',
  introduction:
    'These pages belong to the sealed document and say who signed it, when and how. Names, contact details and organisations are as the sender or the signer gave them; what was checked is said for each person. The same facts and the history are attached to this file as {recordName}. Times are in UTC, by the clock of the service. The time zone of the sender’s account is {timeZone}.',
  footer: 'Document {documentId}',
  recordDescription: 'Evidence of signing, for software',
  checkLabel: 'Check this file',
  result: 'Result',
  resultValue: 'Signed by everyone',
  signatures: 'Signatures',
  signaturesValue: '{count, number} of {count, number}',
  sealed: 'Sealed',
  level: 'Level',
  levelValue: '{level, select, AES {Advanced (AES)} other {Simple (SES)}}',
  signatureLabel: 'Signature of {fullName}',
  initialsLabel: 'Initials of {fullName}',
  sealHeading: 'Seal and history',
  pageOf: "Evidence, page '{page}' of '{pages}'",
  documentHeading: 'Document',
  documentName: 'Name',
  documentId: 'Document ID',
  transactionId: 'Transaction ID',
  signatureLevel: 'Level of the signatures',
  signatureLevelValue:
    '{level, select, AES {Advanced (AES): all signatures meet Article 26 of eIDAS} other {Simple (SES): not all signatures are at the advanced level (AES)}}',
  fileName: 'File as uploaded',
  fileValue: '{name} ({size} bytes)',
  fileHash: 'Fingerprint (SHA-256) of the file as uploaded',
  contentHash: 'Fingerprint (SHA-256) of the completed document',
  contentSize: 'Completed document',
  contentSizeValue:
    'The first {size} bytes of this file: with all values and signatures, and without this evidence',
  sealCovers: 'Covered by the seal',
  sealCoversValue:
    'This whole file as it was when it was sealed, with its attachments and this evidence, except the bytes of the seal itself',
  trailHead: 'Fingerprint (SHA-256) of the history up to entry {sequence}',
  verificationUrl: 'Check this file at',
  senderHeading: 'Sender',
  fullName: 'Name',
  emailAddress: 'Email',
  phoneNumber: 'Phone',
  organisation: 'Organisation, as its account states',
  filledInBySender: 'Filled in before signing',
  filledInBySignee: 'Filled in by the signer',
  filledInByCheck: 'Filled in from a check',
  filledInByService: 'Filled in by the service',
  fieldName: '“{name}”',
  signeeHeading: 'Signer {number}: {fullName}',
  authentication: 'Access',
  authenticationValue:
    '{channel, select, email {personal link sent by email} sms {personal link sent by SMS} whatsapp {personal link sent by WhatsApp} email_and_sms {one personal link, sent by email and by SMS: either message was enough} email_and_whatsapp {one personal link, sent by email and by WhatsApp: either message was enough} public_link {public link of the sender, where the signer gave name and contact details} other {personal link handed over by the sender}}{code, select, none {} email {, opened with a code sent by email, {at}} sms {, opened with a code sent by SMS, {at}} sign_in {, opened by the user signed in with this email address, {at}} other {, opened with a code sent by WhatsApp, {at}}}{provider, select, none {} other {, and identified by {provider}}}',
  method: 'Method',
  methodValue:
    '{name, select, none {} other {{name}}}{ink, select, none {} other {{name, select, none {} other { and }}}}{ink, select, drawn {signature drawn by hand} picture {uploaded picture of a signature} typed {typed name} other {}}',
  identifiedAs: 'Identified as',
  sandboxName: 'Name (nobody was identified)',
  differingName: 'Name differs',
  differingNameValue:
    '{sandbox, select, true {A sandbox gave the name “{name}”, and nobody was identified.} other {A check of an identity document or e-ID gave the name “{name}”.}} The signer is named “{fullName}” in this document.',
  personalNumber: 'Personal number',
  idScannedAt: 'ID document scanned',
  signedAt: 'Consented and signed',
  signedAtValue: '{at}{timeZone, select, none {} other { ({local} in {timeZone})}}',
  marks: 'Signatures and initials',
  marksValue:
    '{signatures, plural, one {# signature} other {# signatures}} on {signedPages, plural, one {page} other {pages}} {signedOn}{initials, plural, =0 {} one {, initials in # place on page {initialledOn}} other {, initials in # places on {initialledPages, plural, one {page} other {pages}} {initialledOn}}}',
  consent: 'Agreed to',
  shownFile: 'Fingerprint (SHA-256) of the PDF on the signing page',
  shownValues: 'Fingerprint (SHA-256) of the values that were given',
  correctedFields: 'Corrected after the check',
  ipAddress: 'IP address',
  userAgent: 'Browser, as it named itself',
  proofs: 'Checks before signing',
  proofValue: '{name}{field, select, none {} other { (“{field}”)}}, {at}',
  copiesHeading: 'Copies',
  copiesTo: 'To be sent by email to',
  copyValue: '{fullName, select, none {} other {{fullName}, }}{emailAddress}',
  attachmentsHeading: 'Attachments',
  attachment: 'Attachment {number}',
  attachmentValue: '{name} ({size} bytes, {mimeType})\nUploaded by {fullName}, {at}',
  attachmentHash: 'Fingerprint (SHA-256) of attachment {number}',
  attachmentDescription: 'Uploaded by {fullName}',
  eventsHeading: 'Events',
  event:
    '{type, select, created {Document created{who, select, none {} other { by {who}}}} prepared {The document was made ready to be signed} invited {{who} was invited{contacts, select, none {} other { {contacts}}}} links_created {The sender got personal links to hand out} reminded {{who} was reminded{contacts, select, none {} other { {contacts}}}} contact_changed {The sender corrected the details of {who}} delivered {A message to {who} was delivered{contacts, select, none {} other { {contacts}}}} not_delivered {A message to {who} could not be delivered{contacts, select, none {} other { {contacts}}}} opened {{who} opened the document{ipAddress, select, none {} other { from {ipAddress}}}} signed {{who} consented and signed{ipAddress, select, none {} other { from {ipAddress}}}} assistant_used {{who} asked the assistant about the document} other {Everyone had signed; the document was sealed}}',
  contact:
    '{channel, select, email {by email} sms {by SMS} other {by WhatsApp}}{address, select, none {} other { to {address}}}',
};

export const methods: MethodSentences = {
  // The ink already describes the method.
  digital_ink: '',
  bankid_identification:
    '{provider, select, none {electronic ID} other {{provider} ({sandbox, select, true {sandbox: nobody was identified} other {e-ID}})}}',
  digital_ink_id_scan: 'scan of an ID document{provider, select, none {} other { ({provider})}}',
  face_liveness:
    'check of the face against an ID document{provider, select, none {} other { ({provider}{sandbox, select, true {, sandbox: nobody was identified} other {}})}}',
};

/** Senders choose by these names. */
export const methodChoices: MethodChoices = {
  method_digital_ink: 'Draw or type the signature',
  method_bankid_identification: 'Swedish e-ID',
  method_digital_ink_id_scan: 'ID document and drawn signature',
  method_face_liveness: 'ID document and video of the face',
};

export const proofs: ProofSentences = {
  email_code: 'Email address {emailAddress}, by a one-time code',
  sms_code: 'Phone number {phoneNumber}, by a one-time code sent by SMS',
  attachment: 'Attachment {name}',
  id_scan:
    '{document, select, passport {Passport} other {Identity card}} of {issuingState}, number {documentNumber}{fullName, select, none {} other {, in the name of {fullName}}}, by a {variant, select, basic {basic} other {full}} scan{provider, select, none {} other {, checked by {provider}}}{sides, select, unmatched {, front and back not compared} other {}}',
  payment:
    'Paid {amount} through {provider}, payment {paymentId}{sandbox, select, true { (sandbox: no money was paid)} other {}}',
  electronic_id:
    '{sandbox, select, true {Nothing was signed by e-ID: {provider} is a sandbox, and nobody was identified} other {Signed by e-ID ({provider})}}',
  company:
    '{companyName}, organisation number {organisationNumber}: {fullName}{personalNumber, select, none {} other {, personal number {personalNumber}}}, is {role, select, beneficial_owner {a beneficial owner} other {a board member}} according to {register}, identified by {provider}{purpose, select, none {} other {. Politically exposed person: {isPoliticallyExposed, select, true {yes} other {no}}. Acts for somebody else: {actsForOthers, select, true {yes} other {no}}. Purpose: {purpose}}}{sandbox, select, true { (sandbox: nobody was identified)} other {}}{sandboxRegister, select, true { (the companies of this register are made up)} other {}}',
  face_liveness:
    '{sandbox, select, true {No face was compared: {provider} is a sandbox, and nobody was identified} other {Live face, compared with the identity document{documentNumber, select, none {} other { {documentNumber}}} by {provider}{score, select, none {} other { (likeness {score})}}}}',
};
