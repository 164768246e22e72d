import { DAY_MS } from '@countersign/identity/durations';
import type { Stores } from '../ports/database.ts';
import type { Webhook } from './webhook.ts';

/** Without a success for so long it is disabled [D7-25]. */
const MAX_FAILING_MS = 5 * DAY_MS;

type Health = Pick<Webhook, 'failingSince' | 'disabledAt'>;

export function judgeHealth({ failingSince, disabledAt }: Health, hasFailed: boolean, now: Date): Health {
  if (!hasFailed) return { failingSince: null, disabledAt };
  const since = failingSince ?? now;
  const isDead = now.getTime() - since.getTime() >= MAX_FAILING_MS;
  return { failingSince: since, disabledAt: disabledAt ?? (isDead ? now : null) };
}

/** [D7-26] */
export async function storeHealth(
  { webhooks, jobs }: Stores,
  webhook: Webhook,
  health: Health,
): Promise<void> {
  const isEqual =
    webhook.failingSince?.getTime() === health.failingSince?.getTime() &&
    webhook.disabledAt?.getTime() === health.disabledAt?.getTime();
  if (isEqual) return;
  await webhooks.update({ ...webhook, ...health });
  const isDisabledNow = webhook.disabledAt === null && health.disabledAt !== null;
  const { webhookId, accountId } = webhook;
  if (isDisabledNow) await jobs.enqueue({ name: 'send-webhook-disabled', webhookId }, { accountId });
}
