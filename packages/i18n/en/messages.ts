import type { MessageSentences } from '../sentences.ts';

export const messages: MessageSentences = {
  greeting: 'Hello {recipientName},',
  invitationSubject:
    '{senderName, select, none {Please sign} other {{senderName} asks you to sign}} “{documentName}”',
  invitationIntro:
    '{senderName, select, none {You are asked} other {{senderName} asks you}} to read and sign “{documentName}”.',
  invitationMessage: '{senderName, select, none {Message:} other {Message from {senderName}:}}',
  invitationAction: 'Open the document',
  invitationClosing: 'The link is personal. Do not forward it: whoever has it can sign in your name.',
  failedSubject: '“{documentName}” could not be completed',
  failedIntro:
    'Something went wrong with “{documentName}”, and trying again has not helped. The signees were not told.',
  failedReason: 'Reason:',
  failedAction: 'Open the document',
  failedClosing:
    'Nothing that people have signed is lost. Send the document again, or ask who runs the service.',
  completedSubject: '“{documentName}” is signed by everyone',
  completedIntro:
    'Everyone has signed “{documentName}”. The document is sealed: any later change can be detected.',
  completedAction: 'Get the signed document',
  completedClosing: 'Keep a copy. The document is removed from the service after some time.',
  stampDate: 'Signed {date}',
  stampAddress: 'IP address {ipAddress}',
  stampMethod:
    '{method, select, drawn {Drawn by hand} other {Typed name}}, {channel, select, email {link by email} sms {link by SMS} email_and_sms {link by email and SMS} other {link from the sender}}',
  sealReason: 'Signed by all parties. Document ID {documentId}',
};
