import { listPeople } from '../documents/slots.ts';
import type { SigningDeps } from '../signing.ts';
import { noticeJobs, ownerJob } from './document-message.ts';
import { sendMessage } from './send-message.ts';

/** Without `to` to all. `disableInvitationMessage` does not apply [4.4-74]. */
export async function sendCompleted(deps: SigningDeps, documentId: string, to?: string): Promise<void> {
  const document = await deps.database.read.documents.find(documentId);
  if (document === null) return;
  const jobs = [...noticeJobs(document, listPeople(document), 'completed'), ownerJob(document, 'completed')];
  for (const job of jobs.filter((candidate) => to === undefined || candidate.to === to))
    await sendMessage(deps, job);
}
