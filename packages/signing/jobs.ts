/**
 * Everything that happens after a request is answered. Every handler looks at what is already done first.
 * `to` is a signeeId or `owner` (absent: everybody); `attempt` is the number of attempts made before this one, so that a
 * job that runs twice does not start a second chain of retries.
 */
export type Job =
  | { readonly name: 'prepare-document'; readonly documentId: string }
  | { readonly name: 'send-invitation'; readonly documentId: string; readonly signeeId: string }
  | { readonly name: 'complete-document'; readonly documentId: string }
  | { readonly name: 'send-completed'; readonly documentId: string; readonly to?: string }
  | { readonly name: 'send-failed'; readonly documentId: string }
  | { readonly name: 'publish-event'; readonly eventId: string }
  | { readonly name: 'deliver-webhook'; readonly deliveryId: string; readonly attempt?: number }
  | { readonly name: 'remove-unused-blob'; readonly blobId: string };

export type JobName = Job['name'];

export const JOB_NAMES: readonly JobName[] = [
  'prepare-document',
  'send-invitation',
  'complete-document',
  'send-completed',
  'send-failed',
  'publish-event',
  'deliver-webhook',
  'remove-unused-blob',
];
