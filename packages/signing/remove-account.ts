import { bindOperations } from '@countersign/base';
import { DAY_MS } from '@countersign/base/time';
import { REOPENING_DAYS } from '@countersign/identity';
import { listReadingBlobs } from './assistant/assistant.ts';
import type { SigningDeps } from './deps.ts';
import { listAllIds } from './export-account.ts';
import type { ReadStores } from './ports/database.ts';
import { type AccountRemoval, REMOVED_KINDS, type RemovedKind } from './ports/removal.ts';
import { listDocumentBlobs } from './remove-content.ts';

/** Closed accounts whose time is over, and those whose removal was interrupted for longer than its retries. */
export async function removeClosedAccounts({ database, clock }: SigningDeps): Promise<void> {
  for (const accountId of await database.read.removals.listDue(lastClosing(clock.now())))
    await database.transact(({ jobs }) => jobs.enqueue({ name: 'remove-account', accountId }));
}

/** Is a second for the database, whose statements have a time limit. */
const REMOVED_AT_ONCE = 5_000;

function lastClosing(now: Date): Date {
  return new Date(now.getTime() - REOPENING_DAYS * DAY_MS);
}

/**
 * Removes everything of a closed account. It may be killed anywhere and run twice at once: blobs go before the row that
 * names them, each row is counted in the transaction that removes it, and the account goes last.
 */
export async function removeAccount(deps: SigningDeps, accountId: string): Promise<void> {
  const { database, clock } = deps;
  const closedBefore = lastClosing(clock.now());
  if (!(await database.transact(({ removals }) => removals.begin(accountId, closedBefore)))) return;
  for (const kind of REMOVED_KINDS) await removeAll(deps, accountId, kind);
  while (await database.transact(({ removals }) => removals.removeRest(accountId, REMOVED_AT_ONCE)));
  await database.transact(({ removals }) => removals.finish(accountId, clock.now()));
}

/** Looks once more at the end, because a job may have stored something behind it. */
async function removeAll(deps: SigningDeps, accountId: string, kind: RemovedKind): Promise<void> {
  for (let isEmpty = false; !isEmpty; ) {
    isEmpty = true;
    for await (const id of listAllIds(deps, accountId, kind)) {
      isEmpty = false;
      await removeOne(deps, accountId, kind, id);
    }
  }
}

async function removeOne(
  { database, blobs }: SigningDeps,
  accountId: string,
  kind: RemovedKind,
  id: string,
): Promise<void> {
  const removed = await listBlobs(database.read, kind, id);
  for (const blobId of removed) await blobs.remove(blobId);
  await database.transact(async (stores) => {
    if (kind === 'documents') await stores.documents.lock(id);
    // A job that ran meanwhile, such as a seal, may have stored another file.
    const late = (await listBlobs(stores, kind, id)).filter((blobId) => !removed.includes(blobId));
    for (const blobId of late) await stores.jobs.enqueue({ name: 'remove-unused-blob', blobId });
    await stores.removals.removeOne(accountId, kind, id, removed.length + late.length);
  });
}

async function listBlobs(stores: ReadStores, kind: RemovedKind, id: string): Promise<readonly string[]> {
  switch (kind) {
    case 'documents': {
      const document = await stores.documents.find(id);
      const proofs = await stores.proofs.listForDocument(id);
      return [
        ...(document === null ? [] : listDocumentBlobs(document)),
        ...proofs.flatMap(({ blobIds = [] }) => blobIds),
      ];
    }
    case 'links':
      return listReadingBlobs((await stores.saved.find('link', id)) ?? {});
    case 'files': {
      const file = await stores.files.find(id);
      return file === null ? [] : [file.blobId];
    }
    default:
      return [];
  }
}

type RemovalDeps = Pick<SigningDeps, 'database'>;

export type RemovalOperator = ReturnType<typeof createRemovalOperator>;

/** The caller authenticates the operator. */
export function createRemovalOperator(deps: RemovalDeps) {
  return bindOperations(deps, {
    listRemovals: ({ database }: RemovalDeps): Promise<readonly AccountRemoval[]> =>
      database.read.removals.list(),
  });
}
