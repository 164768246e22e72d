/** Jobs of accounts and users. No secret is in them: a job that needs a token creates it. */
export type IdentityJob = {
  readonly name: 'send-user-invitation';
  readonly userId: string;
  /** The user who invites. */
  readonly invitedBy: string;
};
