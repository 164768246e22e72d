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
