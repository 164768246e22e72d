import { LANGUAGES } from '@countersign/base/locale';
import {
  ACCOUNT_STATUSES,
  type Account,
  type ApiKey,
  type BrowserSession,
  type Caller,
  type Passkey,
  type PasskeyOptions,
  ROLES,
  removalDate,
  SESSION_STAGES,
  type SessionView,
  SIGN_IN_METHODS,
  USER_STATUSES,
  type User,
} from '@countersign/identity';
import { z } from 'zod';
import { timestamp, warnings } from './parts.ts';

export const account = z.object({
  accountId: z.string(),
  name: z.string(),
  timeZone: z.string().meta({ description: 'IANA name; dates of signatures are dates there.' }),
  color: z
    .string()
    .nullable()
    .meta({ description: 'Of the signing page, as #rrggbb; null: that of the service.' }),
  language: z.enum(LANGUAGES).meta({ description: 'Of documents that are sent without one.' }),
  senderName: z.string().nullable().meta({
    description: 'Whom signees see as the sender; null: the owner of the document, and the account.',
  }),
  logoUrl: z.string().nullable().meta({ description: 'Of mails and signing pages.' }),
  createdAt: timestamp,
  status: z.enum(ACCOUNT_STATUSES),
  removedAt: timestamp
    .nullable()
    .meta({ description: 'When a closed account is removed; until then an owner can reopen it.' }),
});

export function presentAccount(found: Account, baseUrl: string): z.input<typeof account> {
  const { accountId, name, timeZone, color, language, senderName, logoId, createdAt, status } = found;
  return {
    accountId,
    name,
    timeZone,
    color,
    language,
    senderName,
    logoUrl: logoId === null ? null : `${baseUrl}/logos/${logoId}`,
    createdAt: createdAt.toISOString(),
    status,
    removedAt: removalDate(found)?.toISOString() ?? null,
  };
}

export const user = z.object({
  userId: z.string(),
  fullName: z.string(),
  emailAddress: z.string(),
  language: z.enum(LANGUAGES),
  timeZone: z.string().nullable().meta({ description: 'IANA name; null: that of the account.' }),
  role: z.enum(ROLES),
  status: z.enum(USER_STATUSES),
  createdAt: timestamp,
});

export function presentUser(found: User): z.input<typeof user> {
  const { createdAt, userId, fullName, emailAddress, language, timeZone, role, status } = found;
  return {
    userId,
    fullName,
    emailAddress,
    language,
    timeZone,
    role,
    status,
    createdAt: createdAt.toISOString(),
  };
}

export const apiKey = z.object({
  apiKeyId: z.string(),
  name: z.string(),
  prefix: z.string().meta({ description: 'The first characters of the key.' }),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
});

export function presentApiKey(found: ApiKey): z.input<typeof apiKey> {
  const { apiKeyId, name, prefix, createdAt, lastUsedAt } = found;
  return {
    apiKeyId,
    name,
    prefix,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

const bytes = z.string().max(12_000);

const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
};

/** RegistrationResponseJSON (WebAuthn level 3). */
export const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    authenticatorData: bytes.optional(),
    transports: z.array(z.string()).max(10).optional(),
    publicKey: bytes.optional(),
    publicKeyAlgorithm: z.int().optional(),
  }),
});

/** AuthenticationResponseJSON (WebAuthn level 3). */
export const usedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
    attestationObject: bytes.optional(),
  }),
});

export const passkeyOptions = z.object({
  options: z.record(z.string(), z.unknown()).meta({ description: 'WebAuthn level 3, as JSON.' }),
  warnings,
});

export function presentOptions(options: PasskeyOptions): z.input<typeof passkeyOptions> {
  return { options: { ...options } };
}

export const passkey = z.object({
  passkeyId: z.string(),
  name: z.string(),
  isSynced: z.boolean().meta({ description: 'Whether it is copied between devices.' }),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
});

export function presentPasskey(found: Passkey): z.input<typeof passkey> {
  const { passkeyId, name, isSynced, createdAt, lastUsedAt } = found;
  return {
    passkeyId,
    name,
    isSynced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

export const sessionStep = z.object({ next: z.enum(SESSION_STAGES), warnings });

export const sessionView = z.object({
  next: z.enum([...SESSION_STAGES, 'sign_in']),
  user: user.optional(),
  account: account.optional(),
  accounts: z.array(account).optional(),
  method: z.enum(SIGN_IN_METHODS).optional().meta({ description: 'How the session began.' }),
});

export function presentSession(
  { next, user: found, account: inUse, accounts, method }: SessionView,
  baseUrl: string,
) {
  return {
    next,
    user: found && presentUser(found),
    account: inUse && presentAccount(inUse, baseUrl),
    accounts: accounts?.map((one) => presentAccount(one, baseUrl)),
    method,
  };
}

/** Changes of credentials ask for it once more. */
export const currentPasswordBody = z.object({ currentPassword: z.string().min(1) });

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).readonly(), warnings });

export const listedSession = z.object({
  sessionId: z.string(),
  isCurrent: z.boolean(),
  address: z.string().meta({ description: 'IP address at sign-in.' }),
  userAgent: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp,
});

export function presentListedSession(
  { sessionId, address, userAgent, createdAt, lastUsedAt }: BrowserSession,
  caller: Caller,
): z.input<typeof listedSession> {
  return {
    sessionId,
    isCurrent: sessionId === caller.sessionId,
    address,
    userAgent,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  };
}
