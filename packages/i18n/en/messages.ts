import type { MessageSentences } from '../sentences.ts';

export const messages: MessageSentences = {
  signaturesHeading: 'Signatures',
  stampDate: 'Signed {date}',
  stampAddress: 'IP address {ipAddress}',
  stampMethod:
    '{type, select, bankid_identification {{provider, select, none {electronic ID} other {{provider} (e-ID)}}} digital_ink_id_scan {scan of an ID document{provider, select, none {} other { ({provider})}}} face_liveness {check of the face against an ID document{provider, select, none {} other { ({provider})}}} other {}}{method, select, none {} other {{type, select, digital_ink {} other {, }}}}{method, select, drawn {drawn by hand} typed {typed name} other {}}, {channel, select, email {link by email} sms {link by SMS} email_and_sms {link by email and SMS} other {link from the sender}}',
  stampPersonalNumber: 'Personal number {personalNumber}',
  scanDate: 'ID document scanned {date}',
  scanNotKept: 'The image of the document is not kept',
  sealReason:
    'Signed by all parties. Document ID {documentId}{certificate, select, development {. Development certificate: proves nothing about who sealed} other {}}',
};
