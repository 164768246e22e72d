import type { MessageSentences } from '../sentences.ts';

export const messages: MessageSentences = {
  signaturesHeading: 'Underskrifter',
  stampDate: 'Signerat {date}',
  stampAddress: 'IP-adress {ipAddress}',
  stampMethod:
    '{type, select, bankid_identification {{provider, select, none {e-legitimation} other {{provider} (e-legitimation)}}} digital_ink_id_scan {skanning av id-handling{provider, select, none {} other { ({provider})}}} face_liveness {kontroll av ansiktet mot id-handling{provider, select, none {} other { ({provider})}}} other {}}{method, select, none {} other {{type, select, digital_ink {} other {, }}}}{method, select, drawn {ritat för hand} typed {skrivet namn} other {}}, {channel, select, email {länk via e-post} sms {länk via sms} email_and_sms {länk via e-post och sms} other {länk från avsändaren}}',
  stampPersonalNumber: 'Personnummer {personalNumber}',
  scanDate: 'Id-handling skannad {date}',
  scanNotKept: 'Bilden av handlingen sparas inte',
  sealReason:
    'Signerat av alla parter. Dokument-id {documentId}{certificate, select, development {. Utvecklingscertifikat: bevisar inte vem som förseglade} other {}}',
};
