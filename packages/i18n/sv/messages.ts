import type { MessageSentences } from '../sentences.ts';

export const messages: MessageSentences = {
  greeting: 'Hej {recipientName}!',
  invitationSubject:
    '{senderName, select, none {Signera} other {{senderName} vill att du signerar}} ”{documentName}”',
  invitationIntro:
    '{senderName, select, none {Du ombeds} other {{senderName} ber dig}} läsa och signera ”{documentName}”.',
  invitationMessage: '{senderName, select, none {Meddelande:} other {Meddelande från {senderName}:}}',
  invitationAction: 'Öppna dokumentet',
  invitationClosing:
    'Länken är personlig. Skicka den inte vidare: den som har länken kan signera i ditt namn.',
  failedSubject: '”{documentName}” kunde inte slutföras',
  failedIntro:
    'Något gick fel med ”{documentName}”, och nya försök hjälpte inte. De som signerar har inte fått veta det.',
  failedReason: 'Orsak:',
  failedAction: 'Öppna dokumentet',
  failedClosing:
    'Inget som har signerats går förlorat. Skicka dokumentet igen eller fråga den som driver tjänsten.',
  completedSubject: '”{documentName}” är signerat av alla',
  completedIntro:
    'Alla har signerat ”{documentName}”. Dokumentet är förseglat: varje senare ändring går att upptäcka.',
  completedAction: 'Hämta det signerade dokumentet',
  completedClosing: 'Spara en kopia. Dokumentet tas bort från tjänsten efter en tid.',
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
