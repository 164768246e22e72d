import type { Language } from '../accounts/language.ts';

/** Mail to users and to people who are invited. */
export interface UserMailer {
  /** Resolves also if the mail can never be delivered; a rejection means: try again later. */
  send(mail: UserMail): Promise<void>;
}

interface InvitationFacts {
  /** Another one for every mail. */
  readonly messageId: string;
  readonly to: string;
  readonly language: Language;
  readonly recipientName: string;
  /** The user who invites. */
  readonly senderName: string;
  readonly accountName: string;
}

/** `email_address_in_use`: the recipient is a user of another account, so the invitation cannot be accepted. */
export type UserMail =
  | (InvitationFacts & { readonly kind: 'user_invitation'; readonly token: string; readonly days: number })
  | (InvitationFacts & { readonly kind: 'email_address_in_use' });
