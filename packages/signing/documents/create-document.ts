import { availableCapabilities, type Caller, findCallersAccount } from '@countersign/identity';
import { warnOfUnusedBoxes } from '../configuration/boxes.ts';
import { documentConfiguration } from '../configuration/configuration.ts';
import { checkAgainstFile } from '../configuration/file-problems.ts';
import { type ConfigurationRequest, problemsOf } from '../configuration/problems-of.ts';
import { findOwnFile, lockOwnFile } from '../files/find-file.ts';
import type { Stores } from '../ports/database.ts';
import { refuseProblems } from '../problems.ts';
import type { CreatedDocument, SigningDeps } from '../signing.ts';
import {
  type FileSource,
  type ResolvedConfiguration,
  resolveConfiguration,
} from '../templates/resolve-configuration.ts';
import { insertDocument } from './decision.ts';
import type { DocumentState } from './document.ts';
import { newDocument, newSignees } from './new-document.ts';
import { resolveOwner } from './resolve-owner.ts';

/** Everything is checked, also against the file, before the one transaction, to which `within` adds. */
export async function createDocument(
  deps: SigningDeps,
  caller: Caller,
  request: ConfigurationRequest,
  within?: (stores: Stores, document: DocumentState) => Promise<void>,
): Promise<CreatedDocument> {
  const { database, ids, settings, clock, paymentProvider } = deps;
  const account = await findCallersAccount(database.read, caller);
  const capabilities = availableCapabilities(account, settings.providers);
  const resolved = await resolveConfiguration(database.read, caller, request);
  const sender = { capabilities, paymentProvider };
  refuseProblems(problemsOf(resolved.configuration, sender, clock.now(), resolved.problems));
  const configuration = documentConfiguration.parse(resolved.configuration);
  const ownerId = await resolveOwner(database.read, caller, configuration.userId);
  const { fileId, owner: fileOwner } = requireSource(resolved);
  const file = await findOwnFile(database.read, fileOwner, fileId);
  const { problems, warnings, values } = await checkAgainstFile(deps, file, configuration);
  refuseProblems(problems);

  const language = configuration.language ?? account.language;
  const kept = { ...configuration, language, fields: values };
  const signees = newSignees(kept, ids);
  const decision = newDocument(kept, { caller, fileId, ownerId, signees, settings, ids, now: clock.now() });
  await database.transact(async (stores) => {
    // The file may have been deleted since it was checked.
    await lockOwnFile(stores, fileOwner, fileId);
    await within?.(stores, decision.document);
    await insertDocument(stores, decision, deps);
  });
  return {
    document: decision.document,
    warnings: [...resolved.warnings, ...warnOfUnusedBoxes(configuration.signeeDetails), ...warnings],
  };
}

function requireSource({ source }: ResolvedConfiguration): FileSource {
  if (source === null) throw new TypeError('a configuration without problems has a file');
  return source;
}
