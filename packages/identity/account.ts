import type { Language } from '@countersign/base/locale';

/** [D8-04] */
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
  // Not in the specification: for attributes of form fields [2.10-52].
  'attachments',
  'payments',
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** Absent without a provider, whatever the account has [D8-13]. */
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

/** Of deactivated users keys and tokens are invalid; their documents stay. */
export const USER_STATUSES = ['invited', 'active', 'deactivated'] as const;

export type UserStatus = (typeof USER_STATUSES)[number];

export interface Account {
  readonly accountId: string;
  readonly name: string;
  readonly capabilities: readonly Capability[];
  /** IANA name, for dates of signatures. */
  readonly timeZone: string;
  /** `#rrggbb`; null: that of the service. */
  readonly color: string | null;
  /** Of documents without one. */
  readonly language: Language;
  /** As signees see it; null: the owner of the document, and the account. */
  readonly senderName: string | null;
  /** In its address; null without a logo. */
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
  /** One person may be a user of several accounts. Null until the invitation is accepted. */
  readonly personId: string | null;
  readonly role: Role;
  readonly status: UserStatus;
  readonly fullName: string;
  /** The person's, once there is one. */
  readonly emailAddress: string;
  readonly language: Language;
  /** Otherwise the first browser they sign in with says it. */
  readonly isLanguageChosen: boolean;
  /** IANA name; null: the account's. */
  readonly timeZone: string | null;
  readonly createdAt: Date;
}

/** A user may have several; accepting ends all of them. */
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
  /** SHA-256 (lower-case hex); the key is shown once. */
  readonly keyHash: string;
  /** To recognise the key. */
  readonly prefix: string;
  readonly name: string;
  readonly createdAt: Date;
  /** To create a token. */
  readonly lastUsedAt: Date | null;
}

/** Without those whose provider is not configured [D8-13]. */
export function availableCapabilities(
  { capabilities }: Pick<Account, 'capabilities'>,
  providers: ReadonlySet<Capability>,
): readonly Capability[] {
  const provided: readonly Capability[] = PROVIDED_CAPABILITIES;
  return capabilities.filter((name) => !provided.includes(name) || providers.has(name));
}

/** `read` [5-08], `write` to create and change [5-09]. */
export const SCOPES = ['read', 'write'] as const;

export type Scope = (typeof SCOPES)[number];

/** By the access token or the browser session. */
export interface Caller {
  readonly userId: string;
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  /** Absent for other programs. */
  readonly apiKeyId?: string | null;
  /** Absent for API keys and browser sessions. */
  readonly clientId?: string;
  /** Absent for programs. */
  readonly sessionId?: string;
  /** For the account log. */
  readonly address?: string;
}
