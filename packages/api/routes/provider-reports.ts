import { electronicIdText } from '@countersign/i18n/proof-text';
import { z } from 'zod';
import { ApiError } from '../errors/error-table.ts';
import { chooseErrorLanguage } from '../request/client.ts';
import { takeReturnCookie } from '../request/cookies.ts';
import { defineRoute } from '../route.ts';
import { sendProblemPage } from '../send-page.ts';

/** The signing page sends the query on: its session cookie is not sent to this address. */
const returnFromBroker = defineRoute({
  method: 'GET',
  path: '/e-id/callback',
  source: 'ours',
  scope: 'public',
  summary: 'Come back from an e-ID broker to the signing page',
  status: 303,
  hidden: true,
  schemas: { query: z.object({ state: z.unknown().optional() }) },
  errors: [],
  async handler({ deps, query, request, reply }) {
    const { baseUrl } = deps.settings;
    const state = typeof query.state === 'string' ? query.state : '';
    const place = takeReturnCookie(request, reply, baseUrl, state);
    if (place === null) {
      const message = electronicIdText(chooseErrorLanguage(request), 'other_browser');
      return sendProblemPage({ deps, request, reply }, 400, message);
    }
    const answer = request.raw.url?.split('?').slice(1).join('?') ?? '';
    const fragment = new URLSearchParams({ 'e-id': place.proofId, query: answer });
    return reply.redirect(`${baseUrl}/sign/${encodeURIComponent(place.token)}#${fragment}`, 303);
  },
});

/** Authenticated by address and signature. */
const reportMessageStatus = defineRoute({
  method: 'POST',
  path: '/message-status/:provider',
  source: 'ours',
  scope: 'public',
  summary: 'Take the report of a provider on a message',
  status: 204,
  hidden: true,
  schemas: { params: z.object({ provider: z.enum(['twilio', '46elks']) }) },
  errors: ['route_not_found'],
  async handler({ deps, params, request, reply }) {
    const { signing, settings, deliveryReports } = deps;
    const signature = request.headers['x-twilio-signature'];
    const report = deliveryReports?.read(params.provider, {
      url: `${settings.baseUrl}${request.raw.url ?? ''}`,
      form: readForm(request.body),
      signature: typeof signature === 'string' ? signature : undefined,
    });
    if (report === undefined || report === 'forged') throw new ApiError('route_not_found');
    if (report !== 'pending') await signing.documents.reportDelivery(report);
    return reply.send();
  },
});

function readForm(body: unknown): Readonly<Record<string, string>> {
  const members = Object.entries(Object(body)).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(members) as Record<string, string>;
}

/** Events only say where to look: what counts is what Stripe's API answers. */
const reportPayment = defineRoute({
  method: 'POST',
  path: '/payment-events/stripe',
  source: 'ours',
  scope: 'public',
  summary: 'Take the report of a provider on a payment',
  status: 204,
  hidden: true,
  keepsRawBody: true,
  schemas: {},
  errors: ['route_not_found'],
  async handler({ deps, request, reply }) {
    const signature = request.headers['stripe-signature'];
    const reference = deps.paymentEvents?.readEvent(
      request.rawBody ?? new Uint8Array(),
      typeof signature === 'string' ? signature : '',
    );
    if (reference === undefined || reference === 'forged') throw new ApiError('route_not_found');
    if (reference !== null) await deps.signing.proofs.pollReported(reference);
    return reply.send();
  },
});

/** Events only say where to look: what counts is what Onfido's API answers. */
const reportIdentityCheck = defineRoute({
  method: 'POST',
  path: '/identity-events/onfido',
  source: 'ours',
  scope: 'public',
  summary: 'Take the report of a provider on an ID scan or face check',
  status: 204,
  hidden: true,
  keepsRawBody: true,
  schemas: {},
  errors: ['route_not_found'],
  async handler({ deps, request, reply }) {
    const signature = request.headers['x-sha2-signature'];
    const reference = await deps.identityEvents?.readEvent(
      request.rawBody ?? new Uint8Array(),
      typeof signature === 'string' ? signature : '',
    );
    if (reference === undefined || reference === 'forged') throw new ApiError('route_not_found');
    if (reference !== null) await deps.signing.proofs.pollReported(reference);
    return reply.send();
  },
});

export const providerReportRoutes = {
  reportIdentityCheck,
  returnFromBroker,
  reportMessageStatus,
  reportPayment,
};
