import { MAX_NAME_LENGTH } from '@countersign/base/text';
import { selectPage } from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { readBrowser, setSessionCookie } from '../request/client.ts';
import { defineRoute } from '../route.ts';
import {
  currentPasswordBody,
  newCredential,
  passkey,
  passkeyOptions,
  presentOptions,
  presentPasskey,
  recoveryCodes,
} from '../schemas/account.ts';
import { pageAnswer, pageQuery, presentPage, timestamp, warnings } from '../schemas/parts.ts';

const addPasskey = defineRoute({
  method: 'POST',
  path: '/v1/users/me/passkeys',
  source: 'ours',
  scope: 'session',
  summary: 'Add a passkey',
  status: 201,
  hidden: true,
  schemas: {
    body: z.object({
      name: z.string().min(1).meta({ maxLength: MAX_NAME_LENGTH }),
      credential: newCredential,
    }),
    answer: passkey.extend({ warnings }),
  },
  errors: ['passkey_refused', 'too_many_passkeys', 'single_sign_on_session'],
  async handler({ deps, caller, body: { name, credential }, request }) {
    const browser = readBrowser(request, deps.settings.baseUrl);
    const added = { name, response: credential };
    return presentPasskey(await deps.identity.passkeys.add(caller, added, browser));
  },
});

const beginPasskey = defineRoute({
  method: 'POST',
  path: '/v1/users/me/passkeys/options',
  source: 'ours',
  scope: 'session',
  summary: 'Ask for a challenge to add a passkey',
  status: 200,
  hidden: true,
  schemas: { body: currentPasswordBody, answer: passkeyOptions },
  errors: ['password_wrong', 'too_many_attempts', 'too_many_passkeys', 'single_sign_on_session'],
  async handler({ deps, caller, body: { currentPassword }, request }) {
    const browser = readBrowser(request, deps.settings.baseUrl);
    return presentOptions(await deps.identity.passkeys.begin(caller, currentPassword, browser));
  },
});

const beginTotp = defineRoute({
  method: 'POST',
  path: '/v1/users/me/totp',
  source: 'ours',
  scope: 'session',
  summary: 'Make a secret for your authenticator app; the first code turns it on',
  status: 201,
  hidden: true,
  schemas: {
    body: currentPasswordBody,
    answer: z.object({
      secret: z.string().meta({ description: 'Base32, to be typed.' }),
      uri: z.string().meta({ description: 'For the QR code.' }),
      warnings,
    }),
  },
  errors: ['password_wrong', 'too_many_attempts', 'totp_enabled', 'single_sign_on_session'],
  handler: ({ deps, caller, body: { currentPassword }, request }) =>
    deps.identity.totp.begin(caller, currentPassword, readBrowser(request, deps.settings.baseUrl)),
});

const changePassword = defineRoute({
  method: 'PUT',
  path: '/v1/users/me/password',
  source: 'ours',
  scope: 'session',
  summary: 'Change your password and end your other sessions',
  status: 204,
  hidden: true,
  schemas: {
    body: z.object({
      currentPassword: z.string().min(1),
      password: z.string().min(1),
      endPrograms: z.boolean().optional(),
    }),
  },
  errors: ['password_wrong', 'too_many_attempts', 'single_sign_on_session'],
  async handler({ deps, caller, body: change, request, reply }) {
    const { baseUrl } = deps.settings;
    const browser = readBrowser(request, baseUrl);
    const { id } = await deps.identity.passwords.change(caller, change, browser);
    setSessionCookie(reply, id, baseUrl);
    return reply.send();
  },
});

const confirmTotp = defineRoute({
  method: 'PUT',
  path: '/v1/users/me/totp',
  source: 'ours',
  scope: 'session',
  summary: 'Turn your authenticator app on with its first code; the recovery codes are shown once',
  status: 200,
  hidden: true,
  schemas: { body: z.object({ code: z.string().min(1) }), answer: recoveryCodes },
  errors: ['code_wrong', 'totp_not_begun', 'too_many_attempts', 'single_sign_on_session'],
  async handler({ deps, caller, body: { code }, request }) {
    const browser = readBrowser(request, deps.settings.baseUrl);
    return { recoveryCodes: await deps.identity.totp.confirm(caller, code.trim(), browser) };
  },
});

