import type { Notifier, OutgoingMessage } from '@countersign/signing';

/** One notifier per channel: email through a mail server while SMS still goes to the outbox, say. */
export function routeByChannel(routes: Readonly<Record<OutgoingMessage['channel'], Notifier>>): Notifier {
  return { send: (message) => routes[message.channel].send(message) };
}
