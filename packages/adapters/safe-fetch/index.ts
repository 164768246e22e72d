export {
  createEvidenceSender,
  type EvidenceAnswer,
  type EvidenceRequest,
  type EvidenceSender,
  type EvidenceSenderOptions,
} from './create-evidence-sender.ts';
export {
  type ClosableWebhookSender,
  createWebhookSender,
  type WebhookSenderOptions,
} from './create-webhook-sender.ts';
