import { MAX_NAME_LENGTH } from '@countersign/base/text';
import { errorMessage } from '@countersign/i18n';
import { IdentityError, MAX_ADMIN_VALUES, MAX_CLIENT_LENGTH, MAX_ISSUER_LENGTH } from '@countersign/identity';
import { uuid } from '@countersign/signing/configuration/text';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiSettings } from '../deps.ts';
import { ERROR_STATUSES } from '../errors/error-table.ts';
import { WEBHOOK_ALLOWANCE } from '../rate-limits.ts';
import { refuseOtherPrograms } from '../request/authenticate.ts';
import { chooseErrorLanguage, readBrowser, setSessionCookie } from '../request/client.ts';
import { ensureSignOnCookie, readSignOnCookie } from '../request/cookies.ts';
import { defineRoute } from '../route.ts';
import { warnings } from '../schemas/parts.ts';
import { presentDomain, presentSingleSignOn, signOnDomain, singleSignOn } from '../schemas/single-sign-on.ts';
import { forbidCaching, sendProblemPage } from '../send-page.ts';

/** The errors of operations that only owners may use. */
const OF_OWNERS = ['role_missing', 'api_key_required'] as const;
const CONFIRMED = ['password_wrong', 'too_many_attempts', 'sign_in_again'] as const;

const CALLBACK = '/sign-in/callback';

/** People may sign in at AUTH_URL too, whose cookies are its own. The provider knows both addresses. */
function siteOf({ host }: FastifyRequest, { authUrl, baseUrl }: ApiSettings): string {
  return new URL(authUrl).host === host ? authUrl : baseUrl;
}

/** The application starts here. */
const START = '/documents';
const OWN_ORIGIN = 'https://own.invalid';

/** Returns a path of this service, and never another site. */
export function ownPath(next: string | undefined): string {
  if (next?.startsWith('/') !== true) return START;
  const url = URL.parse(next, OWN_ORIGIN);
  // `//host` and `/\host` would be read as a host, and `/.//host` becomes one.
  if (url?.origin !== OWN_ORIGIN || url.pathname.startsWith('//')) return START;
  return url.pathname + url.search;
}

const currentPassword = z.string().optional().meta({
  description: 'Of the user; required in a browser, unless the user came by single sign-on.',
});

const getSingleSignOn = defineRoute({
  method: 'GET',
  path: '/v1/account/single-sign-on',
  source: 'ours',
  scope: 'read',
  summary: 'Read the single sign-on of the account, as an owner',
  status: 200,
  schemas: { answer: singleSignOn },
  errors: OF_OWNERS,
  async handler({ deps, caller, request }) {
    refuseOtherPrograms(request);
    return presentSingleSignOn(await deps.identity.signOn.get(caller), deps.settings);
  },
});

const setSingleSignOn = defineRoute({
  method: 'PUT',
  path: '/v1/account/single-sign-on',
  source: 'ours',
  scope: 'write',
  summary: 'Set up or change single sign-on by OpenID Connect, as an owner',
  status: 200,
  allowance: WEBHOOK_ALLOWANCE,
  schemas: {
    body: z.object({
      issuer: z
        .string()
        .min(1)
        .meta({ maxLength: MAX_ISSUER_LENGTH, description: 'As the provider states it, with https.' }),
      clientId: z.string().min(1).meta({ maxLength: MAX_CLIENT_LENGTH }),
      clientSecret: z.string().min(1).optional().meta({
        maxLength: MAX_CLIENT_LENGTH,
        description: 'It is never answered. Absent: the present one; required for another issuer or client.',
      }),
      name: z.string().min(1).meta({ maxLength: MAX_NAME_LENGTH, description: 'People see it.' }),
      isRequired: z
        .boolean()
        .default(false)
        .meta({ description: 'Whether passwords and passkeys of all but owners are refused.' }),
      roleClaim: z.string().min(1).optional().meta({
        maxLength: MAX_NAME_LENGTH,
        description:
          'The claim, or its path with dots, that says who is an admin; absent: roles stay as they are.',
      }),
      adminValues: z.array(z.string().min(1)).max(MAX_ADMIN_VALUES).default([]),
      currentPassword,
    }),
    answer: singleSignOn.extend({ warnings }),
  },
  errors: [...OF_OWNERS, ...CONFIRMED, 'issuer_refused', 'single_sign_on_unavailable', 'domain_not_verified'],
  async handler({ deps, caller, body: { roleClaim = null, ...input }, request }) {
    refuseOtherPrograms(request);
    const browser = readBrowser(request, deps.settings.baseUrl);
    const saved = await deps.identity.signOn.save(caller, { ...input, roleClaim }, browser);
    return presentSingleSignOn(saved, deps.settings);
  },
});

const removeSingleSignOn = defineRoute({
  method: 'DELETE',
  path: '/v1/account/single-sign-on',
  source: 'ours',
  scope: 'write',
  summary: 'Remove single sign-on and end the sessions that came from it, as an owner',
  status: 204,
  schemas: {},
  errors: [...OF_OWNERS, 'single_sign_on_not_found'],
  async handler({ deps, caller, request, reply }) {
    refuseOtherPrograms(request);
    await deps.identity.signOn.remove(caller);
    return reply.send();
  },
});