const disableTotp = defineRoute({
  method: 'POST',
  path: '/v1/users/me/totp/disable',
  source: 'ours',
  scope: 'session',
  summary: 'Turn your authenticator app off',
  status: 204,
  hidden: true,
  schemas: { body: currentPasswordBody },
  errors: ['password_wrong', 'too_many_attempts', 'single_sign_on_session'],
  async handler({ deps, caller, body: { currentPassword }, request, reply }) {
    const browser = readBrowser(request, deps.settings.baseUrl);
    await deps.identity.totp.disable(caller, currentPassword, browser);
    return reply.send();
  },
});

const getTotp = defineRoute({
  method: 'GET',
  path: '/v1/users/me/totp',
  source: 'ours',
  scope: 'session',
  summary: 'Say whether you have an authenticator app, and how many recovery codes are left',
  status: 200,
  hidden: true,
  schemas: {
    answer: z.object({
      isEnabled: z.boolean(),
      enabledAt: timestamp.nullable(),
      recoveryCodesLeft: z.int(),
    }),
  },
  errors: ['single_sign_on_session'],
  async handler({ deps, caller }) {
    const { enabledAt, ...state } = await deps.identity.totp.get(caller);
    return { ...state, enabledAt: enabledAt?.toISOString() ?? null };
  },
});

const listPasskeys = defineRoute({
  method: 'GET',
  path: '/v1/users/me/passkeys',
  source: 'ours',
  scope: 'session',
  summary: 'List your passkeys, the oldest first',
  status: 200,
  hidden: true,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ passkeys: z.array(passkey) }) },
  errors: ['single_sign_on_session'],
  async handler({ deps, caller, query }) {
    const page = selectPage(await deps.identity.passkeys.list(caller), query);
    return { ...presentPage(query, page), passkeys: page.items.map(presentPasskey) };
  },
});

const removePasskey = defineRoute({
  method: 'DELETE',
  path: '/v1/users/me/passkeys/:passkeyId',
  source: 'ours',
  scope: 'session',
  summary: 'Delete a passkey',
  status: 204,
  hidden: true,
  schemas: { params: z.object({ passkeyId: uuid }) },
  errors: ['passkey_not_found', 'single_sign_on_session'],
  async handler({ deps, caller, params: { passkeyId }, request, reply }) {
    await deps.identity.passkeys.remove(caller, passkeyId, readBrowser(request, deps.settings.baseUrl));
    return reply.send();
  },
});

const renamePasskey = defineRoute({
  method: 'PATCH',
  path: '/v1/users/me/passkeys/:passkeyId',
  source: 'ours',
  scope: 'session',
  summary: 'Rename a passkey',
  status: 200,
  hidden: true,
  schemas: {
    params: z.object({ passkeyId: uuid }),
    body: z.object({ name: z.string().min(1).meta({ maxLength: MAX_NAME_LENGTH }) }),
    answer: passkey.extend({ warnings }),
  },
  errors: ['passkey_not_found', 'single_sign_on_session'],
  async handler({ deps, caller, params: { passkeyId }, body: { name }, request }) {
    const browser = readBrowser(request, deps.settings.baseUrl);
    return presentPasskey(await deps.identity.passkeys.rename(caller, { passkeyId, name }, browser));
  },
});

const renewRecoveryCodes = defineRoute({
  method: 'POST',
  path: '/v1/users/me/totp/recovery-codes',
  source: 'ours',
  scope: 'session',
  summary: 'Make new recovery codes, which are shown once; the earlier ones end',
  status: 201,
  hidden: true,
  schemas: { body: currentPasswordBody, answer: recoveryCodes },
  errors: ['password_wrong', 'totp_not_begun', 'too_many_attempts', 'single_sign_on_session'],
  async handler({ deps, caller, body: { currentPassword }, request }) {
    const browser = readBrowser(request, deps.settings.baseUrl);
    const codes = await deps.identity.totp.renewRecoveryCodes(caller, currentPassword, browser);
    return { recoveryCodes: codes };
  },
});

export const credentialRoutes = {
  changePassword,
  getTotp,
  beginTotp,
  confirmTotp,
  disableTotp,
  renewRecoveryCodes,
  listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
};
