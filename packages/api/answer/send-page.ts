import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDeps } from '../deps.ts';
import { chooseErrorLanguage, choosePageLanguage } from '../request/choose-language.ts';
import { sendPage } from './security-headers.ts';

export interface PageInput {
  readonly deps: RouteDeps;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export function sendApplicationPage({ deps, request, reply }: PageInput): FastifyReply {
  const isDevelopment = deps.outbox !== undefined;
  const html = deps.web.renderApplicationPage(choosePageLanguage(request), { isDevelopment });
  return sendPage(reply, html, { policy: 'document' });
}

/** For the pages that need no session. */
export function sendEntryPage({ deps, request, reply }: PageInput): FastifyReply {
  const isDevelopment = deps.outbox !== undefined;
  return sendPage(reply, deps.web.renderEntryPage(choosePageLanguage(request), { isDevelopment }));
}

/** For errors that must not be sent to a redirect address. `message` is for people. */
export function sendProblemPage(
  { deps, request, reply }: PageInput,
  status: number,
  message: string,
): FastifyReply {
  const options = { isDevelopment: deps.outbox !== undefined, problem: message };
  const html = deps.web.renderEntryPage(chooseErrorLanguage(request), options);
  return sendPage(reply.code(status), html);
}
