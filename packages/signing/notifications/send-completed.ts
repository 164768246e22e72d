import type { DocumentState } from '../documents/document.ts';
import type { SigningDeps } from '../signing.ts';
import { type Contact, messagesTo } from './messages-to.ts';

/**
 * Job: tells one recipient, or without `to` everybody, that the document is completed. By email, or by SMS to who has no
 * address. `disableInvitationMessage` does not matter here [4.4-74].
 */
export async function sendCompleted(deps: SigningDeps, documentId: string, to?: string): Promise<void> {
  const document = await deps.database.read.documents.find(documentId);
  if (document === null || document.status !== 'completed') return;
  const recipients = await findRecipients(deps, document);
  for (const recipient of recipients.filter(({ id }) => to === undefined || id === to)) {
    await tell(deps, document, recipient);
  }
}

interface Recipient extends Contact {
  /** A signeeId, or `owner`. */
  readonly id: string;
  readonly fullName: string;
  readonly url: string;
}

async function findRecipients(
  { database, urls }: SigningDeps,
  document: DocumentState,
): Promise<readonly Recipient[]> {
  const signees = document.signees.map((signee) => ({
    id: signee.signeeId,
    fullName: signee.fullName,
    emailAddress: signee.emailAddress,
    phoneNumber: signee.phoneNumber,
    url: urls.signing(signee.token),
  }));
  const owner = await database.read.accounts.findUser(document.userId);
  if (owner === null) return signees;
  const { fullName, emailAddress } = owner;
  const url = urls.document(document.documentId);
  return [...signees, { id: 'owner', fullName, emailAddress, phoneNumber: null, url }];
}

async function tell(
  { notifier, words }: SigningDeps,
  document: DocumentState,
  recipient: Recipient,
): Promise<void> {
  const written = words.completed(document.language, {
    documentName: document.name,
    recipientName: recipient.fullName,
    url: recipient.url,
  });
  const channels = [recipient.emailAddress === null ? ('sms' as const) : ('email' as const)];
  const messageId = `completed:${document.documentId}:${recipient.id}`;
  for (const message of messagesTo(recipient, channels, messageId, written)) await notifier.send(message);
}
