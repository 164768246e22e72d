import { LANGUAGES } from '@countersign/base/locale';
import { MAX_NAME_LENGTH } from '@countersign/base/text';
import { ROLES } from '@countersign/identity';
import { selectPage } from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { MESSAGE_ALLOWANCE } from '../rate-limits.ts';
import { refuseOtherPrograms } from '../request/authenticate.ts';
import { isFromOwnPage, readBrowser, setSessionCookie } from '../request/client.ts';
import { defineRoute } from '../route.ts';
import { presentUser, user } from '../schemas/account.ts';
import { pageAnswer, pageQuery, presentPage, warnings } from '../schemas/parts.ts';

const acceptInvitation = defineRoute({
  method: 'POST',
  path: '/v1/account/invitations/:token',
  source: 'ours',
  scope: 'public',
  summary: 'Accept an invitation with the token of its link; a page is signed in',
  status: 200,
  schemas: {
    params: z.object({ token: z.string() }),
    body: z.object({
      fullName: z.string().min(1).meta({ maxLength: MAX_NAME_LENGTH }),
      password: z.string().min(1),
    }),
    answer: user.extend({ warnings }),
  },
  errors: ['invitation_not_found', 'invitation_expired', 'password_wrong', 'too_many_attempts'],
  async handler({ deps, params: { token }, body: { fullName, password }, request, reply }) {
    const { baseUrl } = deps.settings;
    const browser = readBrowser(request, baseUrl);
    const options = { signsIn: isFromOwnPage(request) };
    const accepted = await deps.identity.users.acceptInvitation(
      { token, fullName, password },
      browser,
      options,
    );
    if (accepted.session !== null) setSessionCookie(reply, accepted.session.id, baseUrl);
    return presentUser(accepted.user);
  },
});

const getCallersUser = defineRoute({
  method: 'GET',
  path: '/v1/users/me',
  source: 'ours',
  scope: 'read',
  summary: 'Read the user whose token it is',
  status: 200,
  schemas: {
    answer: z.object({
      userId: z.string(),
      fullName: z.string(),
      emailAddress: z.string(),
      language: z.enum(LANGUAGES),
      accountId: z.string(),
      accountName: z.string(),
    }),
  },
  errors: [],
  async handler({ deps, caller }) {
    const { user, account } = await deps.identity.users.me(caller);
    const { userId, fullName, emailAddress, language } = user;
    return {
      userId,
      fullName,
      emailAddress,
      language,
      accountId: account.accountId,
      accountName: account.name,
    };
  },
});

export const invitation = z.object({
  emailAddress: z.string(),
  fullName: z.string().meta({ description: 'As the invitation has it; may be empty.' }),
  language: z.enum(LANGUAGES),
  accountName: z.string(),
  hasPassword: z.boolean().meta({ description: 'Accepting asks for the password in use.' }),
});

const getInvitation = defineRoute({
  method: 'GET',
  path: '/v1/account/invitations/:token',
  source: 'ours',
  scope: 'public',
  summary: 'Read an invitation with the token of its link',
  status: 200,
  schemas: {
    params: z.object({ token: z.string() }),
    answer: invitation,
  },
  errors: ['invitation_not_found', 'invitation_expired', 'too_many_attempts'],
  async handler({ deps, params: { token }, request }) {
    const { user, account, hasPassword } = await deps.identity.users.getInvitation(
      token,
      readBrowser(request, deps.settings.baseUrl),
    );
    const { emailAddress, fullName, language } = user;
    return { emailAddress, fullName, language, accountName: account.name, hasPassword };
  },
});

const inviteUser = defineRoute({
  method: 'POST',
  path: '/v1/account/users',
  source: 'ours',
  scope: 'write',
  summary: 'Invite a user by mail, as an owner or admin',
  status: 201,
  idempotent: true,
  allowance: MESSAGE_ALLOWANCE,
  schemas: {
    body: z.object({
      emailAddress: z.string().min(1),
      fullName: z.string().min(1).optional().meta({ maxLength: MAX_NAME_LENGTH }),
      role: z.enum(ROLES).optional().meta({ default: 'member' }),
      language: z
        .enum(LANGUAGES)
        .optional()
        .meta({ description: 'Of the mail and of the user; yours by default.' }),
    }),
    answer: user.extend({ warnings }),
  },
  errors: [
    'role_missing',
    'api_key_required',
    'user_exists',
    'account_limit_reached',
    'too_many_invitations',
    'too_many_invitation_mails',
  ],
  async handler({ deps, caller, body: { emailAddress, fullName, role, language }, request }) {
    refuseOtherPrograms(request);
    return presentUser(await deps.identity.users.invite(caller, { emailAddress, fullName, role, language }));
  },
});

