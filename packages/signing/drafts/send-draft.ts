import type { Caller } from '@countersign/identity';
import { createDocument } from '../documents/create-document.ts';
import { SigningError } from '../errors.ts';
import { type RevisionCondition, requireOwn } from '../saved/visible.ts';
import type { CreatedDocument, SigningDeps } from '../signing.ts';
import { findDraft, requireOpen } from './save-draft.ts';

/** With every check of POST /docs. Of simultaneous requests one sends it. */
export async function sendDraft(
  deps: SigningDeps,
  caller: Caller,
  draftId: string,
  condition: RevisionCondition,
): Promise<CreatedDocument> {
  const found = requireOwn(await findDraft(deps, caller, draftId), caller, 'draft_not_found', condition);
  requireOpen(deps, found);
  return createDocument(deps, caller, found.configuration, async ({ saved }, { documentId }) => {
    const locked = requireOwn(await saved.lock('draft', draftId), caller, 'draft_not_found', condition);
    requireOpen(deps, locked);
    // It was changed after the check.
    if (locked.revision !== found.revision) throw new SigningError('service_busy');
    const updatedAt = deps.clock.now();
    await saved.update('draft', {
      ...locked,
      documentId,
      downloads: [],
      revision: locked.revision + 1,
      updatedAt,
    });
  });
}
