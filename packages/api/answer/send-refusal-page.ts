import { errorMessage } from '@countersign/i18n';
import { OAuthError } from '@countersign/oauth';
import type { FastifyReply } from 'fastify';
import { ERRORS } from '../errors/error-table.ts';
import { chooseErrorLanguage } from '../request/choose-language.ts';
import { type PageInput, sendProblemPage } from './send-page.ts';

/** For refusals whose redirect address cannot be trusted. Rethrows all but `OAuthError`. */
export function sendRefusalPage(input: PageInput, error: unknown): FastifyReply {
  if (!(error instanceof OAuthError)) throw error;
  const { request } = input;
  request.log.info({ errorCode: error.code, err: error.cause }, 'authorization refused');
  const [{ code, params } = error] = error.details;
  // 401 would ask the browser for a password.
  const status = ERRORS[error.code].status === 401 ? 400 : ERRORS[error.code].status;
  return sendProblemPage(input, status, errorMessage(chooseErrorLanguage(request), code, params));
}
