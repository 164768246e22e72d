import type { Caller } from '@countersign/identity';
import { SigningError } from '../errors.ts';
import { findRepeated, invalid, refuseProblems } from '../problems.ts';
import type { NotSentReminder, ReminderOutcome, SentReminder, SigningDeps } from '../signing.ts';
import { addReminder, reminderCooldown } from './contact-limits.ts';
import { changeDocument, type Decision } from './decision.ts';
import type { DocumentState, Signee } from './document.ts';
import { recordReminders } from './record-reminders.ts';
import { refusalForSender } from './signing-access.ts';
import { isInTurn } from './signing-order.ts';
import { findVisibleDocument } from './visibility.ts';

/**
 * Those who may be reminded now, over all contact methods [4.4-56]. Throws `document_not_signable`,
 * `signee_not_found`, or `reminder_limit_reached` if none may.
 */
export async function remindSignees(
  deps: SigningDeps,
  caller: Caller,
  documentId: string,
  signeeIds: readonly string[],
): Promise<ReminderOutcome> {
  const repeated = findRepeated(signeeIds);
  refuseProblems(repeated.map((index) => invalid(`signeeIds.${index}`, 'repeated')));
  await findVisibleDocument(deps.database.read, caller, documentId);
  const outcomes: ReminderOutcome[] = [];
  await changeDocument(deps, documentId, (document) => {
    const { outcome, decision } = decideReminders(document, signeeIds, deps.clock.now(), caller);
    outcomes.push(outcome);
    return decision;
  });
  const outcome = outcomes.at(-1);
  if (outcome === undefined) throw new SigningError('document_not_found', { documentId });
  return outcome;
}

function decideReminders(
  document: DocumentState,
  signeeIds: readonly string[],
  now: Date,
  { userId }: Caller,
): { readonly outcome: ReminderOutcome; readonly decision: Decision | null } {
  if (document.status !== 'awaiting_signatures') throw refusalForSender(document);
  const requested = signeeIds.map((signeeId, index) => findSignee(document, signeeId, `signeeIds.${index}`));
  const notSent = requested.flatMap((signee) => explainNotSent(document, signee, now));
  refuseIfAllLimited(notSent, requested.length);
  const kept = new Set(notSent.map(({ signeeId }) => signeeId));
  const reminded = requested
    .filter(({ signeeId }) => !kept.has(signeeId))
    .map((signee) => ({ ...signee, reminders: addReminder(signee.reminders, now) }));
  const sent = reminded.map((signee) => describe(signee, now));
  if (reminded.length === 0) return { outcome: { sent, notSent }, decision: null };
  return { outcome: { sent, notSent }, decision: recordReminders(document, reminded, { userId }) };
}

/** Throws `signee_not_found`. */
export function findSignee(document: DocumentState, signeeId: string, path: string): Signee {
  const signee = document.signees.find((candidate) => candidate.signeeId === signeeId);
  if (signee !== undefined) return signee;
  const detail = { path, code: 'signee_not_found', params: {} } as const;
  throw new SigningError('signee_not_found', {}, { details: [detail] });
}

function explainNotSent(document: DocumentState, signee: Signee, now: Date): readonly NotSentReminder[] {
  const described = describe(signee, now);
  if (signee.signature !== null) return [{ ...described, reason: 'signee_has_signed' }];
  if (!isInTurn(document, signee)) return [{ ...described, reason: 'signee_not_in_turn' }];
  if (described.reminderCooldown > 0) return [{ ...described, reason: 'reminder_limit_reached' }];
  return [];
}

function describe(signee: Signee, now: Date): SentReminder {
  return { signeeId: signee.signeeId, reminderCooldown: reminderCooldown(signee, now) };
}

function refuseIfAllLimited(notSent: readonly NotSentReminder[], requested: number): void {
  const limited = notSent.filter(({ reason }) => reason === 'reminder_limit_reached');
  if (limited.length < requested) return;
  const seconds = Math.min(...limited.map((entry) => entry.reminderCooldown));
  throw new SigningError('reminder_limit_reached', { seconds });
}
