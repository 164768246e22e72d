export {
  type ClosableWebhookSender,
  createWebhookSender,
  type WebhookSenderOptions,
} from './create-webhook-sender.ts';