const listUsers = defineRoute({
  method: 'GET',
  path: '/v1/account/users',
  source: 'ours',
  scope: 'read',
  summary: 'List the users of the account, the oldest first',
  status: 200,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ users: z.array(user) }) },
  errors: [],
  async handler({ deps, caller, query }) {
    const page = selectPage(await deps.identity.users.list(caller), query);
    return { ...presentPage(query, page), users: page.items.map(presentUser) };
  },
});

const resendInvitation = defineRoute({
  method: 'POST',
  path: '/v1/account/users/:userId/invitation',
  source: 'ours',
  scope: 'write',
  summary: 'Mail a new link to an invited user and end the earlier ones, as an owner or admin',
  status: 200,
  idempotent: true,
  allowance: MESSAGE_ALLOWANCE,
  schemas: {
    params: z.object({ userId: uuid }),
    answer: user.extend({ warnings }),
  },
  errors: [
    'role_missing',
    'api_key_required',
    'user_not_found',
    'user_not_invited',
    'too_many_invitation_mails',
  ],
  async handler({ deps, caller, params, request }) {
    refuseOtherPrograms(request);
    return presentUser(await deps.identity.users.resendInvitation(caller, params.userId));
  },
});

const updateUser = defineRoute({
  method: 'PATCH',
  path: '/v1/account/users/:userId',
  source: 'ours',
  scope: 'write',
  summary: 'Change the role of a user, deactivate or activate one, as an owner or admin',
  status: 200,
  schemas: {
    params: z.object({ userId: uuid }),
    body: z.object({
      role: z.enum(ROLES).optional(),
      status: z.enum(['active', 'deactivated']).optional(),
    }),
    answer: user.extend({ warnings }),
  },
  errors: [
    'role_missing',
    'api_key_required',
    'last_owner',
    'user_not_found',
    'user_invited',
    'account_limit_reached',
  ],
  async handler({ deps, caller, params, body: { role, status }, request }) {
    refuseOtherPrograms(request);
    return presentUser(await deps.identity.users.update(caller, params.userId, { role, status }));
  },
});

const withdrawInvitation = defineRoute({
  method: 'DELETE',
  path: '/v1/account/users/:userId',
  source: 'ours',
  scope: 'write',
  summary: 'Withdraw the invitation of a user who has not accepted it, as an owner or admin',
  status: 204,
  schemas: { params: z.object({ userId: uuid }) },
  errors: ['role_missing', 'api_key_required', 'user_not_found', 'user_not_invited'],
  async handler({ deps, caller, params, request, reply }) {
    refuseOtherPrograms(request);
    await deps.identity.users.withdrawInvitation(caller, params.userId);
    return reply.send();
  },
});

const updateMe = defineRoute({
  method: 'PATCH',
  path: '/v1/users/me',
  source: 'ours',
  scope: 'write',
  summary: 'Change your name, language or time zone',
  status: 200,
  schemas: {
    body: z.object({
      fullName: z.string().min(1).optional().meta({ maxLength: MAX_NAME_LENGTH }),
      language: z.enum(LANGUAGES).optional(),
      timeZone: z
        .string()
        .min(1)
        .optional()
        .meta({ description: 'IANA name; null goes back to that of the account.' }),
    }),
    answer: user.extend({ warnings }),
  },
  errors: ['api_key_required'],
  async handler({ deps, caller, body: { fullName, language, timeZone }, request }) {
    refuseOtherPrograms(request);
    const isRemoved = request.nullMembers.some(([name]) => name === 'timeZone');
    const changes = { fullName, language, timeZone: isRemoved ? null : timeZone };
    return presentUser(await deps.identity.users.updateMe(caller, changes));
  },
});

export const memberRoutes = {
  getCallersUser,
  updateMe,
  listUsers,
  inviteUser,
  updateUser,
  withdrawInvitation,
  resendInvitation,
  getInvitation,
  acceptInvitation,
};
