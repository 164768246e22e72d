import { dialledNumber } from '@countersign/forms/attributes';
import type { WrittenMessage } from '../ports/message-writer.ts';
import type { OutgoingMessage } from '../ports/notifier.ts';

export interface Contact {
  readonly emailAddress: string | null;
  readonly phoneNumber: string | null;
}

/** One message for each of the channels by which the person can be reached, with ids that a retry repeats. */
export function messagesTo(
  { emailAddress, phoneNumber }: Contact,
  channels: readonly OutgoingMessage['channel'][],
  messageId: string,
  written: WrittenMessage,
): readonly OutgoingMessage[] {
  const addresses = { email: emailAddress, sms: phoneNumber === null ? null : dialledNumber(phoneNumber) };
  return channels.flatMap((channel) => {
    const to = addresses[channel];
    return to === null ? [] : [{ messageId: `${messageId}:${channel}`, channel, to, ...written }];
  });
}
