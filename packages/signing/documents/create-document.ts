import type { Caller } from '../accounts/account.ts';
import { findCallersAccount, findOwner } from '../accounts/find-account.ts';
import { findOwnFile, lockOwnFile } from '../files/find-file.ts';
import { refuseProblems } from '../problems.ts';
import type { CreateDocumentCommand, CreatedDocument, SigningDeps } from '../signing.ts';
import { warnOfUnusedBoxes } from './box-rules.ts';
import { checkAgainstFile } from './check-against-file.ts';
import { insertDocument } from './decision.ts';
import { checkDocumentRequest } from './document-request-rules.ts';
import { newDocument, newSignees } from './new-document.ts';

/** POST /docs: everything is checked, against the file too, before the one transaction that stores the document. */
export async function createDocument(
  deps: SigningDeps,
  caller: Caller,
  command: CreateDocumentCommand,
): Promise<CreatedDocument> {
  const { database, ids, settings, clock } = deps;
  const account = await findCallersAccount(database.read, caller);
  refuseProblems(checkDocumentRequest(command, account, settings));
  const ownerId = await findOwner(database.read, caller, command.userId);
  const file = await findOwnFile(database.read, caller, command.fileId);
  const signees = newSignees(command, ids);
  const checked = await checkAgainstFile(deps, file, command, signees);

  const kept = { ...command, fields: checked.values };
  const decision = newDocument(kept, { caller, ownerId, signees, settings, ids, now: clock.now() });
  await database.transact(async (stores) => {
    // Deleted while it was checked: a file that is going gets no new document.
    await lockOwnFile(stores, caller, file.fileId);
    await insertDocument(stores, decision, deps);
  });
  return {
    document: decision.document,
    warnings: [...warnOfUnusedBoxes(command.signeeDetails), ...checked.warnings],
  };
}
