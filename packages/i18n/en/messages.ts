import type { MessageKind } from '@countersign/signing';

/** The PDF has these ICU messages. */
export interface MessageSentences {
  readonly signaturesHeading: string;
  readonly stampDate: string;
  readonly stampAddress: string;
  readonly stampMethod: string;
  readonly stampPersonalNumber: string;
  readonly scanDate: string;
  readonly scanNotKept: string;
  readonly sealReason: string;
  readonly electronicIdSign: string;
  readonly electronicIdCompany: string;
}

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

/** `reason` is the code of what failed. */
export const SEALING_REASON =
  '{reason, select, signature_unavailable {the seal key cannot be reached} certificate_unusable {the certificate of the seal has ended or was revoked} timestamp_unavailable {no timestamp authority answers} validation_data_unavailable {the certificate of the seal could not be checked} storage_unavailable {files cannot be read or stored} database_unavailable {the database could not be reached} service_busy {the service has much to do} evidence_broken {the stored file or its history was changed} other {making the sealed file failed ({reason})}}';

/** A template has the ICU messages of one language. */
interface MessageTemplate {
  readonly subject: string;
  /** Mail programs show this beside the subject. */
  readonly preheader: string;
  readonly paragraphs: readonly string[];
  /** Stands above what a person wrote, if the message quotes anything. */
  readonly quoteHeading?: string | undefined;
  /** Names the button of the link, if there is one. */
  readonly button?: string | undefined;
  readonly smallPrint: string;
  /** Stands before the address in an SMS. */
  readonly short: string;
}

export interface MessageTemplates {
  readonly greeting: string;
  /** Joins a person and their organisation. */
  readonly sender: string;
  /** Stands above the full address. */
  readonly addressHeading: string;
  /** Is shown in requests to sign. */
  readonly deadline: string;
  /** Is the last line. */
  readonly origin: string;
  readonly kinds: Readonly<Record<MessageKind, MessageTemplate>>;
}

const PERSONAL_LINK = 'The link is personal. Do not forward it: whoever has it can sign in your name.';
const MESSAGE_HEADING = '{senderName, select, none {Message:} other {Message from {senderName}:}}';