const addSignOnDomain = defineRoute({
  method: 'POST',
  path: '/v1/account/single-sign-on/domains',
  source: 'ours',
  scope: 'write',
  summary: 'Add a domain of email addresses, as an owner; it counts once it is verified',
  status: 201,
  schemas: {
    body: z.object({ domain: z.string().min(1) }),
    answer: signOnDomain.extend({ warnings }),
  },
  errors: [...OF_OWNERS, 'too_many_domains'],
  async handler({ deps, caller, body, request }) {
    refuseOtherPrograms(request);
    return presentDomain(await deps.identity.signOn.addDomain(caller, body.domain));
  },
});

const verifySignOnDomain = defineRoute({
  method: 'POST',
  path: '/v1/account/single-sign-on/domains/:domain/verification',
  source: 'ours',
  scope: 'write',
  summary: 'Look for the TXT record of a domain, as an owner',
  status: 200,
  allowance: WEBHOOK_ALLOWANCE,
  schemas: { params: z.object({ domain: z.string() }), answer: signOnDomain.extend({ warnings }) },
  errors: [...OF_OWNERS, 'domain_not_found', 'domain_not_verified', 'domain_taken'],
  async handler({ deps, caller, params, request }) {
    refuseOtherPrograms(request);
    return presentDomain(await deps.identity.signOn.verifyDomain(caller, params.domain));
  },
});

const removeSignOnDomain = defineRoute({
  method: 'DELETE',
  path: '/v1/account/single-sign-on/domains/:domain',
  source: 'ours',
  scope: 'write',
  summary: 'Remove a domain, as an owner; its people stay users',
  status: 204,
  schemas: { params: z.object({ domain: z.string() }) },
  errors: [...OF_OWNERS, 'domain_not_found'],
  async handler({ deps, caller, params, request, reply }) {
    refuseOtherPrograms(request);
    await deps.identity.signOn.removeDomain(caller, params.domain);
    return reply.send();
  },
});

/** Every request calls a server of a customer's choice, as the sending of a webhook does. */
const beginSignOn = defineRoute({
  method: 'POST',
  path: '/v1/session/single-sign-on',
  source: 'ours',
  scope: 'page',
  summary: 'Begin to sign in at the provider of an address, an account or the service',
  status: 200,
  hidden: true,
  allowance: WEBHOOK_ALLOWANCE,
  schemas: {
    body: z.object({
      emailAddress: z.string().min(1).max(320).optional(),
      accountId: uuid.optional(),
      next: z.string().max(4000).optional(),
    }),
    answer: z.object({ redirectTo: z.string(), warnings }),
  },
  errors: [
    'single_sign_on_not_found',
    'single_sign_on_unavailable',
    'single_sign_on_invalid',
    'single_sign_on_denied',
    'too_many_attempts',
  ],
  async handler({ deps, body: { emailAddress, accountId, next }, request, reply }) {
    const site = siteOf(request, deps.settings);
    const redirectTo = await deps.identity.signOn.begin(
      {
        emailAddress,
        accountId,
        next: ownPath(next),
        redirectUrl: site + CALLBACK,
        browserSecret: ensureSignOnCookie(request, reply, site),
      },
      readBrowser(request, deps.settings.baseUrl),
    );
    return { redirectTo };
  },
});

/** The provider leads the browser here. The query is read as it came: parameters occur once (RFC 6749). */
const completeSignOn = defineRoute({
  method: 'GET',
  path: CALLBACK,
  source: 'ours',
  scope: 'public',
  summary: 'Finish signing in at a provider',
  status: 302,
  hidden: true,
  schemas: { query: z.object({ errorLanguage: z.unknown().optional() }) },
  errors: [],
  async handler({ deps, request, reply }) {
    forbidCaching(reply);
    const { baseUrl } = deps.settings;
    const query = `?${request.raw.url?.split('?').slice(1).join('?') ?? ''}`;
    const [state, ...others] = new URLSearchParams(query).getAll('state');
    const browserSecret = readSignOnCookie(request, siteOf(request, deps.settings));
    try {
      if (state === undefined || others.length > 0 || browserSecret === null)
        throw new IdentityError('single_sign_on_expired');
      const answer = { query, state, browserSecret };
      const { step, next } = await deps.identity.signOn.complete(answer, readBrowser(request, baseUrl));
      setSessionCookie(reply, step.id, baseUrl);
      const isIn = step.next === 'signed_in';
      return reply.redirect(isIn ? next : `/sign-in?next=${encodeURIComponent(next)}`, 302);
    } catch (error) {
      if (!(error instanceof IdentityError)) throw error;
      request.log.info({ errorCode: error.code, err: error.cause }, 'single sign-on refused');
      const message = errorMessage(chooseErrorLanguage(request), error.code, error.params);
      return sendProblemPage({ deps, request, reply }, ERROR_STATUSES[error.code], message);
    }
  },
});

const findProviderSignOut = defineRoute({
  method: 'GET',
  path: '/v1/session/provider',
  source: 'ours',
  scope: 'page',
  summary: 'Say where one signs out at the provider of the session',
  status: 200,
  hidden: true,
  allowance: WEBHOOK_ALLOWANCE,
  schemas: { answer: z.object({ signOutUrl: z.string().nullable() }) },
  errors: [],
  async handler({ deps, request }) {
    const returnUrl = `${siteOf(request, deps.settings)}/sign-in`;
    const browser = readBrowser(request, deps.settings.baseUrl);
    return { signOutUrl: await deps.identity.signOn.findSignOutUrl(browser, returnUrl) };
  },
});

export const singleSignOnRoutes = {
  getSingleSignOn,
  setSingleSignOn,
  removeSingleSignOn,
  addSignOnDomain,
  verifySignOnDomain,
  removeSignOnDomain,
  beginSignOn,
  completeSignOn,
  findProviderSignOut,
};
