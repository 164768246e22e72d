import { type Caller, findCallersAccount } from '@countersign/identity';
import { warnOfUnusedBoxes } from '../configuration/boxes.ts';
import type { DocumentConfiguration } from '../configuration/configuration.ts';
import { checkAgainstFile } from '../configuration/file-problems.ts';
import { problemsOf } from '../configuration/problems-of.ts';
import type { StoredFile } from '../files/file.ts';
import { findOwnFile, lockOwnFile } from '../files/find-file.ts';
import { availableCapabilities } from '../methods/available-capabilities.ts';
import type { ReadStores, Stores } from '../ports/database.ts';
import { problem, refusal, refuseProblems } from '../problems.ts';
import type { CreatedDocument, SigningDeps } from '../signing.ts';
import { insertDocument } from './decision.ts';
import type { DocumentState } from './document.ts';
import { findOwner } from './find-owner.ts';
import { newDocument, newSignees } from './new-document.ts';

/**
 * POST /docs: everything is checked, also against the file, before the one transaction, to which `within` adds.
 */
export async function createDocument(
  deps: SigningDeps,
  caller: Caller,
  configuration: DocumentConfiguration,
  within?: (stores: Stores, document: DocumentState) => Promise<void>,
): Promise<CreatedDocument> {
  const { database, ids, settings, clock } = deps;
  const account = await findCallersAccount(database.read, caller);
  const capabilities = availableCapabilities(account.capabilities, settings.signatureProviders);
  refuseProblems(problemsOf(configuration, { capabilities }, clock.now()));
  const ownerId = await findOwner(database.read, caller, configuration.userId);
  const file = await findSource(database.read, caller, configuration);
  const { problems, warnings, values } = await checkAgainstFile(deps, file, configuration);
  refuseProblems(problems);

  const kept = { ...configuration, fields: values };
  const signees = newSignees(kept, ids);
  const { fileId } = file;
  const decision = newDocument(kept, { caller, fileId, ownerId, signees, settings, ids, now: clock.now() });
  await database.transact(async (stores) => {
    // The file may have been deleted since it was checked.
    await lockOwnFile(stores, caller, fileId);
    await within?.(stores, decision.document);
    await insertDocument(stores, decision, deps);
  });
  return {
    document: decision.document,
    warnings: [...warnOfUnusedBoxes(configuration.signeeDetails), ...warnings],
  };
}

/** There are no templates yet. */
async function findSource(
  stores: ReadStores,
  caller: Caller,
  { fileId }: DocumentConfiguration,
): Promise<StoredFile> {
  if (fileId === undefined) throw refusal(problem('template_not_found', 'templateId'));
  return findOwnFile(stores, caller, fileId);
}
