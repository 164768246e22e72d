export {
  type AuthorityAnswer,
  type AuthorityRequest,
  type AuthoritySender,
  type AuthoritySenderOptions,
  createAuthoritySender,
} from './create-authority-sender.ts';
export {
  type ClosableWebhookSender,
  createWebhookSender,
  type WebhookSenderOptions,
} from './create-webhook-sender.ts';