export const templates: MessageTemplates = {
  greeting: '{recipientName, select, none {Hello,} other {Hello {recipientName},}}',
  sender: '{senderName} at {accountName}',
  addressHeading: 'If the button does not work, open this address:',
  deadline: 'Last day to sign: {deadline}.',
  origin: '{sender, select, none {Sent by Countersign.} other {Sent by Countersign for {sender}.}}',
  kinds: {
    invitation: {
      subject:
        '{senderName, select, none {Please sign} other {{senderName} asks you to sign}} “{documentName}”',
      preheader: 'Read the document and sign it on your phone or computer.',
      paragraphs: [
        '{sender, select, none {You are asked} other {{sender} asks you}} to read and sign “{documentName}”.',
      ],
      quoteHeading: MESSAGE_HEADING,
      button: 'Open the document',
      smallPrint: PERSONAL_LINK,
      short: '{sender, select, none {Please sign} other {{sender} asks you to sign}} “{documentName}”:',
    },
    your_turn: {
      subject: 'Your turn to sign “{documentName}”{senderName, select, none {} other { from {senderName}}}',
      preheader: 'Those before you have signed.',
      paragraphs: [
        'Those before you have signed “{documentName}”{sender, select, none {} other { from {sender}}}. Now it is your turn to read and sign it.',
      ],
      quoteHeading: MESSAGE_HEADING,
      button: 'Open the document',
      smallPrint: PERSONAL_LINK,
      short: 'Your turn to sign “{documentName}”{sender, select, none {} other { from {sender}}}:',
    },
    reminder: {
      subject:
        'Reminder{senderName, select, none {} other { from {senderName}}}: “{documentName}” is waiting for your signature',
      preheader: 'You have not signed it yet.',
      paragraphs: [
        '{sender, select, none {You are reminded} other {{sender} reminds you}} that “{documentName}” is waiting for your signature.',
      ],
      quoteHeading: MESSAGE_HEADING,
      button: 'Open the document',
      smallPrint: `If you do not want to sign, you can decline on the same page. ${PERSONAL_LINK}`,
      short: 'Reminder{sender, select, none {} other { from {sender}}}: please sign “{documentName}”:',
    },
    contact_changed: {
      subject: 'New link{senderName, select, none {} other { from {senderName}}} to sign “{documentName}”',
      preheader: 'Your contact details were corrected.',
      paragraphs: [
        '{sender, select, none {Your contact details were corrected} other {{sender} has corrected your contact details}} for “{documentName}”. Earlier links no longer work. Use this one to read and sign the document.',
      ],
      quoteHeading: MESSAGE_HEADING,
      button: 'Open the document',
      smallPrint: PERSONAL_LINK,
      short:
        'New link{sender, select, none {} other { from {sender}}} to sign “{documentName}”; earlier ones no longer work:',
    },
    code: {
      subject: '{code} is your code',
      preheader: 'It is valid for {minutes, plural, one {# minute} other {# minutes}}.',
      paragraphs: [
        'Your code{documentName, select, none {} other { for “{documentName}”}}, valid for {minutes, plural, one {# minute} other {# minutes}}:',
      ],
      smallPrint: 'Give the code to nobody, and ignore this message if you did not ask for it.',
      short:
        '{code} is your code{documentName, select, none {} other { for “{documentName}”}}. Give it to nobody.',
    },
    completed: {
      subject: '“{documentName}” is signed by everyone',
      preheader:
        '{attached, select, yes {The signed document is attached.} other {Get the signed document.}}',
      paragraphs: [
        'Everyone has signed “{documentName}”. The document is sealed: any later change can be detected.',
        '{attached, select, yes {It is attached to this message.} other {Get it here:}}',
      ],
      button: 'Get the signed document',
      smallPrint:
        'Keep a copy. {deletion, select, none {The document is removed from the service after some time.} other {The service deletes the document on {deletion}.}}',
      short: 'Everyone has signed “{documentName}”. Get the signed document:',
    },
    copy: {
      subject: 'Signed by everyone: “{documentName}”{senderName, select, none {} other { from {senderName}}}',
      preheader: '{attached, select, yes {The signed document is attached.} other {Everyone has signed it.}}',
      paragraphs: [
        'Everyone has signed “{documentName}”{sender, select, none {} other { from {sender}}}. {named, select, yes {{sender, select, none {The sender} other {{sender}}} chose you to receive a copy.} other {Your address was entered in the document as one that gets it.}}',
        '{attached, select, yes {It is attached to this message, and sealed: any later change can be detected.} other {It is too large for a message.{sender, select, none {} other { Ask {sender} for it.}}}}',
      ],
      smallPrint: 'You do not have to do anything.',
      short: 'Everyone has signed “{documentName}”{sender, select, none {} other { from {sender}}}.',
    },
    link_shared: {
      subject: 'Sign “{documentName}”',
      preheader: 'Anyone with the link can sign a document of their own.',
      paragraphs: [
        '{sender, select, none {You get} other {{sender} sends you}} a link at which you can read and sign “{documentName}”. You give your name and contact details there, and confirm them by a code.',
      ],
      button: 'Open the link',
      smallPrint: 'You may forward the link: everybody signs a document of their own.',
      short:
        '{sender, select, none {Read and sign} other {{sender} asks you to read and sign}} “{documentName}”:',
    },
    revoked: {
      subject: '“{documentName}” was withdrawn',
      preheader: 'It can no longer be signed.',
      paragraphs: [
        '{sender, select, none {The sender has} other {{sender} has}} withdrawn “{documentName}”. It can no longer be read or signed, and you do not have to do anything.',
      ],
      smallPrint: 'Links that you got before no longer work.',
      short:
        '“{documentName}” was withdrawn{sender, select, none {} other { by {sender}}} and can no longer be signed.',
    },
    expired: {
      subject: 'The time to sign “{documentName}” is over',
      preheader: 'It can no longer be signed.',
      paragraphs: [
        'The time to sign “{documentName}” is over.{sender, select, none {} other { Ask {sender} to send it again if it is still needed.}}',
      ],
      smallPrint: 'Links that you got before no longer work.',
      short: 'The time to sign “{documentName}”{sender, select, none {} other { from {sender}}} is over.',
    },
    declined: {
      subject: '“{documentName}” will not be completed',
      preheader: 'Somebody declined to sign.',
      paragraphs: [
        'Somebody who was asked to sign “{documentName}” has declined, so it will not be completed. You do not have to do anything.',
      ],
      smallPrint: '{sender, select, none {Ask the sender} other {Ask {sender}}} if you want to know more.',
      short:
        '“{documentName}”{sender, select, none {} other { from {sender}}} will not be completed: somebody declined to sign.',
    },
    owner_declined: {
      subject: '{signeeName} declined to sign “{documentName}”',
      preheader: 'The document will not be completed.',
      paragraphs: ['{signeeName} declined to sign “{documentName}”. The document will not be completed.'],
      quoteHeading: 'Reason:',
      button: 'Open the document',
      smallPrint: 'Send the document again to start over.',
      short: '{signeeName} declined to sign “{documentName}”:',
    },
    owner_expired: {
      subject: '“{documentName}” has expired',
      preheader: 'Not everyone signed in time.',
      paragraphs: ['Not everyone signed “{documentName}” in time. It can no longer be signed.'],
      button: 'Open the document',
      smallPrint: 'Send the document again if it is still needed.',
      short: '“{documentName}” has expired:',
    },
    owner_opened: {
      subject: '{signeeName} opened “{documentName}”',
      preheader: 'It is not signed yet.',
      paragraphs: ['{signeeName} opened “{documentName}” for the first time.'],
      button: 'Open the document',
      smallPrint: 'You get this message because you asked for it when you sent the document.',
      short: '{signeeName} opened “{documentName}”:',
    },
    owner_signed: {
      subject: '{signeeName} signed “{documentName}”',
      preheader: 'See who else is to sign.',
      paragraphs: ['{signeeName} signed “{documentName}”.'],
      button: 'Open the document',
      smallPrint: 'You get this message because you asked for it when you sent the document.',
      short: '{signeeName} signed “{documentName}”:',
    },
    owner_payment_unused: {
      subject: 'A payment for “{documentName}” is not needed',
      preheader: 'It is not given back automatically.',
      paragraphs: [
        'A payment for “{documentName}” arrived that cannot be used, for instance because the document can no longer be signed, the contact details of the signer were changed, or the signer had paid already.',
        'It is not given back automatically. Find it at the payment provider by its id and give it back there.',
      ],
      quoteHeading: 'Payment:',
      button: 'Open the document',
      smallPrint: 'The events of the document have the payment too.',
      short: 'A payment for “{documentName}” is not needed:',
    },
    owner_sealing_delayed: {
      subject: '“{documentName}” is signed, but not sealed yet',
      preheader: 'It is tried again until it succeeds.',
      paragraphs: [
        `Everyone has signed “{documentName}”, but it could not be sealed yet: ${SEALING_REASON}.`,
        'It is tried again, at least once an hour, until it succeeds. No signature is lost. On the page of the document you can try at once, or withdraw it.',
      ],
      button: 'Open the document',
      smallPrint: 'You hear of it once a day until the document is sealed.',
      short: '“{documentName}” is signed, but not sealed yet:',
    },
    failed: {
      subject: '“{documentName}” could not be completed',
      preheader: 'Nobody has been asked to sign it yet.',
      paragraphs: [
        'Something went wrong with “{documentName}”, and trying again has not helped. Signers get no message about it.',
      ],
      quoteHeading: 'Reason:',
      button: 'Open the document',
      smallPrint:
        'Nobody has been asked to sign it yet. Send the document again, or ask the operator of the service.',
      short: '“{documentName}” could not be completed:',
    },
    webhook_disabled: {
      subject: 'The webhook “{webhookName}” was disabled',
      preheader: 'It had failed for days.',
      paragraphs: [
        'Every delivery to the webhook “{webhookName}” has failed for days, so it was disabled. Its address is {webhookUrl}',
        'Correct what is wrong on the receiving side, then enable the webhook again.',
      ],
      smallPrint: 'The log of its deliveries says what went wrong.',
      short: 'The webhook “{webhookName}” was disabled because every delivery failed for days.',
    },
    user_invitation: {
      subject:
        '{senderName, select, none {You are invited} other {{senderName} invites you}} to {accountName}',
      preheader: 'Choose a password to begin.',
      paragraphs: [
        '{senderName, select, none {You are invited} other {{senderName} invites you}} to send documents for signing for {accountName}. Choose a password to begin.',
      ],
      button: 'Accept the invitation',
      smallPrint:
        'The link works once, for {days, plural, one {# day} other {# days}}. Ignore this message if you did not expect it.',
      short:
        '{senderName, select, none {You are invited} other {{senderName} invites you}} to {accountName}:',
    },
    security_notice: {
      subject:
        '{notice, select, password_changed {Your password was changed} password_reset {Your password was changed} totp_enabled {An authenticator app was added} totp_disabled {Your authenticator app was removed} recovery_codes_created {New recovery codes were made} recovery_code_used {A recovery code was used} passkey_added {A passkey was added} passkey_removed {A passkey was removed} api_key_created {An API key was made} account_closed {Your account was closed} sign_in_limited {Somebody tries to sign in as you} other {}}',
      preheader: 'Nothing is to be done if it was you.',
      paragraphs: [
        '{notice, select, password_changed {The password of your email address was changed, and your other sessions were ended. API keys and passkeys still work; look at them, and at apps with access, in the settings.} password_reset {A new password was chosen with the link of a mail to you. All your sessions have ended, and connected apps have lost their access. API keys and passkeys still work: look at them in the settings.} totp_enabled {From now on, signing in asks for a code of the authenticator app that was added.} totp_disabled {The authenticator app was removed: signing in asks for the password alone.} recovery_codes_created {New recovery codes were made. The earlier ones do not work any more.} recovery_code_used {Somebody signed in with one of your recovery codes instead of the authenticator app.} passkey_added {A passkey was added, with which you can sign in without a password.} passkey_removed {A passkey was removed. It cannot be used to sign in any more.} api_key_created {An API key was made in a browser in which you are signed in. Whoever has it can use the account in your name; delete it in the settings if it was not you.} account_closed {The account {accountName}, of which you are an owner, was closed. Nobody has access to it any more. Sign in within 30 days to reopen it; after that it is removed with all its documents.} sign_in_limited {There have been many failed attempts to sign in with your email address. Further ones are slowed down; where you usually sign in, you still can.} other {}}',
        'If it was not you, choose a new password now and end your other sessions in the settings.',
      ],
      button: 'Open the security settings',
      smallPrint:
        '{notice, select, account_closed {Such a message is sent to every owner of an account that is closed.} other {Such a message is sent for every change of how you sign in.}}',
      short:
        '{notice, select, password_changed {Your password was changed} password_reset {Your password was changed} totp_enabled {An authenticator app was added} totp_disabled {Your authenticator app was removed} recovery_codes_created {New recovery codes were made} recovery_code_used {A recovery code was used} passkey_added {A passkey was added} passkey_removed {A passkey was removed} api_key_created {An API key was made} account_closed {Your account was closed} sign_in_limited {Somebody tries to sign in as you} other {}}:',
    },
    password_reset: {
      subject: 'Choose a new password',
      preheader: 'The link works once.',
      paragraphs: ['A new password was asked for with your email address.'],
      button: 'Choose a new password',
      smallPrint:
        'The link works once, for {minutes, plural, one {# minute} other {# minutes}}. Ignore this message if you did not ask for it: your password stays as it is.',
      short: 'Choose a new password:',
    },
  },
};
