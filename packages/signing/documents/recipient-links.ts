import { hashSecret, type IdSource } from '@countersign/base';
import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../deps.ts';
import { channelsOf } from '../notifications/messages.ts';
import type { Decision } from './audited-decision.ts';
import { changeDocument } from './decision.ts';
import type { DocumentState, RecipientLink, Signee } from './document.ts';
import type { LinkChannel } from './evidence-facts.ts';
import { findVisibleDocument } from './find-document.ts';

/**
 * All contact methods get the same link, so the one that was used is unknown. A link that a one-time code
 * opened came from the sender.
 */
export function linkChannelOf(
  { publicLink }: Pick<DocumentState, 'publicLink'>,
  signee: Pick<
    Signee,
    | 'invitedAt'
    | 'reminders'
    | 'automaticReminderAt'
    | 'emailAddress'
    | 'phoneNumber'
    | 'phoneNumberDeliveryMethod'
    | 'signature'
  >,
): LinkChannel {
  if (publicLink !== undefined) return 'public_link';
  const { emailAddress, phoneNumber, phoneNumberDeliveryMethod: phone = 'sms' } = signee;
  // A reminder has the link too.
  const { invitedAt, reminders, automaticReminderAt } = signee;
  const wasSent = invitedAt !== null || reminders !== undefined || automaticReminderAt !== undefined;
  if (!wasSent || signee.signature?.verification !== undefined) return 'link';
  if (phoneNumber === null) return 'email';
  return emailAddress === null ? phone : `email_and_${phone}`;
}

/** Opening it requires a code sent to the signee. */
export interface Recipient {
  readonly signee: Signee;
  readonly verificationChannel: RecipientLink['channel'];
  readonly signingUrl: string;
}

/** The first call makes them, and they stay the same. */
export async function getRecipientLinks(
  deps: SigningDeps,
  caller: Caller,
  documentId: string,
): Promise<readonly Recipient[]> {
  const visible = await findVisibleDocument(deps.database.read, caller, documentId);
  const changed = await changeDocument(deps, documentId, (document) =>
    recordLinks(document, caller.userId, deps.ids),
  );
  return (changed ?? visible).signees.flatMap((signee) =>
    (signee.recipientLinks ?? []).map(({ channel, token }) => ({
      signee,
      verificationChannel: channel,
      signingUrl: deps.urls.signing(token),
    })),
  );
}

/** Returns null if every link is there. */
function recordLinks(document: DocumentState, userId: string, ids: IdSource): Decision | null {
  const signees = document.signees.map((signee) => withLinks(signee, ids));
  const made = signees.flatMap(({ signeeId, recipientLinks = [] }, index) =>
    recipientLinks
      .slice(document.signees[index]?.recipientLinks?.length ?? 0)
      .map(({ channel }) => ({ signeeId, channel })),
  );
  if (made.length === 0) return null;
  return {
    document: { ...document, signees },
    entries: [{ type: 'document.links_created', userId, details: { links: made } }],
    jobs: [],
  };
}

function withLinks(signee: Signee, ids: IdSource): Signee {
  const links = signee.recipientLinks ?? [];
  const missing = channelsOf(signee).filter((channel) => !links.some((link) => link.channel === channel));
  if (missing.length === 0) return signee;
  return { ...signee, recipientLinks: [...links, ...missing.map((channel) => newLink(channel, ids))] };
}

function newLink(channel: RecipientLink['channel'], ids: IdSource): RecipientLink {
  const token = ids.secret();
  return { channel, token, tokenHash: hashSecret(token) };
}

export const recipientLinkOperations = { getRecipientLinks };
