/** Everything that happens after a request is answered. Every handler looks at what is already done first. */
export type Job =
  | { readonly name: 'prepare-document'; readonly documentId: string }
  | { readonly name: 'send-invitation'; readonly documentId: string; readonly signeeId: string }
  | { readonly name: 'complete-document'; readonly documentId: string }
  | { readonly name: 'send-completed'; readonly documentId: string }
  | { readonly name: 'publish-event'; readonly eventId: string }
  | { readonly name: 'deliver-webhook'; readonly deliveryId: string };

export type JobName = Job['name'];

export const JOB_NAMES: readonly JobName[] = [
  'prepare-document',
  'send-invitation',
  'complete-document',
  'send-completed',
  'publish-event',
  'deliver-webhook',
];
