import { errorMessage } from '@countersign/i18n';
import { IdentityError } from '@countersign/identity';
import { uuid } from '@countersign/signing/configuration/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiSettings } from '../deps.ts';
import { ERROR_STATUSES } from '../errors/error-table.ts';
import { WEBHOOK_ALLOWANCE } from '../rate-limits.ts';
import { chooseErrorLanguage, readBrowser, setSessionCookie } from '../request/client.ts';
import { ensureSignOnCookie, readSignOnCookie } from '../request/cookies.ts';
import { defineRoute, type RouteInput } from '../route.ts';
import { warnings } from '../schemas/parts.ts';
import { callbackOf, SIGN_ON_CALLBACK } from '../schemas/single-sign-on.ts';
import { forbidCaching, sendProblemPage } from '../send-page.ts';

/** People may sign in at AUTH_URL too, whose cookies are its own. The provider knows both addresses. */
function siteOf({ host }: FastifyRequest, { authUrl, baseUrl }: ApiSettings): string {
  return new URL(authUrl).host === host ? authUrl : baseUrl;
}

/** The application starts here. */
const START = '/documents';
const OWN_ORIGIN = 'https://own.invalid';

/** Returns a path of this service, and never another site. */
function ownPath(next: string | undefined): string {
  if (next?.startsWith('/') !== true) return START;
  const url = URL.parse(next, OWN_ORIGIN);
  // `//host` and `/\host` would be read as a host, and `/.//host` becomes one.
  if (url?.origin !== OWN_ORIGIN || url.pathname.startsWith('//')) return START;
  return url.pathname + url.search;
}

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
        redirectUrlOf: (ofAccount) => callbackOf(site, ofAccount),
        browserSecret: ensureSignOnCookie(request, reply, site),
      },
      readBrowser(request, deps.settings.baseUrl),
    );
    return { redirectTo };
  },
});

/** The provider leads the browser here. The query is read as it came: parameters occur once (RFC 6749). */
async function finish(
  {
    deps,
    request,
    reply,
  }: Pick<RouteInput<unknown, unknown, unknown, 'public'>, 'deps' | 'request' | 'reply'>,
  accountId: string | null,
): Promise<FastifyReply> {
  forbidCaching(reply);
  const { baseUrl } = deps.settings;
  const site = siteOf(request, deps.settings);
  const query = `?${request.raw.url?.split('?').slice(1).join('?') ?? ''}`;
  const [state, ...others] = new URLSearchParams(query).getAll('state');
  const browserSecret = readSignOnCookie(request, site);
  try {
    if (state === undefined || others.length > 0 || browserSecret === null)
      throw new IdentityError('single_sign_on_expired');
    const answer = { query, state, redirectUrl: callbackOf(site, accountId), browserSecret };
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
}

const FINISHING = {
  method: 'GET',
  source: 'ours',
  scope: 'public',
  status: 302,
  hidden: true,
  errors: [],
} as const;
const callbackQuery = z.object({ errorLanguage: z.unknown().optional() });

const completeSignOn = defineRoute({
  ...FINISHING,
  path: SIGN_ON_CALLBACK,
  summary: 'Finish signing in at the provider of the service',
  schemas: { query: callbackQuery },
  handler: (input) => finish(input, null),
});

const completeAccountSignOn = defineRoute({
  ...FINISHING,
  path: `${SIGN_ON_CALLBACK}/:accountId`,
  summary: 'Finish signing in at the provider of an account',
  schemas: { params: z.object({ accountId: z.string() }), query: callbackQuery },
  handler: (input) => finish(input, input.params.accountId),
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

export const signOnRoutes = { beginSignOn, completeSignOn, completeAccountSignOn, findProviderSignOut };
