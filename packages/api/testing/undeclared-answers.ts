import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerableErrors } from '../errors/answerable-errors.ts';

const found: string[] = [];

/** Records every error that a route answers without declaring it; `test/check-answers.ts` then fails the test. */
export function recordUndeclaredAnswers(api: FastifyInstance): void {
  api.addHook('onSend', async (request, _reply, payload) => {
    if (typeof payload === 'string') found.push(...findUndeclared(request, payload));
  });
}

/** Those since the last call, as `GET /v1/docs: not_yours`. */
export function takeUndeclaredAnswers(): readonly string[] {
  return found.splice(0);
}

function findUndeclared({ method, routeOptions }: FastifyRequest, payload: string): readonly string[] {
  const { route } = routeOptions.config;
  if (route === undefined || !payload.startsWith('{')) return [];
  const { errorCode } = JSON.parse(payload);
  const isDeclared = errorCode === undefined || answerableErrors(route).includes(errorCode);
  return isDeclared ? [] : [`${method} ${route.path}: ${errorCode}`];
}
