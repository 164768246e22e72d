import { electronicIdText } from '@countersign/i18n/electronic-id';
import { z } from 'zod';
import { sendProblemPage } from '../../answer/send-page.ts';
import { chooseErrorLanguage } from '../../request/choose-language.ts';
import { takeReturnCookie } from '../../request/return-cookie.ts';
import { defineRoute } from '../../route.ts';

/** The signing page sends the query on: its session cookie is not sent to this address. */
export const returnFromBroker = defineRoute({
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
