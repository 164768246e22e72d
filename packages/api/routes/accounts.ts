import type { Readable } from 'node:stream';
import { LANGUAGES } from '@countersign/base/locale';
import { MAX_NAME_LENGTH } from '@countersign/base/text';
import { ACCOUNT_EVENT_TYPES, CAPABILITIES, MAX_LOGO_BYTES } from '@countersign/identity';
import {
  MAX_PERSONAL_MESSAGE_LENGTH,
  MAX_SIGNEES,
  MERGE_COUNT,
  readPage,
  selectPage,
} from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { refuseOtherPrograms } from '../request/authenticate.ts';
import { readBrowser } from '../request/client.ts';
import { receiveUpload } from '../request/receive-upload.ts';
import { defineRoute } from '../route.ts';
import { account, apiKey, presentAccount, presentApiKey } from '../schemas/account.ts';
import {
  pageAnswer,
  pageQuery,
  presentPage,
  timestamp,
  uploadForm,
  warnings,
  warnOfUnknownMembers,
} from '../schemas/parts.ts';
import { forbidCaching } from '../send-page.ts';

const createApiKey = defineRoute({
  method: 'POST',
  path: '/v1/account/api-keys',
  source: 'ours',
  scope: 'write',
  summary: 'Make an API key, as an owner or admin; the key is shown once',
  status: 201,
  schemas: {
    body: z.object({
      name: z.string().min(1).meta({ maxLength: MAX_NAME_LENGTH }),
      currentPassword: z
        .string()
        .optional()
        .meta({ description: 'Of the user; required in a browser, unless the user came by single sign-on.' }),
    }),
    answer: apiKey.extend({ apiKey: z.string(), warnings }),
  },
  errors: [
    'role_missing',
    'api_key_required',
    'too_many_api_keys',
    'password_wrong',
    'sign_in_again',
    'too_many_attempts',
  ],
  async handler({ deps, caller, body: { name, currentPassword }, request, reply }) {
    forbidCaching(reply);
    const browser = readBrowser(request, deps.settings.baseUrl);
    const created = await deps.identity.apiKeys.create(caller, { name, currentPassword }, browser);
    return { ...presentApiKey(created.apiKey), apiKey: created.secret };
  },
});

const deleteApiKey = defineRoute({
  method: 'DELETE',
  path: '/v1/account/api-keys/:apiKeyId',
  source: 'ours',
  scope: 'write',
  summary: 'Delete an API key and end its tokens, as an owner or admin',
  status: 204,
  schemas: { params: z.object({ apiKeyId: uuid }) },
  errors: ['role_missing', 'api_key_required', 'api_key_not_found'],
  async handler({ deps, caller, params, reply }) {
    await deps.identity.apiKeys.remove(caller, params.apiKeyId);
    return reply.send();
  },
});

const getAccount = defineRoute({
  method: 'GET',
  path: '/v1/account',
  source: 'ours',
  scope: 'read',
  summary: 'Read the account',
  status: 200,
  schemas: { answer: account },
  errors: [],
  handler: async ({ deps, caller }) =>
    presentAccount(await deps.identity.accounts.get(caller), deps.settings.baseUrl),
});

const operatorLimit = z.int().nullable().meta({ description: 'Set by the operator; null: none.' });

const getCapabilities = defineRoute({
  method: 'GET',
  path: '/v1/account/capabilities',
  source: 'specification',
  scope: 'read',
  summary: 'List what the account may use, and the limits',
  status: 200,
  schemas: {
    answer: z.object({
      ...Object.fromEntries(CAPABILITIES.map((name) => [name, z.boolean()])),
      limits: z.object({
        maxFileSize: z.int().meta({ description: 'Bytes.' }),
        maxSignees: z.int(),
        maxPersonalMessage: z.int().meta({ description: 'Characters.' }),
        maxMergedFiles: z.int(),
        maxDocumentsPerMonth: operatorLimit,
        maxUsers: operatorLimit,
        maxStoredBytes: operatorLimit,
      }),
    }),
  },
  errors: [],
  async handler({ deps, caller }) {
    const { limits } = await deps.identity.accounts.get(caller);
    return {
      ...(await deps.identity.accounts.getCapabilities(caller)),
      limits: {
        maxFileSize: deps.settings.maxFileBytes,
        maxSignees: MAX_SIGNEES,
        maxPersonalMessage: MAX_PERSONAL_MESSAGE_LENGTH,
        maxMergedFiles: MERGE_COUNT.max,
        maxDocumentsPerMonth: limits.maxDocumentsPerMonth ?? null,
        maxUsers: limits.maxUsers ?? null,
        maxStoredBytes: limits.maxStoredBytes ?? null,
      },
    };
  },
});

