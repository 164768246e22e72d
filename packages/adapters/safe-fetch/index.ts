export { isLoopbackHost } from './allowed-address.ts';
export {
  type AuthoritySender,
  type AuthoritySenderOptions,
  createAuthoritySender,
} from './create-authority-sender.ts';
export {
  createDocumentFetcher,
  type DocumentFetcher,
  type DocumentFetcherOptions,
} from './create-document-fetcher.ts';
export {
  createSignerSender,
  type SignerSender,
  type SignerSenderOptions,
} from './create-signer-sender.ts';
export {
  type ClosableWebhookSender,
  createWebhookSender,
  type WebhookSenderOptions,
} from './create-webhook-sender.ts';
