import type { SigningDeps } from '../signing.ts';
import { ownerJob } from './document-message.ts';
import { sendMessage } from './send-message.ts';

/** Job: sends the owner the reason of a failure. Signees cannot change it, so they get no message. */
export function sendFailed(deps: SigningDeps, documentId: string): Promise<void> {
  return sendMessage(deps, ownerJob({ documentId }, 'failed'));
}
