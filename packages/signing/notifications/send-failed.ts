import type { SigningDeps } from '../signing.ts';
import { ownerJob } from './document-message.ts';
import { sendMessage } from './send-message.ts';

/** Job: sends the owner why a document failed for good. Signees get no message: they cannot change it. */
export function sendFailed(deps: SigningDeps, documentId: string): Promise<void> {
  return sendMessage(deps, ownerJob({ documentId }, 'failed'));
}
