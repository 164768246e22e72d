import type { MessageSentences } from '../sentences.ts';

export const messages: MessageSentences = {
  signaturesHeading: 'Underskrifter',
  stampDate: 'Signerat {date}',
  stampAddress: 'IP-adress {ipAddress}',
  stampMethod:
    '{name, select, none {} other {{name}}}{method, select, none {} other {{name, select, none {} other {, }}}}{method, select, drawn {ritat för hand} picture {uppladdad bild av en namnteckning} typed {skrivet namn} other {}}, {channel, select, email {länk via e-post} sms {länk via sms} email_and_sms {länk via e-post och sms} other {länk från avsändaren}}',
  stampPersonalNumber: 'Personnummer {personalNumber}',
  scanDate: 'Id-handling skannad {date}',
  scanNotKept: 'Bilden av handlingen sparas inte',
  sealReason:
    'Signerat av alla parter. Dokument-id {documentId}{certificate, select, development {. Utvecklingscertifikat: bevisar inte vem som förseglade} other {}}',
  electronicIdSign:
    'Jag skriver under {documentName}.\n\nPDF-filen har det digitala fingeravtrycket (SHA-256):\n{fileSha256}',
  electronicIdCompany: 'Jag identifierar mig för {companyName} i {documentName}.',
};
