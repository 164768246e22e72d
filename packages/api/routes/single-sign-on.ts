import { MAX_NAME_LENGTH } from '@countersign/base/text';
import { MAX_ADMIN_VALUES, MAX_CLIENT_LENGTH, MAX_ISSUER_LENGTH } from '@countersign/identity';
import { z } from 'zod';
import { WEBHOOK_ALLOWANCE } from '../rate-limits.ts';
import { refuseOtherPrograms } from '../request/authenticate.ts';
import { readBrowser } from '../request/client.ts';
import { defineRoute } from '../route.ts';
import { warnings } from '../schemas/parts.ts';
import { presentDomain, presentSingleSignOn, signOnDomain, singleSignOn } from '../schemas/single-sign-on.ts';
import { forbidCaching } from '../send-page.ts';

/** The errors of operations that only owners may use. */
const OF_OWNERS = ['role_missing', 'api_key_required'] as const;
const CONFIRMED = ['password_wrong', 'too_many_attempts', 'sign_in_again'] as const;

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
    return presentSingleSignOn(caller.accountId, await deps.identity.signOn.get(caller), deps.settings);
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
    return presentSingleSignOn(caller.accountId, saved, deps.settings);
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

const createScimToken = defineRoute({
  method: 'POST',
  path: '/v1/account/single-sign-on/scim-token',
  source: 'ours',
  scope: 'write',
  summary: 'Make the token with which a directory keeps users by SCIM 2.0, as an owner; it is shown once',
  status: 201,
  schemas: {
    body: z.object({ currentPassword }),
    answer: z.object({ scimToken: z.string(), warnings }),
  },
  errors: [...OF_OWNERS, ...CONFIRMED, 'single_sign_on_not_found'],
  async handler({ deps, caller, body, request, reply }) {
    refuseOtherPrograms(request);
    forbidCaching(reply);
    const browser = readBrowser(request, deps.settings.baseUrl);
    const password = body.currentPassword ?? '';
    return { scimToken: await deps.identity.signOn.createScimToken(caller, password, browser) };
  },
});

const removeScimToken = defineRoute({
  method: 'DELETE',
  path: '/v1/account/single-sign-on/scim-token',
  source: 'ours',
  scope: 'write',
  summary: 'Remove the token of SCIM, as an owner; users stay as they are',
  status: 204,
  schemas: {},
  errors: [...OF_OWNERS, 'single_sign_on_not_found'],
  async handler({ deps, caller, request, reply }) {
    refuseOtherPrograms(request);
    await deps.identity.signOn.removeScimToken(caller);
    return reply.send();
  },
});

export const singleSignOnRoutes = {
  getSingleSignOn,
  setSingleSignOn,
  removeSingleSignOn,
  addSignOnDomain,
  verifySignOnDomain,
  removeSignOnDomain,
  createScimToken,
  removeScimToken,
};
