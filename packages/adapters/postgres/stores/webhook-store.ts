import {
  type PageQuery,
  storedEvent,
  type Webhook,
  type WebhookDelivery,
  type WebhookStore,
} from '@countersign/signing';
import type { Selectable } from 'kysely';
import { fromJson, type SecretBox, toJson } from '../encryption.ts';
import type { Tables } from '../tables.ts';
import type { TransactionScope } from '../transaction.ts';
import { requireUpdated } from './job-store.ts';

type DeliveryStore = Pick<
  WebhookStore,
  'insertDelivery' | 'findDelivery' | 'updateDelivery' | 'removeDeliveriesBefore' | 'pageDeliveries'
>;

function createDeliveryStore(scope: TransactionScope): DeliveryStore {
  return {
    insertDelivery: (delivery) => insertDelivery(scope, delivery),
    findDelivery: (deliveryId) => findDelivery(scope, deliveryId),
    updateDelivery: (delivery) => updateDelivery(scope, delivery),
    removeDeliveriesBefore: (date, limit) => removeBefore(scope, date, limit),
    pageDeliveries: (webhookId, page) => pageDeliveries(scope, webhookId, page),
  };
}

async function insertDelivery({ db }: TransactionScope, delivery: WebhookDelivery): Promise<void> {
  await db
    .insertInto('webhook_deliveries')
    .values(toDeliveryRow(delivery))
    .onConflict((conflict) => conflict.columns(['webhook_id', 'event_id']).doNothing())
    .execute();
}

async function findDelivery({ db }: TransactionScope, deliveryId: string): Promise<WebhookDelivery | null> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst();
  return row === undefined ? null : toDelivery(row);
}

async function updateDelivery({ db }: TransactionScope, delivery: WebhookDelivery): Promise<void> {
  const { delivery_id, ...row } = toDeliveryRow(delivery);
  const result = await db
    .updateTable('webhook_deliveries')
    .set(row)
    .where('delivery_id', '=', delivery_id)
    .executeTakeFirst();
  requireUpdated(result, 'webhook_deliveries', delivery_id);
}

async function removeBefore({ db }: TransactionScope, date: Date, limit: number): Promise<number> {
  const old = db
    .selectFrom('webhook_deliveries')
    .select('delivery_id')
    .where('created_at', '<', date)
    .orderBy('created_at')
    .limit(limit)
    .forUpdate();
  const removed = await db
    .deleteFrom('webhook_deliveries')
    .where('delivery_id', 'in', old)
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}

async function pageDeliveries({ db }: TransactionScope, webhookId: string, { limit, offset }: PageQuery) {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('delivery_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toDelivery);
}

function toDeliveryRow(delivery: WebhookDelivery) {
  return {
    delivery_id: delivery.deliveryId,
    webhook_id: delivery.webhookId,
    event_id: delivery.event.eventId,
    event: toJson(storedEvent.encode(delivery.event)),
    status: delivery.status,
    attempts: delivery.attempts,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    created_at: delivery.createdAt,
    updated_at: delivery.updatedAt,
  };
}

function toDelivery(row: Selectable<Tables['webhook_deliveries']>): WebhookDelivery {
  return {
    deliveryId: row.delivery_id,
    webhookId: row.webhook_id,
    event: storedEvent.decode(fromJson(row.event)),
    status: row.status as WebhookDelivery['status'],
    attempts: row.attempts,
    lastStatus: row.last_status,
    lastError: row.last_error,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function createWebhookStore(scope: TransactionScope, secrets: SecretBox): WebhookStore {
  return {
    insert: (webhook) => insertWebhook(scope, secrets, webhook),
    lock: (webhookId) => lockWebhook(scope, secrets, webhookId),
    update: (webhook) => updateWebhook(scope, secrets, webhook),
    remove: (webhookId) => removeWebhook(scope, webhookId),
    find: (webhookId) => findWebhook(scope, secrets, webhookId),
    listForAccount: (accountId) => listForAccount(scope, secrets, accountId),
    ...createDeliveryStore(scope),
  };
}

async function insertWebhook({ db }: TransactionScope, secrets: SecretBox, webhook: Webhook): Promise<void> {
  await db.insertInto('webhooks').values(toRow(webhook, secrets)).execute();
}

async function lockWebhook(scope: TransactionScope, secrets: SecretBox, webhookId: string) {
  const row = await scope.required.db
    .selectFrom('webhooks')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : toWebhook(row, secrets);
}

async function updateWebhook({ db }: TransactionScope, secrets: SecretBox, webhook: Webhook): Promise<void> {
  const { webhook_id, ...row } = toRow(webhook, secrets);
  const result = await db
    .updateTable('webhooks')
    .set(row)
    .where('webhook_id', '=', webhook_id)
    .executeTakeFirst();
  requireUpdated(result, 'webhooks', webhook_id);
}

async function removeWebhook({ db }: TransactionScope, webhookId: string): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('webhook_id', '=', webhookId).execute();
  await db.deleteFrom('webhooks').where('webhook_id', '=', webhookId).execute();
}

function toRow(webhook: Webhook, secrets: SecretBox) {
  return {
    webhook_id: webhook.webhookId,
    account_id: webhook.accountId,
    user_id: webhook.userId,
    client_id: webhook.clientId,
    webhook_url: webhook.webhookUrl,
    name: webhook.name,
    event_types: toJson(webhook.eventTypes),
    signing_secret: secrets.seal(webhook.signingSecret, secretPlace(webhook.webhookId)),
    created_at: webhook.createdAt,
    failing_since: webhook.failingSince,
    disabled_at: webhook.disabledAt,
  };
}

async function findWebhook({ db }: TransactionScope, secrets: SecretBox, webhookId: string) {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
  return row === undefined ? null : toWebhook(row, secrets);
}

async function listForAccount({ db }: TransactionScope, secrets: SecretBox, accountId: string) {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('webhook_id')
    .execute();
  return rows.map((row) => toWebhook(row, secrets));
}

function toWebhook(row: Selectable<Tables['webhooks']>, secrets: SecretBox): Webhook {
  return {
    webhookId: row.webhook_id,
    accountId: row.account_id,
    userId: row.user_id,
    clientId: row.client_id,
    webhookUrl: row.webhook_url,
    name: row.name,
    eventTypes: fromJson(row.event_types),
    signingSecret: secrets.open(row.signing_secret, secretPlace(row.webhook_id)),
    createdAt: row.created_at,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
  };
}

function secretPlace(webhookId: string): string {
  return `webhooks/${webhookId}/signing_secret`;
}
