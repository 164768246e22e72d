import { selectPage } from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { clearSessionCookie, readBrowser, readSessionCookie, setSessionCookie } from '../request/client.ts';
import { defineRoute } from '../route.ts';
import {
  listedSession,
  passkeyOptions,
  presentListedSession,
  presentOptions,
  presentSession,
  sessionStep,
  sessionView,
  usedCredential,
} from '../schemas/account.ts';
import { errorLanguage, pageAnswer, pageQuery, presentPage } from '../schemas/parts.ts';

const beginPasskeySignIn = defineRoute({
  method: 'POST',
  path: '/v1/session/passkey/options',
  source: 'ours',
  scope: 'page',
  summary: 'Ask for a challenge to sign in with a passkey',
  status: 200,
  hidden: true,
  schemas: { answer: passkeyOptions },
  errors: ['too_many_attempts'],
  handler: async ({ deps, request }) =>
    presentOptions(await deps.identity.passkeys.beginSignIn(readBrowser(request, deps.settings.baseUrl))),
});

const checkPasswordReset = defineRoute({
  method: 'GET',
  path: '/v1/password-resets/:token',
  source: 'ours',
  scope: 'page',
  summary: 'Say whether the token of a mail still lets one choose a new password',
  status: 204,
  hidden: true,
  schemas: { params: z.object({ token: z.string() }) },
  errors: ['password_reset_not_found', 'too_many_attempts'],
  async handler({ deps, params: { token }, request, reply }) {
    await deps.identity.passwords.checkReset(token, readBrowser(request, deps.settings.baseUrl));
    return reply.send();
  },
});

const enterCode = defineRoute({
  method: 'POST',
  path: '/v1/session/second-factor',
  source: 'ours',
  scope: 'page',
  summary: 'Go on signing in with a code of the authenticator app or a recovery code',
  status: 200,
  hidden: true,
  schemas: { body: z.object({ code: z.string().min(1) }), answer: sessionStep },
  errors: ['session_missing', 'code_wrong', 'single_sign_on_required', 'too_many_attempts'],
  async handler({ deps, body, request, reply }) {
    const { baseUrl } = deps.settings;
    const { id, next } = await deps.identity.sessions.enterCode(readBrowser(request, baseUrl), body.code);
    setSessionCookie(reply, id, baseUrl);
    return { next };
  },
});

const getSession = defineRoute({
  method: 'GET',
  path: '/v1/session',
  source: 'ours',
  scope: 'page',
  summary: 'Say who is signed in in this browser, or what is next',
  status: 200,
  hidden: true,
  schemas: { answer: sessionView },
  errors: [],
  async handler({ deps, request }) {
    const { baseUrl } = deps.settings;
    return presentSession(
      await deps.identity.sessions.describe(readSessionCookie(request, baseUrl)),
      baseUrl,
    );
  },
});

const requestPasswordReset = defineRoute({
  method: 'POST',
  path: '/v1/password-resets',
  source: 'ours',
  scope: 'page',
  summary: 'Mail a link for a new password, if the address is one of a user',
  status: 202,
  hidden: true,
  schemas: { body: z.object({ emailAddress: z.string().min(1) }) },
  errors: ['too_many_attempts'],
  async handler({ deps, body, request, reply }) {
    const browser = readBrowser(request, deps.settings.baseUrl);
    await deps.identity.passwords.requestReset(body.emailAddress, browser);
    return reply.send();
  },
});

const resetPassword = defineRoute({
  method: 'PUT',
  path: '/v1/password-resets/:token',
  source: 'ours',
  scope: 'page',
  summary: 'Choose a new password with the token of a mail, and end every session',
  status: 204,
  hidden: true,
  schemas: {
    params: z.object({ token: z.string() }),
    body: z.object({ password: z.string().min(1) }),
  },
  errors: ['password_reset_not_found', 'too_many_attempts'],
  async handler({ deps, params: { token }, body: { password }, request, reply }) {
    const { baseUrl } = deps.settings;
    await deps.identity.passwords.reset({ token, password }, readBrowser(request, baseUrl));
    clearSessionCookie(reply, baseUrl);
    return reply.send();
  },
});

