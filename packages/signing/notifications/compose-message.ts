import type { WrittenMessage } from '../ports/message-writer.ts';
import type { OutgoingMessage } from '../ports/notifier.ts';

export function composeMessage(
  { kind, language, senderName, subject, text, html, shortText, variables }: WrittenMessage,
  target: Pick<OutgoingMessage, 'messageId' | 'channel' | 'to'>,
): OutgoingMessage {
  if (target.channel === 'email') return { ...target, senderName, subject, text, html };
  return { ...target, subject: '', text: shortText, html: '', template: { kind, language, variables } };
}
