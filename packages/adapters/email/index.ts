export { createOutbox } from './create-outbox.ts';
export { type ClosableNotifier, createSmtpNotifier } from './create-smtp-notifier.ts';
export { routeByChannel } from './route-by-channel.ts';
