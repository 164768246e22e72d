import { addReminder, reminderAllowedFrom } from './contact-limits.ts';
import type { Decision } from './decision.ts';
import type { DocumentState, Signee } from './document.ts';
import { recordReminders } from './record-reminders.ts';
import { addDays } from './retention.ts';
import { signeesInTurn } from './signing-order.ts';

function findNextReminder(document: DocumentState, signee: Signee): Date | null {
  const due = findReminderSlot(document, signee);
  if (due === null) return null;
  return new Date(Math.max(due.getTime(), reminderAllowedFrom(signee)));
}

export function findFirstReminder(document: DocumentState): Date | null {
  if (document.status !== 'awaiting_signatures') return null;
  const dates = signeesInTurn(document.signees).flatMap((one) => findNextReminder(document, one) ?? []);
  return dates.length === 0 ? null : new Date(Math.min(...dates.map((date) => date.getTime())));
}

/** Within the limits of reminders. Null if none is due. */
export function recordAutomaticReminders(document: DocumentState, now: Date): Decision | null {
  if (document.status !== 'awaiting_signatures') return null;
  const reminded = signeesInTurn(document.signees).flatMap((signee) => {
    const due = findNextReminder(document, signee);
    if (due === null || due > now) return [];
    const automaticReminderAt = lastSlot(document, signee, now);
    return [{ ...signee, automaticReminderAt, reminders: addReminder(signee.reminders, now) }];
  });
  if (reminded.length === 0) return null;
  return recordReminders(document, reminded, { details: { automatic: true } });
}

/** Whatever the limits. */
function findReminderSlot(document: DocumentState, signee: Signee): Date | null {
  if (document.automaticReminders === undefined) return null;
  const { afterDays, everyDays } = document.automaticReminders;
  const { automaticReminderAt } = signee;
  if (automaticReminderAt !== undefined)
    return everyDays === undefined ? null : addDays(automaticReminderAt, everyDays);
  const turn = turnOf(document, signee);
  return turn === null ? null : addDays(turn, afterDays);
}

/** Missed reminders are not made up for, and late ones shift no later one. */
function lastSlot(document: DocumentState, signee: Signee, now: Date): Date {
  let slot = findReminderSlot(document, signee) ?? now;
  for (let next: Date | null = slot; next !== null && next <= now; ) {
    slot = next;
    next = findReminderSlot(document, { ...signee, automaticReminderAt: slot });
  }
  return slot;
}

/** Without an invitation [4.4-73] when it became their turn. Null: the invitation is not out yet. */
function turnOf({ signees, createdAt }: Pick<DocumentState, 'signees' | 'createdAt'>, signee: Signee) {
  if (signee.invitedAt !== null || !signee.disableInvitationMessage) return signee.invitedAt;
  const before = signees.flatMap(({ signingOrder, signature }) =>
    signature !== null && signingOrder < signee.signingOrder ? [signature.signedAt.getTime()] : [],
  );
  return new Date(Math.max(createdAt.getTime(), ...before));
}
