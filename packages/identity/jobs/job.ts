import type { SecurityNotice } from '../ports/user-mailer.ts';

/** Without secrets: a job that needs a token creates it. */
export type IdentityJob =
  | {
      readonly name: 'send-user-invitation';
      readonly userId: string;
      readonly invitedBy: string;
    }
  | { readonly name: 'send-password-reset'; readonly personId: string }
  | { readonly name: 'send-security-notice'; readonly personId: string; readonly notice: SecurityNotice }
  | { readonly name: 'remove-expired-sessions' }
  | { readonly name: 'remove-old-account-events' };

export type IdentityJobOf<Name extends IdentityJob['name']> = Extract<IdentityJob, { name: Name }>;
