import type { Account, User } from '@countersign/identity';
import type { SigningDeps } from '../deps.ts';
import type { Decision, EntryDraft } from '../documents/audited-decision.ts';
import type { DocumentState, Signee } from '../documents/document.ts';
import { signeesToInvite, signingAccess } from '../documents/signing-access.ts';
import type { DocumentMessage, Job } from '../jobs/job.ts';
import type { ReadStores } from '../ports/database.ts';
import type { OutgoingMessage, WrittenMessage } from '../ports/messages.ts';
import type { MessageChannel } from './channels.ts';

export function composeMessage(
  { kind, language, senderName, subject, text, html, shortText, variables }: WrittenMessage,
  target: Pick<OutgoingMessage, 'messageId' | 'channel' | 'to'>,
): OutgoingMessage {
  if (target.channel === 'email') return { ...target, senderName, subject, text, html };
  return { ...target, subject: '', text: shortText, html: '', template: { kind, language, variables } };
}

/** The owner of a document and their account; null if they were removed. */
export interface Sender {
  readonly user: User | null;
  readonly account: Account | null;
}

/** Reads them once for a message or a page. */
export async function findSender(
  { accounts }: Pick<ReadStores, 'accounts'>,
  { userId, accountId }: { readonly userId: string; readonly accountId: string },
): Promise<Sender> {
  const [user, account] = await Promise.all([accounts.findUser(userId), accounts.findAccount(accountId)]);
  return { user, account };
}

/** What signees see of the sender. */
export interface SenderFacts {
  readonly senderName: string;
  readonly accountName: string;
  /** It is absent if there is none. */
  readonly logoUrl?: string | undefined;
  /** `#rrggbb`; absent: that of the service. */
  readonly color?: string | undefined;
}

/** The name that the account chose stands for its user and the account. */
export function describeSender({ urls }: Pick<SigningDeps, 'urls'>, { user, account }: Sender): SenderFacts {
  const chosen = account?.senderName ?? null;
  return {
    senderName: chosen ?? user?.fullName ?? '',
    accountName: chosen ?? account?.name ?? '',
    logoUrl: account?.logoId ? urls.logo(account.logoId) : undefined,
    color: account?.color ?? undefined,
  };
}

/** [D10-16] Undefined if the owner's address is not known. */
export function replyToOf({ replyTo }: Pick<DocumentState, 'replyTo'>, { user }: Sender): string | undefined {
  return replyTo ?? user?.emailAddress;
}

/** Obsolete once the signee cannot sign. */
const SIGNING_REQUESTS: readonly DocumentMessage[] = [
  'invitation',
  'your_turn',
  'reminder',
  'contact_changed',
];

/** `signee` is null for the owner. */
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

/** The channels of a contact [1-02] [1-03] [1-04]. */
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

/** The jobs use every contact method; `round` distinguishes messages of one kind. */
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

/** The notice goes by email, or by phone if there is no address. */
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

/** Invites those whose turn came since `before`. Each contact method is a job of its own. */
export function inviteNext(
  document: DocumentState,
  before: readonly Signee[],
  now: Date,
): Pick<Decision, 'document' | 'entries' | 'jobs'> {
  const invited = signeesToInvite(before, document.signees).filter(
    (signee) => signingAccess(document, signee, now).canSign,
  );
  const ids = new Set(invited.map(({ signeeId }) => signeeId));
  const signees = document.signees.map((one) => (ids.has(one.signeeId) ? { ...one, invitedAt: now } : one));
  return {
    document: { ...document, signees },
    jobs: invited.flatMap((signee) =>
      requestJobs(document, signee, hadToWait(document, signee) ? 'your_turn' : 'invitation'),
    ),
    entries: invited.map((signee) => ({ ...invitationEntry(signee), date: now })),
  };
}

export function invitationEntry(signee: Signee): EntryDraft {
  return {
    type: 'document.invited',
    details: { signeeId: signee.signeeId, channels: channelsOf(signee) },
  };
}

function hadToWait({ signees }: DocumentState, { signingOrder }: Signee): boolean {
  return signees.some((other) => other.signingOrder < signingOrder);
}
