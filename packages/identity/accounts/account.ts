import type { Language } from './language.ts';

/** Names of GET /account/capabilities [D8-04]. */
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
  // Not in the specification: what some attributes of form fields need [2.10-52].
  'attachments',
  'payments',
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** Capabilities of external providers: absent without a provider, whatever the account has [D8-13]. */
export const PROVIDED_CAPABILITIES = [
  'signatureBankId',
  'signatureIdScan',
  'signatureFaceLiveness',
  'deliverySms',
  'deliveryWhatsapp',
  'aiAssistant',
  'payments',
] as const satisfies readonly Capability[];

/** Owners and admins manage users and API keys; members send documents. An account always has an active owner. */
export const ROLES = ['owner', 'admin', 'member'] as const;

export type Role = (typeof ROLES)[number];

/** Deactivated users cannot sign in; their keys and tokens are invalid, their documents stay. */
export const USER_STATUSES = ['invited', 'active', 'deactivated'] as const;

export type UserStatus = (typeof USER_STATUSES)[number];

export interface Account {
  readonly accountId: string;
  readonly name: string;
  readonly capabilities: readonly Capability[];
  /** IANA name, for dates of signatures. */
  readonly timeZone: string;
  /** Of the signing page, as `#rrggbb`; null: that of the service. */
  readonly color: string | null;
  /** Of documents that are sent without one. */
  readonly language: Language;
  /** Whom signees see as the sender; null: the owner of the document, and the account. */
  readonly senderName: string | null;
  /** Part of the address of the logo; null without one. */
  readonly logoId: string | null;
  readonly createdAt: Date;
}

export interface Logo {
  readonly logoId: string;
  readonly accountId: string;
  /** A PNG. */
  readonly content: Uint8Array;
}

export interface User {
  readonly userId: string;
  readonly accountId: string;
  /** The person that signs in; one may be a user of several accounts. Null until the invitation is accepted. */
  readonly personId: string | null;
  readonly role: Role;
  readonly status: UserStatus;
  readonly fullName: string;
  /** That of the person, once there is one. */
  readonly emailAddress: string;
  readonly language: Language;
  /** IANA name; null: that of the account. */
  readonly timeZone: string | null;
  readonly createdAt: Date;
}

/** The link of one mail. A user may have several; accepting ends all of them. */
export interface UserInvitation {
  /** SHA-256 of the token, lower-case hex. */
  readonly tokenHash: string;
  readonly userId: string;
  readonly expiresAt: Date;
}

export interface ApiKey {
  readonly apiKeyId: string;
  readonly userId: string;
  readonly accountId: string;
  /** SHA-256 (lower-case hex) of the key (`sk_...`), which is shown once. */
  readonly keyHash: string;
  /** The first characters, to recognise the key. */
  readonly prefix: string;
  readonly name: string;
  readonly createdAt: Date;
  /** The last time a token was created with it. */
  readonly lastUsedAt: Date | null;
}
