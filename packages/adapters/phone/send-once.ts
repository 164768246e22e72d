import type { Notifier } from '@countersign/signing';
import type { MessageAttemptStore } from '../postgres/stores/message-attempt-store.ts';
import type { PhoneProvider } from './phone-provider.ts';

/**
 * Sends each message once, as far as the provider lets us know: none of them has idempotency keys. Before a message is sent,
 * the attempt is stored. A repeat of a message that was sent is dropped; after an attempt whose answer was lost, the
 * provider's own list is asked first. What remains: a message that the provider took but does not list yet.
 */
export function createSendOnce(
  provider: PhoneProvider,
  attempts: MessageAttemptStore,
  now: () => Date = () => new Date(),
): Notifier {
  return {
    async send(message) {
      const earlier = await attempts.find(message.messageId);
      if (earlier?.isSent) return;
      if (earlier === null) await attempts.begin(message.messageId, now());
      const isTaken = earlier !== null && (await provider.hasTaken(message, earlier.startedAt));
      if (!isTaken) await provider.send(message);
      await attempts.finish(message.messageId);
    },
  };
}
