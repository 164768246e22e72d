import type { User } from '@countersign/identity';

/** What is left of a removed account. It names no person. */
export interface AccountRemoval {
  readonly accountId: string;
  readonly closedAt: Date;
  /** It is null while the removal runs. */
  readonly removedAt: Date | null;
  /** The number of removed rows by kind, and of files as `blobs`. */
  readonly counts: Readonly<Record<string, number>>;
  /** SHA-256 (hex) over the kind and ids of everything removed, each batch chained to the one before. */
  readonly hash: string;
}

/** What is removed one by one, in this order, because it may have blobs. An export lists the same. */
export const REMOVED_KINDS = ['documents', 'links', 'drafts', 'templates', 'files'] as const;
export type RemovedKind = (typeof REMOVED_KINDS)[number];

/** What may name a person. */
export type MentioningKind = Exclude<RemovedKind, 'files'>;

/** Every method throws `DatabaseUnavailable` if the database cannot be used. */
export interface RemovalReads {
  /** Accounts that were closed at or before `closedBefore`, and those whose removal has begun. */
  listDue(closedBefore: Date): Promise<readonly string[]>;
  /** The first closed first. */
  list(): Promise<readonly AccountRemoval[]>;
  /** Lists ids that are not removed yet, in their order, those after `after`. */
  listIds(accountId: string, kind: RemovedKind, limit: number, after?: string): Promise<readonly string[]>;
  /**
   * Looks at as many as `limit` in the order of their ids, after `after`, and lists those that have the text, which is in
   * lower case, anywhere. Deleted documents have none. `accountId` is null for all accounts. `last` is the id of the last
   * one that was looked at, or null if there is none.
   */
  listMentioning(
    text: string,
    kind: MentioningKind,
    page: { readonly accountId: string | null; readonly limit: number; readonly after: string },
  ): Promise<{ readonly ids: readonly string[]; readonly last: string | null }>;
  /** Lists users with the email address in any case. */
  listUsersWith(emailAddress: string, accountId: string | null): Promise<readonly User[]>;
}

/** Each method works inside `transact` only, and changes rows and the proof together. */
export interface RemovalStore extends RemovalReads {
  /** Returns false if the account was reopened or is gone. Nobody can reopen it afterwards. */
  begin(accountId: string, closedBefore: Date): Promise<boolean>;
  /** Removes a row with what refers to it, and adds it to the proof. Nothing happens if it is gone. */
  removeOne(accountId: string, kind: RemovedKind, id: string, blobs: number): Promise<void>;
  /** Removes a person who is no user of any account, with what they sign in with. */
  removePerson(personId: string): Promise<void>;
  /**
   * Removes as many as `limit` of the deliveries of webhooks, of the audit entries that are left and of the log each.
   * Returns whether there were as many of one of them. These would be too many for one transaction.
   */
  removeRest(accountId: string, limit: number): Promise<boolean>;
  /** Removes users, keys, webhooks, jobs and the account itself with what is left of it, and ends the proof. */
  finish(accountId: string, now: Date): Promise<void>;
}
