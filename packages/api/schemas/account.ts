import { type Account, type ApiKey, LANGUAGES, ROLES, USER_STATUSES, type User } from '@countersign/identity';
import { z } from 'zod';
import { timestamp } from './text.ts';

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
});

export function presentAccount(found: Account, baseUrl: string): z.input<typeof account> {
  const { accountId, name, timeZone, color, language, senderName, logoId, createdAt } = found;
  return {
    ...{ accountId, name, timeZone, color, language, senderName },
    logoUrl: logoId === null ? null : `${baseUrl}/logos/${logoId}`,
    createdAt: createdAt.toISOString(),
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
    ...{ userId, fullName, emailAddress, language, timeZone, role, status },
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
