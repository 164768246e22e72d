import type { WebhookDelivery, WebhookStore } from '@countersign/signing';
import type { Selectable } from 'kysely';
import { AdapterError } from '../../errors.ts';
import type { Tables } from '../tables.ts';
import type { TransactionScope } from '../transaction-scope.ts';

type DeliveryStore = Pick<
  WebhookStore,
  'insertDelivery' | 'findDelivery' | 'updateDelivery' | 'listDeliveries'
>;

export function createDeliveryStore(scope: TransactionScope): DeliveryStore {
  return {
    insertDelivery: (delivery) => insertDelivery(scope, delivery),
    findDelivery: (deliveryId) => findDelivery(scope, deliveryId),
    updateDelivery: (delivery) => updateDelivery(scope, delivery),
    listDeliveries: (webhookId) => listDeliveries(scope, webhookId),
  };
}

async function insertDelivery({ db }: TransactionScope, delivery: WebhookDelivery): Promise<void> {
  await db
    .insertInto('webhook_deliveries')
    .values(toRow(delivery))
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
  const { delivery_id, ...row } = toRow(delivery);
  const result = await db
    .updateTable('webhook_deliveries')
    .set(row)
    .where('delivery_id', '=', delivery_id)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n)
    throw new AdapterError('row_missing', { table: 'webhook_deliveries', id: delivery_id });
}

async function listDeliveries({ db }: TransactionScope, webhookId: string) {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at')
    .orderBy('delivery_id')
    .execute();
  return rows.map(toDelivery);
}

function toRow(delivery: WebhookDelivery) {
  return {
    delivery_id: delivery.deliveryId,
    webhook_id: delivery.webhookId,
    event_id: delivery.eventId,
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
    eventId: row.event_id,
    status: row.status as WebhookDelivery['status'],
    attempts: row.attempts,
    lastStatus: row.last_status,
    lastError: row.last_error,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
