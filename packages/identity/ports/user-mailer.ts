import type { Language } from '../accounts/language.ts';

export interface UserMailer {
  /** Also if the mail can never be delivered; a rejection means: try again later. */
  send(mail: UserMail): Promise<void>;
}

interface MailFacts {
  /** Another one for every mail. */
  readonly messageId: string;
  readonly to: string;
  readonly language: Language;
  readonly recipientName: string;
}

interface InvitationMail extends MailFacts {
  readonly kind: 'user_invitation';
  readonly token: string;
  readonly days: number;
  readonly senderName: string;
  readonly accountName: string;
}

interface PasswordResetMail extends MailFacts {
  readonly kind: 'password_reset';
  readonly token: string;
  readonly minutes: number;
}

/** Mailed to the person. */
export type SecurityNotice =
  | 'password_changed'
  /** By the link of a mail. */
  | 'password_reset'
  | 'totp_enabled'
  | 'totp_disabled'
  | 'recovery_codes_created'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'api_key_created'
  | 'sign_in_limited';

interface SecurityNoticeMail extends MailFacts {
  readonly kind: 'security_notice';
  readonly notice: SecurityNotice;
}

export type UserMail = InvitationMail | PasswordResetMail | SecurityNoticeMail;
