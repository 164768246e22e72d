import type { Notifier, OutgoingMessage } from '@countersign/signing';

export function routeByChannel(routes: Readonly<Record<OutgoingMessage['channel'], Notifier>>): Notifier {
  return { send: (message) => routes[message.channel].send(message) };
}
