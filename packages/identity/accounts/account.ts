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

/** Owners and admins manage users and API keys; members send documents. An account always has an active owner. */
export const ROLES = ['owner', 'admin', 'member'] as const;

export type Role = (typeof ROLES)[number];

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
  readonly fullName: string;
  readonly emailAddress: string;
  readonly language: Language;
  /** scrypt, with salt and parameters in the string. */
  readonly passwordHash: string;
  readonly createdAt: Date;
}

export interface ApiKey {
  readonly apiKeyId: string;
  readonly userId: string;
  readonly accountId: string;
  /** SHA-256 of the key, lower-case hex. The key itself (`sk_...`) is shown once. */
  readonly keyHash: string;
  readonly name: string;
  readonly createdAt: Date;
}
