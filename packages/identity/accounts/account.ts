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
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** Those that somebody outside has to provide: absent while no provider is configured, whatever the account has [D8-13]. */
export const PROVIDED_CAPABILITIES = [
  'signatureBankId',
  'signatureIdScan',
  'signatureFaceLiveness',
  'deliverySms',
  'deliveryWhatsapp',
  'aiAssistant',
] as const satisfies readonly Capability[];

/** Owners and admins manage users and API keys; members send documents. An account always has an active owner. */
export const ROLES = ['owner', 'admin', 'member'] as const;

export type Role = (typeof ROLES)[number];

/** A deactivated user cannot sign in; their keys and tokens are useless, their documents stay. */
export const USER_STATUSES = ['invited', 'active', 'deactivated'] as const;

export type UserStatus = (typeof USER_STATUSES)[number];

export interface Account {
  readonly accountId: string;
  readonly name: string;
  readonly capabilities: readonly Capability[];
  /** IANA name: the date of a signature is the date there. */
  readonly timeZone: string;
  readonly createdAt: Date;
}

export interface User {
  readonly userId: string;
  readonly accountId: string;
  readonly role: Role;
  readonly status: UserStatus;
  readonly fullName: string;
  readonly emailAddress: string;
  readonly language: Language;
  /** scrypt, with salt and parameters in the string. Null until the user has accepted the invitation. */
  readonly passwordHash: string | null;
  readonly createdAt: Date;
}

export interface ApiKey {
  readonly apiKeyId: string;
  readonly userId: string;
  readonly accountId: string;
  /** SHA-256 of the key, lower-case hex. The key itself (`sk_...`) is shown once. */
  readonly keyHash: string;
  /** The first characters of the key, to recognise it by. */
  readonly prefix: string;
  readonly name: string;
  readonly createdAt: Date;
  /** When a token was last fetched with it. */
  readonly lastUsedAt: Date | null;
}