export const accountEvent = z.object({
  eventId: z.string(),
  type: z.enum(ACCOUNT_EVENT_TYPES),
  date: timestamp,
  userId: z.string().nullable().meta({ description: 'Who did it; null if that is not known.' }),
  subjectId: z
    .string()
    .nullable()
    .meta({ description: 'The user, key, session, passkey, program or document it is about.' }),
  address: z.string().nullable().meta({ description: 'IP address.' }),
  details: z
    .record(z.string(), z.string())
    .meta({ description: '`by` is `operator` where the operator did it (`npm run admin`).' }),
});

const listAccountEvents = defineRoute({
  method: 'GET',
  path: '/v1/account/audit-log',
  source: 'ours',
  scope: 'read',
  summary: 'List sign-ins and changes of users and keys, the newest first, as an owner or admin',
  status: 200,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ events: z.array(accountEvent) }) },
  errors: ['role_missing', 'api_key_required'],
  async handler({ deps, caller, query, request }) {
    refuseOtherPrograms(request);
    const page = await readPage(query, (range) => deps.identity.accounts.listEvents(caller, range));
    const events = page.items.map(({ eventId, type, date, userId, subjectId, address, details }) => ({
      eventId,
      type,
      userId,
      subjectId,
      address,
      details,
      date: date.toISOString(),
    }));
    return { ...presentPage(query, page), events };
  },
});

const listApiKeys = defineRoute({
  method: 'GET',
  path: '/v1/account/api-keys',
  source: 'ours',
  scope: 'read',
  summary: 'List the API keys of the account, the oldest first, as an owner or admin',
  status: 200,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ apiKeys: z.array(apiKey) }) },
  errors: ['role_missing', 'api_key_required'],
  async handler({ deps, caller, query }) {
    const page = selectPage(await deps.identity.apiKeys.list(caller), query);
    return { ...presentPage(query, page), apiKeys: page.items.map(presentApiKey) };
  },
});

const removeLogo = defineRoute({
  method: 'DELETE',
  path: '/v1/account/logo',
  source: 'ours',
  scope: 'write',
  summary: 'Remove the logo, as an owner or admin',
  status: 204,
  schemas: {},
  errors: ['role_missing', 'api_key_required'],
  async handler({ deps, caller, request, reply }) {
    refuseOtherPrograms(request);
    await deps.identity.accounts.removeLogo(caller);
    return reply.send();
  },
});

const setLogo = defineRoute({
  method: 'POST',
  path: '/v1/account/logo',
  source: 'ours',
  scope: 'write',
  summary: 'Replace the logo by a PNG or JPEG of at most 1 MB, as an owner or admin',
  status: 200,
  heldBytes: MAX_LOGO_BYTES + 1,
  schemas: { form: uploadForm, answer: account.extend({ warnings }) },
  errors: ['file_missing', 'logo_refused', 'role_missing', 'api_key_required'],
  async handler({ deps, caller, request }) {
    refuseOtherPrograms(request);
    const { answer, unknownParts } = await receiveUpload(request, async (content) =>
      deps.identity.accounts.setLogo(caller, await readUpTo(content, MAX_LOGO_BYTES + 1)),
    );
    return {
      ...presentAccount(answer, deps.settings.baseUrl),
      warnings: [...warnOfUnknownMembers(unknownParts)],
    };
  },
});

async function readUpTo(content: Readable, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= bytes) break;
  }
  return Buffer.concat(chunks);
}

const updateAccount = defineRoute({
  method: 'PATCH',
  path: '/v1/account',
  source: 'ours',
  scope: 'write',
  summary: 'Change the account and how it presents itself, as an owner or admin',
  status: 200,
  schemas: {
    body: z.object({
      name: z.string().min(1).optional().meta({ maxLength: MAX_NAME_LENGTH }),
      timeZone: z.string().min(1).optional().meta({ description: 'IANA name, such as Europe/Stockholm.' }),
      color: z.string().optional().meta({
        description:
          'Of the signing page, as #rrggbb, readable under white text; null goes back to that of the service.',
      }),
      language: z.enum(LANGUAGES).optional().meta({ description: 'Of documents that are sent without one.' }),
      senderName: z.string().min(1).optional().meta({
        maxLength: MAX_NAME_LENGTH,
        description: 'Whom signees see as the sender; null goes back to the owner of each document.',
      }),
    }),
    answer: account.extend({ warnings }),
  },
  errors: ['role_missing', 'api_key_required'],
  async handler({ deps, caller, body, request }) {
    refuseOtherPrograms(request);
    const { name, timeZone, color, language, senderName } = body;
    const isRemoved = (member: string) => request.nullMembers.some(([removed]) => removed === member);
    const account = await deps.identity.accounts.update(caller, {
      name,
      timeZone,
      language,
      color: isRemoved('color') ? null : color,
      senderName: isRemoved('senderName') ? null : senderName,
    });
    return presentAccount(account, deps.settings.baseUrl);
  },
});

export const accountRoutes = {
  getAccount,
  updateAccount,
  setLogo,
  removeLogo,
  getCapabilities,
  listApiKeys,
  createApiKey,
  deleteApiKey,
  listAccountEvents,
};
