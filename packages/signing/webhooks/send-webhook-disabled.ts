import { composeMessage } from '../notifications/compose-message.ts';
import type { SigningDeps } from '../signing.ts';

export async function sendWebhookDisabled(
  { database, messages, notifier }: SigningDeps,
  webhookId: string,
): Promise<void> {
  const webhook = await database.read.webhooks.find(webhookId);
  const owner = webhook && (await database.read.accounts.findUser(webhook.userId));
  if (webhook === null || owner === null || webhook.disabledAt === null) return;
  const written = messages.message(owner.language, 'webhook_disabled', {
    recipientName: owner.fullName,
    webhookName: webhook.name,
    webhookUrl: webhook.webhookUrl,
  });
  const messageId = `webhook_disabled:${webhookId}:${webhook.disabledAt.getTime()}`;
  await notifier.send(composeMessage(written, { messageId, channel: 'email', to: owner.emailAddress }));
}
