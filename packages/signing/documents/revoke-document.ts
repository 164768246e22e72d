import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../signing.ts';
import { changeVisibleDocument } from './decision.ts';
import { recordRevocation } from './record-revocation.ts';

/** Throws `document_fully_signed`. */
export async function revokeDocument(
  deps: Pick<SigningDeps, 'database' | 'ids' | 'clock' | 'settings'>,
  caller: Caller,
  documentId: string,
): Promise<void> {
  const { database, clock, settings } = deps;
  await database.transact((stores) =>
    changeVisibleDocument(stores, deps, { caller, documentId }, (document) =>
      recordRevocation(document, caller.userId, clock.now(), settings.retentionDays),
    ),
  );
}
