import type { SigningDeps } from '../signing.ts';
import { ownerJob } from './document-message.ts';
import { sendMessage } from './send-message.ts';

/** Only the owner: signees cannot change the reason. */
export function sendFailed(deps: SigningDeps, documentId: string): Promise<void> {
  return sendMessage(deps, ownerJob({ documentId }, 'failed'));
}
