import {
  type PageQuery,
  storedEvent,
  type Webhook,
  type WebhookDelivery,
  type WebhookStore,
} from '@countersign/signing';
import type { Selectable } from 'kysely';
import type { SecretBox } from '../encryption.ts';
import { fromJson, toJson } from '../json.ts';
import type { Connection, Tables } from '../schema.ts';
import { requireUpdated } from './job-store.ts';

/** Columns are named, so that the statements can be prepared (guarded-pool.ts). */
const COLUMNS = [
  ...(['webhookId', 'accountId', 'userId', 'clientId', 'name', 'webhookUrl', 'eventTypes'] as const),
  ...(['signingSecret', 'createdAt', 'failingSince', 'disabledAt'] as const),
] as const;

export class PostgresWebhookStore implements WebhookStore {
  readonly #db: Connection;
  readonly #secrets: SecretBox;

  constructor(db: Connection, secrets: SecretBox) {
    this.#db = db;
    this.#secrets = secrets;
  }

  async insert(webhook: Webhook): Promise<void> {
    await this.#db.insertInto('webhooks').values(this.#toRow(webhook)).execute();
  }

  async update(webhook: Webhook): Promise<void> {
    const { webhookId, ...changes } = this.#toRow(webhook);
    const result = await this.#db
      .updateTable('webhooks')
      .set(changes)
      .where('webhookId', '=', webhookId)
      .executeTakeFirst();
    requireUpdated(result, 'webhooks', webhookId);
  }

  async remove(webhookId: string): Promise<void> {
    await this.#db.deleteFrom('webhookDeliveries').where('webhookId', '=', webhookId).execute();
    await this.#db.deleteFrom('webhooks').where('webhookId', '=', webhookId).execute();
  }

  async find(webhookId: string): Promise<Webhook | null> {
    const row = await this.#select(webhookId).executeTakeFirst();
    return row === undefined ? null : this.#toWebhook(row);
  }

  async lock(webhookId: string): Promise<Webhook | null> {
    const row = await this.#select(webhookId).forUpdate().executeTakeFirst();
    return row === undefined ? null : this.#toWebhook(row);
  }

  #select(webhookId: string) {
    return this.#db.selectFrom('webhooks').selectAll().where('webhookId', '=', webhookId);
  }

  async listForAccount(accountId: string): Promise<readonly Webhook[]> {
    const rows = await this.#db
      .selectFrom('webhooks')
      .select(COLUMNS)
      .where('accountId', '=', accountId)
      .orderBy('createdAt')
      .orderBy('webhookId')
      .execute();
    return rows.map((row) => this.#toWebhook(row));
  }

  #toRow(webhook: Webhook) {
    return {
      ...webhook,
      eventTypes: toJson(webhook.eventTypes),
      signingSecret: this.#secrets.seal(webhook.signingSecret, secretPath(webhook.webhookId)),
    };
  }

  #toWebhook(row: Selectable<Tables['webhooks']>): Webhook {
    return { ...row, signingSecret: this.#secrets.open(row.signingSecret, secretPath(row.webhookId)) };
  }

  async insertDelivery(delivery: WebhookDelivery): Promise<void> {
    await this.#db
      .insertInto('webhookDeliveries')
      .values(toDeliveryRow(delivery))
      .onConflict((conflict) => conflict.columns(['webhookId', 'eventId']).doNothing())
      .execute();
  }

  async findDelivery(deliveryId: string): Promise<WebhookDelivery | null> {
    const row = await this.#db
      .selectFrom('webhookDeliveries')
      .selectAll()
      .where('deliveryId', '=', deliveryId)
      .executeTakeFirst();
    return row === undefined ? null : toDelivery(row);
  }

  async updateDelivery(delivery: WebhookDelivery): Promise<void> {
    const { deliveryId, ...changes } = toDeliveryRow(delivery);
    const result = await this.#db
      .updateTable('webhookDeliveries')
      .set(changes)
      .where('deliveryId', '=', deliveryId)
      .executeTakeFirst();
    requireUpdated(result, 'webhookDeliveries', deliveryId);
  }

  async removeDeliveriesBefore(date: Date, limit: number): Promise<number> {
    const old = this.#db
      .selectFrom('webhookDeliveries')
      .select('deliveryId')
      .where('createdAt', '<', date)
      .orderBy('createdAt')
      .limit(limit)
      .forUpdate();
    const removed = await this.#db
      .deleteFrom('webhookDeliveries')
      .where('deliveryId', 'in', old)
      .executeTakeFirst();
    return Number(removed.numDeletedRows);
  }

  async pageDeliveries(webhookId: string, { limit, offset }: PageQuery): Promise<readonly WebhookDelivery[]> {
    const rows = await this.#db
      .selectFrom('webhookDeliveries')
      .selectAll()
      .where('webhookId', '=', webhookId)
      .orderBy('createdAt', 'desc')
      .orderBy('deliveryId', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map(toDelivery);
  }
}

export function secretPath(webhookId: string): string {
  return `webhooks/${webhookId}/signing_secret`;
}

function toDeliveryRow(delivery: WebhookDelivery) {
  const { event } = delivery;
  return { ...delivery, eventId: event.eventId, event: toJson<unknown>(storedEvent.encode(event)) };
}

function toDelivery({ event, eventId: _, ...row }: Selectable<Tables['webhookDeliveries']>): WebhookDelivery {
  return { ...row, event: storedEvent.decode(fromJson(event)) };
}
