import type { Webhook, WebhookStore } from '@countersign/signing';
import type { Selectable } from 'kysely';
import type { SecretBox } from '../secret-box.ts';
import { fromJson, toJson } from '../state-json.ts';
import type { Tables } from '../tables.ts';
import type { TransactionScope } from '../transaction-scope.ts';
import { createDeliveryStore } from './delivery-store.ts';

export function createWebhookStore(scope: TransactionScope, secrets: SecretBox): WebhookStore {
  return {
    insert: (webhook) => insertWebhook(scope, secrets, webhook),
    find: (webhookId) => findWebhook(scope, secrets, webhookId),
    listForAccount: (accountId) => listForAccount(scope, secrets, accountId),
    ...createDeliveryStore(scope),
  };
}

async function insertWebhook({ db }: TransactionScope, secrets: SecretBox, webhook: Webhook): Promise<void> {
  const row = {
    webhook_id: webhook.webhookId,
    account_id: webhook.accountId,
    user_id: webhook.userId,
    webhook_url: webhook.webhookUrl,
    name: webhook.name,
    event_types: toJson(webhook.eventTypes),
    signing_secret: secrets.seal(webhook.signingSecret, secretPlace(webhook.webhookId)),
    created_at: webhook.createdAt,
  };
  await db.insertInto('webhooks').values(row).execute();
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
    webhookUrl: row.webhook_url,
    name: row.name,
    eventTypes: fromJson(row.event_types),
    signingSecret: secrets.open(row.signing_secret, secretPlace(row.webhook_id)),
    createdAt: row.created_at,
  };
}

function secretPlace(webhookId: string): string {
  return `webhooks/${webhookId}/signing_secret`;
}