const signInWithPasskey = defineRoute({
  method: 'POST',
  path: '/v1/session/passkey',
  source: 'ours',
  scope: 'page',
  summary: 'Sign in with a passkey',
  status: 200,
  hidden: true,
  schemas: { body: z.object({ credential: usedCredential }), answer: sessionStep },
  errors: ['sign_in_failed', 'single_sign_on_required', 'too_many_attempts'],
  async handler({ deps, body, request, reply }) {
    const { baseUrl } = deps.settings;
    const browser = readBrowser(request, baseUrl);
    const { id, next } = await deps.identity.passkeys.signIn(body.credential, browser);
    setSessionCookie(reply, id, baseUrl);
    return { next };
  },
});

/** Hashing is expensive; `too_many_attempts` is stricter. */
const ALLOWANCE = 0.1;

const signIn = defineRoute({
  method: 'POST',
  path: '/v1/session',
  source: 'ours',
  scope: 'page',
  summary: 'Sign in with email address and password',
  status: 200,
  hidden: true,
  allowance: ALLOWANCE,
  schemas: {
    body: z.object({ emailAddress: z.string().min(1), password: z.string().min(1) }),
    answer: sessionStep,
  },
  errors: ['sign_in_failed', 'single_sign_on_required', 'too_many_attempts'],
  async handler({ deps, body: { emailAddress, password }, request, reply }) {
    const { baseUrl } = deps.settings;
    const browser = readBrowser(request, baseUrl);
    const { id, next } = await deps.identity.sessions.signIn({ emailAddress, password }, browser);
    setSessionCookie(reply, id, baseUrl);
    return { next };
  },
});

const signOutEverywhere = defineRoute({
  method: 'DELETE',
  path: '/v1/sessions',
  source: 'ours',
  scope: 'session',
  summary: 'Sign out in every browser, in every account',
  status: 204,
  hidden: true,
  schemas: {
    query: z.object({ endPrograms: z.enum(['true', 'false']).default('false'), errorLanguage }),
  },
  errors: [],
  async handler({ deps, caller, query, reply }) {
    await deps.identity.sessions.signOutEverywhere(caller, { endPrograms: query.endPrograms === 'true' });
    clearSessionCookie(reply, deps.settings.baseUrl);
    return reply.send();
  },
});

const signOut = defineRoute({
  method: 'DELETE',
  path: '/v1/session',
  source: 'ours',
  scope: 'page',
  summary: 'Sign out in this browser',
  status: 204,
  hidden: true,
  schemas: {},
  errors: [],
  async handler({ deps, request, reply }) {
    const { baseUrl } = deps.settings;
    await deps.identity.sessions.signOut(readBrowser(request, baseUrl));
    clearSessionCookie(reply, baseUrl);
    return reply.send();
  },
});

const switchAccount = defineRoute({
  method: 'PUT',
  path: '/v1/session/account',
  source: 'ours',
  scope: 'page',
  summary: 'Choose the account, after signing in or to switch',
  status: 200,
  hidden: true,
  schemas: { body: z.object({ accountId: uuid }), answer: sessionStep },
  errors: ['session_missing', 'account_not_found', 'single_sign_on_required'],
  async handler({ deps, body, request, reply }) {
    const { baseUrl } = deps.settings;
    const browser = readBrowser(request, baseUrl);
    const { id, next } = await deps.identity.sessions.switchAccount(browser, body.accountId);
    setSessionCookie(reply, id, baseUrl);
    return { next };
  },
});

const endSession = defineRoute({
  method: 'DELETE',
  path: '/v1/users/me/sessions/:sessionId',
  source: 'ours',
  scope: 'session',
  summary: 'Sign out in another browser',
  status: 204,
  hidden: true,
  schemas: { params: z.object({ sessionId: uuid }) },
  errors: ['session_not_found'],
  async handler({ deps, caller, params, reply }) {
    await deps.identity.sessions.end(caller, params.sessionId);
    return reply.send();
  },
});

const listSessions = defineRoute({
  method: 'GET',
  path: '/v1/users/me/sessions',
  source: 'ours',
  scope: 'session',
  summary: 'List the browsers in which you are signed in, the last used first',
  status: 200,
  hidden: true,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ sessions: z.array(listedSession) }) },
  errors: [],
  async handler({ deps, caller, query }) {
    const page = selectPage(await deps.identity.sessions.list(caller), query);
    const sessions = page.items.map((session) => presentListedSession(session, caller));
    return { ...presentPage(query, page), sessions };
  },
});

export const sessionRoutes = {
  listSessions,
  endSession,
  signIn,
  enterCode,
  beginPasskeySignIn,
  signInWithPasskey,
  requestPasswordReset,
  checkPasswordReset,
  resetPassword,
  getSession,
  switchAccount,
  signOut,
  signOutEverywhere,
};
