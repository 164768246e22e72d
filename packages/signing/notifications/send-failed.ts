import type { SigningDeps } from '../signing.ts';
import { messagesTo } from './messages-to.ts';

/** Job: tells the owner by email that a document failed for good, and why. Signees are told nothing: it is not their fault. */
export async function sendFailed(deps: SigningDeps, documentId: string): Promise<void> {
  const { documents, accounts } = deps.database.read;
  const document = await documents.find(documentId);
  if (document === null || document.status !== 'error') return;
  const owner = await accounts.findUser(document.userId);
  if (owner === null) return;
  const written = deps.words.failed(document.language, {
    documentName: document.name,
    recipientName: owner.fullName,
    reason: document.errorMessage ?? '',
    url: deps.urls.document(documentId),
  });
  const contact = { emailAddress: owner.emailAddress, phoneNumber: null };
  for (const message of messagesTo(contact, ['email'], `failed:${documentId}`, written))
    await deps.notifier.send(message);
}
