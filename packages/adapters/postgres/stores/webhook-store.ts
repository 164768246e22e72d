import type { Webhook, WebhookStore } from '@countersign/signing';
import type { Selectable } from 'kysely';
import type { SecretBox } from '../secret-box.ts';
import { fromJson, toJson } from '../state-json.ts';
import type { Tables } from '../tables.ts';
import type { TransactionScope } from '../transaction-scope.ts';
import { createDeliveryStore } from './delivery-store.ts';
import { requireUpdated } from './require-updated.ts';

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
