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
  stampDate: 'Signerat {date}',
  stampAddress: 'IP-adress {ipAddress}',
  stampMethod:
    '{method, select, drawn {Ritat för hand} other {Skrivet namn}}, {channel, select, email {länk via e-post} sms {länk via sms} email_and_sms {länk via e-post och sms} other {länk från avsändaren}}',
  sealReason: 'Signerat av alla parter. Dokument-id {documentId}',
};
