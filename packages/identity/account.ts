import type { Language } from '@countersign/base/locale';

/** The names are those of [D8-04]. */
export const CAPABILITIES = [
  'templates',
  'signatureBankId',
  'signatureIdScan',
  'signatureFaceLiveness',
  'deliverySms',
  'deliveryWhatsapp',
  'signingOrder',
  'aiAssistant',
  'publicLinks',
  'publicLinksCreate',
  // The specification does not have these two, which attributes of form fields need [2.10-52].
  'attachments',
  'payments',
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** Without a configured provider no account has these [D8-13]. */
const PROVIDED_CAPABILITIES = [
  'signatureBankId',
  'signatureIdScan',
  'signatureFaceLiveness',
  'deliverySms',
  'deliveryWhatsapp',
  'aiAssistant',
  'payments',
] as const satisfies readonly Capability[];

/** An account always has an active owner. */
export const ROLES = ['owner', 'admin', 'member'] as const;

export type Role = (typeof ROLES)[number];

/** A deactivated user's keys and tokens are invalid, and their documents are kept. */
export const USER_STATUSES = ['invited', 'active', 'deactivated'] as const;

export type UserStatus = (typeof USER_STATUSES)[number];

/**
 * Nobody has access to a suspended or closed account. The operator suspends; an owner or the operator closes, and may
 * reopen for `REOPENING_DAYS`. One that is being removed stays so until its row is gone.
 */
export const ACCOUNT_STATUSES = ['active', 'suspended', 'closed', 'removing'] as const;

export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** A closed account is removed after these days. */
export const REOPENING_DAYS = 30;

/** What the operator may limit. Documents are counted by calendar month (UTC), bytes are those of uploaded files. */
export const ACCOUNT_LIMITS = ['maxDocumentsPerMonth', 'maxUsers', 'maxStoredBytes'] as const;

export type AccountLimit = (typeof ACCOUNT_LIMITS)[number];

export interface Account {
  readonly accountId: string;
  readonly name: string;
  readonly capabilities: readonly Capability[];
  /** An absent one does not exist. */
  readonly limits: Readonly<Partial<Record<AccountLimit, number>>>;
  /** IANA name of the time zone in which dates of signatures are written. */
  readonly timeZone: string;
  /** `#rrggbb`, or null for the color of the service. */
  readonly color: string | null;
  /** The language of documents that have none. */
  readonly language: Language;
  /** The name that signees see; null if they see the owner of the document and the account. */
  readonly senderName: string | null;
  /** The id in the logo's address; null without a logo. */
  readonly logoId: string | null;
  readonly createdAt: Date;
  readonly status: AccountStatus;
  /** It is null if the status never changed. */
  readonly statusChangedAt: Date | null;
}

export interface Logo {
  readonly logoId: string;
  readonly accountId: string;
  /** The bytes of a PNG. */
  readonly content: Uint8Array;
}

export interface User {
  readonly userId: string;
  readonly accountId: string;
  /** One person may be a user of several accounts. The id is null until the invitation is accepted. */
  readonly personId: string | null;
  readonly role: Role;
  readonly status: UserStatus;
  readonly fullName: string;
  /** The address of the person, once there is one. */
  readonly emailAddress: string;
  readonly language: Language;
  /** If false, the first browser that the user signs in with chooses the language. */
  readonly isLanguageChosen: boolean;
  /** IANA name, or null for the account's time zone. */
  readonly timeZone: string | null;
  readonly createdAt: Date;
}

/** An invitation by mail. A user may have several, and accepting one ends all of them. */
export interface UserInvitation {
  /** SHA-256 of the token in lower-case hex. */
  readonly tokenHash: string;
  readonly userId: string;
  readonly expiresAt: Date;
}

export interface ApiKey {
  readonly apiKeyId: string;
  readonly userId: string;
  readonly accountId: string;
  /** SHA-256 in lower-case hex. The key itself is shown once. */
  readonly keyHash: string;
  /** The beginning of the key, by which users recognise it. */
  readonly prefix: string;
  readonly name: string;
  readonly createdAt: Date;
  /** The last time that the key was exchanged for a token. */
  readonly lastUsedAt: Date | null;
}

/** Returns the account's capabilities without those whose provider is not configured [D8-13]. */
export function availableCapabilities(
  { capabilities }: Pick<Account, 'capabilities'>,
  providers: ReadonlySet<Capability>,
): readonly Capability[] {
  const provided: readonly Capability[] = PROVIDED_CAPABILITIES;
  return capabilities.filter((name) => !provided.includes(name) || providers.has(name));
}

/** `read` is [5-08]; `write`, which creates and changes, is [5-09]. */
export const SCOPES = ['read', 'write'] as const;

export type Scope = (typeof SCOPES)[number];

/** The caller, by the access token or the browser session. */
export interface Caller {
  readonly userId: string;
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  /** The key behind the token. Absent for programs with a grant, and in browsers. */
  readonly apiKeyId?: string | null;
  /** The program that a user gave access to. Absent for API keys and browser sessions. */
  readonly clientId?: string | undefined;
  /** The browser session. Absent for programs. */
  readonly sessionId?: string;
  /** The single sign-on of the account that the session came from. It reaches nothing outside of the account. */
  readonly connectionId?: string | undefined;
  /** The IP address, for the log of the account. */
  readonly address?: string | undefined;
}
