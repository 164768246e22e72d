import { checkLength, checkLine, NAME_LENGTH } from '@countersign/identity';
import { findRepeated, invalid, type Problem, problem, refusal, refuseProblems } from '../problems.ts';
import type { CreateWebhookCommand, SigningDeps } from '../signing.ts';
import { EVENT_TYPES, isEventType } from './webhook.ts';

/** The URL is checked again at every delivery [D7-17]. */
export async function checkWebhook(deps: SigningDeps, command: CreateWebhookCommand): Promise<void> {
  refuseProblems(checkCommand(command));
  await requireAllowedUrl(deps, command.webhookUrl);
}

/** Not in the specification: of common proxies. */
const MAX_URL_LENGTH = 2048;

function checkCommand({ name, webhookUrl, eventTypes }: CreateWebhookCommand): readonly Problem[] {
  return [
    ...checkLength('webhookUrl', webhookUrl, { min: 1, max: MAX_URL_LENGTH }),
    ...checkLine('name', name, NAME_LENGTH),
    ...checkEventTypes(eventTypes),
  ];
}

function checkEventTypes(eventTypes: readonly string[]): readonly Problem[] {
  const max = EVENT_TYPES.length;
  if (eventTypes.length < 1 || eventTypes.length > max) {
    return [invalid('eventTypes', 'count', { min: 1, max })];
  }
  const unknown = eventTypes.flatMap((type, index) =>
    isEventType(type) ? [] : [invalid(`eventTypes.${index}`, 'choice', { allowed: EVENT_TYPES.join(', ') })],
  );
  const repeated = findRepeated(eventTypes).map((index) => invalid(`eventTypes.${index}`, 'repeated'));
  return [...unknown, ...repeated];
}

async function requireAllowedUrl({ webhookSender }: SigningDeps, url: string): Promise<void> {
  try {
    await webhookSender.checkUrl(url);
  } catch (error) {
    if (!isUrlRefusal(error)) throw error;
    throw refusal(problem('webhook_url_not_allowed', 'webhookUrl'), undefined, { cause: error });
  }
}

function isUrlRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'webhook_url_not_allowed';
}
