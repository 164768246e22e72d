import type { MessageSentences } from '../sentences.ts';

export const messages: MessageSentences = {
  signaturesHeading: 'Signatures',
  stampDate: 'Signed {date}',
  stampAddress: 'IP address {ipAddress}',
  stampMethod:
    '{name, select, none {} other {{name}}}{method, select, none {} other {{name, select, none {} other {, }}}}{method, select, drawn {drawn by hand} picture {uploaded picture of a signature} typed {typed name} other {}}, {channel, select, email {link by email} sms {link by SMS} email_and_sms {link by email and SMS} other {link from the sender}}',
  stampPersonalNumber: 'Personal number {personalNumber}',
  scanDate: 'ID document scanned {date}',
  scanNotKept: 'The image of the document is not kept',
  sealReason:
    'Signed by all parties. Document ID {documentId}{certificate, select, development {. Development certificate: proves nothing about who sealed} other {}}',
  electronicIdSign: 'I sign {documentName}.\n\nThe PDF has the digital fingerprint (SHA-256):\n{fileSha256}',
  electronicIdCompany: 'I identify myself for {companyName} in {documentName}.',
};
