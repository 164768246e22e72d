import type { ShownWaiting } from '@countersign/signing';
import { MESSAGE_CHANNELS } from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { WAITING_KINDS, WAITING_STATES } from '@countersign/signing/ports';
import { z } from 'zod';
import { MESSAGE_ALLOWANCE } from '../rate-limits.ts';
import { defineRoute } from '../route.ts';
import { pageAnswer, pageQuery, presentPage, timestamp } from '../schemas/parts.ts';

export const waitingItem = z.object({
  waitingId: z.string(),
  kind: z.enum(WAITING_KINDS),
  state: z.enum(WAITING_STATES).meta({
    description: '`given_up`: the last attempt failed in the last week, and nothing is tried by itself.',
  }),
  documentId: z.string().nullable(),
  documentName: z
    .string()
    .nullable()
    .meta({ description: 'Null without a document, and for a document of a colleague that is not shared.' }),
  message: z.string().nullable().meta({ description: 'What the message is, such as `invitation`.' }),
  channel: z.enum(MESSAGE_CHANNELS).nullable(),
  recipient: z
    .object({ fullName: z.string(), address: z.string().nullable() })
    .nullable()
    .meta({ description: 'Null where `documentName` is null.' }),
  webhook: z
    .object({ webhookId: z.string(), name: z.string(), eventType: z.string() })
    .nullable()
    .meta({ description: 'Of the kind `webhook`.' }),
  reason: z.string().meta({
    description:
      'Of a seal as in `sealing` of the document; `provider_unavailable` of a message; `webhook_failed` of a webhook.',
  }),
  lastStatus: z.int().nullable().meta({ description: 'HTTP status that the webhook answered last.' }),
  lastError: z.string().nullable().meta({ description: 'Of a webhook.' }),
  attempts: z.int(),
  since: timestamp,
  nextAttemptAt: timestamp.nullable(),
});

function presentWaiting({
  item,
  documentName,
  message,
  channel,
  recipient,
}: ShownWaiting): z.output<typeof waitingItem> {
  const { waitingId, kind, state, documentId, attempts, since, nextAt } = item;
  return {
    waitingId,
    kind,
    state,
    documentId,
    documentName,
    message,
    channel,
    recipient,
    ...presentCause(item),
    attempts,
    since: since.toISOString(),
    nextAttemptAt: nextAt?.toISOString() ?? null,
  };
}

/** Why a message failed may name hosts of the operator, so only its kind is told. */
function presentCause({ kind, about }: ShownWaiting['item']) {
  const none = { webhook: null, lastStatus: null, lastError: null };
  if (kind === 'message') return { ...none, reason: 'provider_unavailable' };
  if (kind === 'seal') return { ...none, reason: about.reason };
  const { webhookId, webhookName: name, eventType, lastStatus, lastError } = about;
  return { webhook: { webhookId, name, eventType }, reason: 'webhook_failed', lastStatus, lastError };
}

const answer = pageAnswer.extend({ waiting: z.array(waitingItem) });
const waitingParams = z.object({ waitingId: uuid });

const listWaiting = defineRoute({
  method: 'GET',
  path: '/v1/account/waiting',
  source: 'ours',
  scope: 'read',
  summary: 'List messages, webhooks and seals that failed, the oldest first, as an owner or admin',
  status: 200,
  schemas: { query: pageQuery, answer },
  errors: ['role_missing'],
  async handler({ deps, caller, query }) {
    const page = await deps.signing.waiting.list(caller, query);
    return { ...presentPage(query, page), waiting: page.items.map(presentWaiting) };
  },
});

const listWaitingOfDocument = defineRoute({
  method: 'GET',
  path: '/v1/docs/:documentId/waiting',
  source: 'ours',
  scope: 'read',
  summary: 'List messages, webhooks and the seal of a document that failed, the oldest first',
  status: 200,
  schemas: { params: z.object({ documentId: uuid }), query: pageQuery, answer },
  errors: ['document_not_found', 'not_yours'],
  async handler({ deps, caller, params, query }) {
    const page = await deps.signing.waiting.listOfDocument(caller, params.documentId, query);
    return { ...presentPage(query, page), waiting: page.items.map(presentWaiting) };
  },
});

const retryWaiting = defineRoute({
  method: 'POST',
  path: '/v1/account/waiting/:waitingId/retry',
  source: 'ours',
  scope: 'write',
  summary: 'Try a message, webhook or seal again within seconds, as an owner or admin',
  status: 204,
  allowance: MESSAGE_ALLOWANCE,
  schemas: { params: waitingParams },
  errors: ['role_missing', 'waiting_not_found', 'document_not_sealable'],
  async handler({ deps, caller, params, reply }) {
    await deps.signing.waiting.retry(caller, params.waitingId);
    return reply.send();
  },
});

const stopWaiting = defineRoute({
  method: 'POST',
  path: '/v1/account/waiting/:waitingId/stop',
  source: 'ours',
  scope: 'write',
  summary: 'Give a message or webhook up, as an owner or admin; it is never sent then',
  status: 204,
  schemas: { params: waitingParams },
  errors: ['role_missing', 'waiting_not_found', 'waiting_is_running', 'waiting_not_stoppable'],
  async handler({ deps, caller, params, reply }) {
    await deps.signing.waiting.stop(caller, params.waitingId);
    return reply.send();
  },
});

export const waitingRoutes = { listWaiting, listWaitingOfDocument, retryWaiting, stopWaiting };
