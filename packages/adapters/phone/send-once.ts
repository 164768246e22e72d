import type { Notifier } from '@countersign/signing';
import type { MessageAttemptStore } from '../postgres/stores/message-attempt-store.ts';
import type { PhoneProvider } from './phone-provider.ts';

/**
 * Sends each message once, though providers have no idempotency keys: attempts are stored first, a sent message is
 * dropped, and after a lost response the provider's list is checked. Unlisted messages may be repeated.
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
