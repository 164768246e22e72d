import { type PageQuery, storedEvent, type WebhookDelivery, type WebhookStore } from '@countersign/signing';
import type { Selectable } from 'kysely';
import { fromJson, toJson } from '../state-json.ts';
import type { Tables } from '../tables.ts';
import type { TransactionScope } from '../transaction-scope.ts';
import { requireUpdated } from './require-updated.ts';

type DeliveryStore = Pick<
  WebhookStore,
  'insertDelivery' | 'findDelivery' | 'updateDelivery' | 'removeDeliveriesBefore' | 'pageDeliveries'
>;

export function createDeliveryStore(scope: TransactionScope): DeliveryStore {
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

function toRow(delivery: WebhookDelivery) {
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
