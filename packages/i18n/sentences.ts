import type { OAuthErrorCode } from '@countersign/oauth';
import type { SigningErrorCode } from '@countersign/signing';

/** Every code has a sentence; a new code does not compile before it has three. */
export type ErrorSentences = Readonly<Record<SigningErrorCode | OAuthErrorCode, string>>;

/** Messages to people: ICU, with the members of `InvitationParams` and the like. */
export interface MessageSentences {
  readonly greeting: string;
  readonly invitationSubject: string;
  readonly invitationIntro: string;
  readonly invitationMessage: string;
  readonly invitationAction: string;
  readonly invitationClosing: string;
  readonly completedSubject: string;
  readonly completedIntro: string;
  readonly completedAction: string;
  readonly completedClosing: string;
  readonly stampDate: string;
  readonly stampAddress: string;
  readonly stampMethod: string;
  readonly sealReason: string;
}
