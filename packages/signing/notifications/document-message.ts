import type { DocumentState, Signee } from '../documents/document.ts';
import { signingAccess } from '../documents/signing-access.ts';
import type { Job } from '../jobs/job.ts';
import type { MessageChannel } from '../ports/notifier.ts';

/** Rendered when they are sent. */
export type DocumentMessage =
  | 'invitation'
  | 'your_turn'
  | 'reminder'
  | 'contact_changed'
  | 'completed'
  | 'revoked'
  | 'expired'
  | 'declined'
  | 'failed'
  | 'owner_declined'
  | 'owner_expired'
  | 'owner_opened'
  | 'owner_payment_unused'
  | 'owner_sealing_delayed'
  | 'owner_signed';

/** Obsolete once the signee cannot sign. */
const SIGNING_REQUESTS: readonly DocumentMessage[] = [
  'invitation',
  'your_turn',
  'reminder',
  'contact_changed',
];

/** `signee`: null for the owner. */
export function isStillTrue(
  document: DocumentState,
  signee: Signee | null,
  message: DocumentMessage,
  now: Date,
): boolean {
  if (message === 'owner_payment_unused') return true;
  if (document.status === 'deleted') return false;
  if (message === 'completed') return document.status === 'completed';
  if (message === 'failed') return document.status === 'error';
  if (message === 'owner_sealing_delayed') return document.sealingDelay !== undefined;
  if (!SIGNING_REQUESTS.includes(message)) return true;
  return signee !== null && signingAccess(document, signee, now).canSign;
}

/** [1-02] [1-03] [1-04] */
export function channelsOf({
  emailAddress,
  phoneNumber,
  phoneNumberDeliveryMethod,
}: Pick<Signee, 'emailAddress' | 'phoneNumber' | 'phoneNumberDeliveryMethod'>): readonly MessageChannel[] {
  const channels: MessageChannel[] = [];
  if (emailAddress !== null) channels.push('email');
  if (phoneNumber !== null) channels.push(phoneNumberDeliveryMethod ?? 'sms');
  return channels;
}

/** Over every contact method; `round` distinguishes messages of one kind. */
export function requestJobs(
  { documentId }: Pick<DocumentState, 'documentId'>,
  signee: Signee,
  message: DocumentMessage,
  round?: number,
): readonly Job<'send-message'>[] {
  const repeat = round === undefined ? {} : { round };
  const to = signee.signeeId;
  return channelsOf(signee).map((channel) => ({
    name: 'send-message',
    documentId,
    to,
    message,
    channel,
    ...repeat,
  }));
}

/** By email, or by phone without an address. */
export function noticeJobs(
  { documentId }: Pick<DocumentState, 'documentId'>,
  signees: readonly Signee[],
  message: DocumentMessage,
): readonly Job<'send-message'>[] {
  return signees.flatMap((signee) => {
    const [channel] = channelsOf(signee);
    if (channel === undefined) return [];
    return [{ name: 'send-message' as const, documentId, to: signee.signeeId, message, channel }];
  });
}

export function ownerJob(
  { documentId }: Pick<DocumentState, 'documentId'>,
  message: DocumentMessage,
  details: Pick<Job<'send-message'>, 'about' | 'round'> = {},
): Job<'send-message'> {
  return { name: 'send-message', documentId, to: 'owner', message, channel: 'email', ...details };
}
