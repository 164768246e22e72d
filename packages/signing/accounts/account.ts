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
  readonly fullName: string;
  readonly emailAddress: string;
  readonly language: 'en' | 'sv' | 'es';
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

/** Who asks, as the access token says. */
export interface Caller {
  readonly userId: string;
  readonly accountId: string;
  readonly scopes: readonly ('read' | 'write')[];
}
