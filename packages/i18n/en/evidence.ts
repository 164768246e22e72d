import type { EvidenceSentences } from '../sentences.ts';

export const evidence: EvidenceSentences = {
  title: 'Evidence of signing',
  introduction:
    'This page belongs to the sealed document and says who signed it, when and how. The same facts are attached to this file as {recordName}. Times are in UTC.',
  footer: 'Document {documentId}',
  recordDescription: 'Evidence of signing, for programs',
  documentHeading: 'Document',
  documentName: 'Name',
  documentId: 'Document ID',
  transactionId: 'Transaction ID',
  signatureLevel: 'Level of the signatures',
  signatureLevelValue:
    '{level, select, AES {Advanced (AES): all signatures meet Article 26 of eIDAS} other {Simple (SES): not all signatures are at the advanced level (AES)}}',
  fileName: 'File as uploaded',
  fileValue: '{name} ({size} bytes)',
  fileHash: 'SHA-256 of the file as uploaded',
  contentHash: 'SHA-256 of what was signed',
  contentSize: 'What was signed',
  contentSizeValue: 'The first {size} bytes of this file',
  trailHead: 'SHA-256 of the audit trail up to entry {sequence}',
  verificationUrl: 'Check this file at',
  senderHeading: 'Sender',
  fullName: 'Name',
  emailAddress: 'Email',
  phoneNumber: 'Phone',
  signeeHeading: 'Signee {number}: {fullName}',
  method: 'Method',
  methodValue:
    '{type, select, bankid_identification {BankID} digital_ink_id_scan {Scan of an ID document and } face_liveness {Check of the face and } other {}}{ink, select, drawn {signature drawn by hand} typed {typed name} other {}}',
  invitedAt: 'Invited',
  openedAt: 'Opened',
  signedAt: 'Consented and signed',
  ipAddress: 'IP address',
  userAgent: 'Browser',
  eventsHeading: 'Events',
  event:
    '{type, select, created {Document created{who, select, none {} other { by {who}}}} invited {{who} was invited} opened {{who} opened the document} signed {{who} consented and signed} other {Everyone had signed; the document was sealed}}',
};
