import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../signing.ts';
import { changeVisibleDocument, type Decision } from './decision.ts';
import type { DocumentState } from './document.ts';
import { refusalForSender } from './signing-access.ts';
import { isFullySigned } from './signing-order.ts';

type AutomaticReminders = NonNullable<DocumentState['automaticReminders']>;

/** Null: none from now on. Throws `document_not_signable`. */
export async function setAutomaticReminders(
  deps: Pick<SigningDeps, 'database' | 'ids' | 'clock'>,
  caller: Caller,
  documentId: string,
  automaticReminders: AutomaticReminders | null,
): Promise<void> {
  await deps.database.transact((stores) =>
    changeVisibleDocument(stores, deps, { caller, documentId }, (document) =>
      replaceAutomaticReminders(document, caller.userId, automaticReminders),
    ),
  );
}

/** Reminders that were sent count, so that a change sends none twice. */
function replaceAutomaticReminders(
  document: DocumentState,
  userId: string,
  wanted: AutomaticReminders | null,
): Decision {
  const { status } = document;
  if ((status !== 'created' && status !== 'awaiting_signatures') || isFullySigned(document))
    throw refusalForSender(document);
  const { automaticReminders: _, ...rest } = document;
  const details = wanted === null ? {} : { afterDays: wanted.afterDays, everyDays: wanted.everyDays ?? null };
  return {
    document: wanted === null ? rest : { ...rest, automaticReminders: wanted },
    entries: [{ type: 'document.reminders_changed', userId, details }],
    jobs: [],
  };
}
