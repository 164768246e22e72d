import { MessageRejected, type Notifier } from '@countersign/signing';
import { AdapterError } from '../errors.ts';
import type { MessageAttemptStore } from '../postgres/stores/message-attempt-store.ts';
import type { PhoneProvider } from './phone-provider.ts';

/**
 * Providers have no idempotency keys: attempts are stored first, and after a lost response the provider's
 * list is checked. Unlisted messages may be repeated.
 */
export function createSendOnce(
  provider: PhoneProvider,
  attempts: MessageAttemptStore,
  now: () => Date = () => new Date(),
): Notifier {
  return {
    async send(message) {
      const { messageId } = message;
      const earlier = await attempts.find(messageId);
      if (earlier?.isSent) return;
      if (earlier === null) await attempts.begin(messageId, now());
      const isTaken = earlier !== null && (await provider.hasTaken(message, earlier.startedAt));
      try {
        if (!isTaken) await provider.send(message);
      } catch (error) {
        // Or the retry would take an equal message, such as an earlier reminder, for this one.
        if (earlier === null && isRefusal(error)) await attempts.remove(messageId);
        throw error;
      }
      await attempts.finish(messageId);
    },
  };
}

/** The provider behind the gateway may have taken the message. */
const AMBIGUOUS_STATUSES = [502, 504];

/** For certain. */
function isRefusal(error: unknown): boolean {
  if (error instanceof MessageRejected) return true;
  if (!(error instanceof AdapterError)) return false;
  if (error.code === 'provider_busy') return true;
  return error.code === 'provider_failed' && !AMBIGUOUS_STATUSES.includes(Number(error.params.status));
}
