import { invalid } from '@countersign/base';
import { HOUR_MS } from '@countersign/base/time';
import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../deps.ts';
import { findRepeated, refuseProblems, SigningError } from '../errors.ts';
import { finishBatches, runEach } from '../jobs/run-batch.ts';
import { channelsOf, requestJobs } from '../notifications/messages.ts';
import type { Decision, EntryDraft } from './audited-decision.ts';
import { changeDocument, changeVisibleDocument, storeDecision, storeUnchanged } from './decision.ts';
import { findSealingFollowUp, followUpSealing, isUnsealed } from './delay-sealing.ts';
import type { ContactUpdates, DocumentState, SentReminders, Signee } from './document.ts';
import { recordExpiry } from './end-document.ts';
import { findVisibleDocument } from './find-document.ts';
import { addDays } from './retention.ts';
import { findExpiry, isFullySigned, isInTurn, refusalForSender, signeesInTurn } from './signing-access.ts';

/** The limit of reminders to one signee within the window [8-01]. */
const MAX_REMINDERS = 2;
const REMINDER_WINDOW_MS = HOUR_MS;
/** The limit of changes before a pause [8-03]. */
const MAX_CONTACT_UPDATES = 2;
const CONTACT_UPDATE_PAUSE_MS = HOUR_MS;
const MS_PER_SECOND = 1000;

/** 0: now [2.3-14] [2.3-15]. */
export function reminderCooldown(signee: Pick<Signee, 'reminders'>, now: Date): number {
  return secondsUntil(reminderAllowedFrom(signee), now);
}

/** Milliseconds since the epoch; 0 if nothing limits it. */
function reminderAllowedFrom({ reminders }: Pick<Signee, 'reminders'>): number {
  const oldest = reminders?.recent.at(-MAX_REMINDERS);
  return oldest === undefined ? 0 : oldest.getTime() + REMINDER_WINDOW_MS;
}

export function addReminder(reminders: SentReminders | undefined, now: Date): SentReminders {
  const { count, recent } = reminders ?? { count: 0, recent: [] };
  return { count: count + 1, recent: [...recent, now].slice(-MAX_REMINDERS) };
}

/** 0: now [2.3-17] [2.3-18]. */
export function contactUpdateCooldown({ contactUpdates }: Pick<Signee, 'contactUpdates'>, now: Date): number {
  if (contactUpdates === undefined || contactUpdates.count < MAX_CONTACT_UPDATES) return 0;
  return secondsUntil(contactUpdates.lastAt.getTime() + CONTACT_UPDATE_PAUSE_MS, now);
}

/** A pause that is over begins a new series. */
export function addContactUpdate(updates: ContactUpdates | undefined, now: Date): ContactUpdates {
  const count = updates === undefined || updates.count >= MAX_CONTACT_UPDATES ? 0 : updates.count;
  return { count: count + 1, lastAt: now };
}

/** Rounded up, so that a retry succeeds. */
function secondsUntil(time: number, now: Date): number {
  return Math.max(0, Math.ceil((time - now.getTime()) / MS_PER_SECOND));
}

type Reminded = Signee & { readonly reminders: NonNullable<Signee['reminders']> };

/** Reminds over every contact method [4.4-56]. `cause` is added to every audit entry. */
function recordReminders(
  document: DocumentState,
  reminded: readonly Reminded[],
  cause: Pick<EntryDraft, 'userId' | 'details'>,
): Decision {
  const byId = new Map(reminded.map((signee) => [signee.signeeId, signee]));
  const entries = reminded.map((signee): EntryDraft => {
    const details = { ...cause.details, signeeId: signee.signeeId, channels: channelsOf(signee) };
    return { ...cause, type: 'document.reminded', details };
  });
  return {
    document: { ...document, signees: document.signees.map((one) => byId.get(one.signeeId) ?? one) },
    entries,
    jobs: reminded.flatMap((one) => requestJobs(document, one, 'reminder', one.reminders.count)),
  };
}

function findNextReminder(document: DocumentState, signee: Signee): Date | null {
  const due = findReminderSlot(document, signee);
  if (due === null) return null;
  return new Date(Math.max(due.getTime(), reminderAllowedFrom(signee)));
}

function findFirstReminder(document: DocumentState): Date | null {
  if (document.status !== 'awaiting_signatures') return null;
  const dates = signeesInTurn(document.signees).flatMap((one) => findNextReminder(document, one) ?? []);
  return dates.length === 0 ? null : new Date(Math.min(...dates.map((date) => date.getTime())));
}

/** Keeps the limits of reminders. Returns null if none is due. */
function recordAutomaticReminders(document: DocumentState, now: Date): Decision | null {
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

/** The slot does not depend on the limits. */
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

/**
 * Returns the time of the invitation, or without one [4.4-73] when it became their turn. Returns null if it is not
 * sent yet.
 */
function turnOf({ signees, createdAt }: Pick<DocumentState, 'signees' | 'createdAt'>, signee: Signee) {
  if (signee.invitedAt !== null || !signee.disableInvitationMessage) return signee.invitedAt;
  const before = signees.flatMap(({ signingOrder, signature }) =>
    signature !== null && signingOrder < signee.signingOrder ? [signature.signedAt.getTime()] : [],
  );
  return new Date(Math.max(createdAt.getTime(), ...before));
}

/** Expiry, reminder, or what follows a failed seal. Null: none. */
export function findFollowUpDate(document: DocumentState): Date | null {
  const dates = [findExpiry(document), findFirstReminder(document), findSealingFollowUp(document)].flatMap(
    (date) => date ?? [],
  );
  return dates.length === 0 ? null : new Date(Math.min(...dates.map((date) => date.getTime())));
}

/**
 * Each document is decided in its own transaction, so the job may be killed at any time and run on several
 * nodes at once.
 */
export async function followUpDocuments(deps: SigningDeps): Promise<void> {
  const now = deps.clock.now();
  const list = (limit: number) => deps.database.read.documents.listForFollowUp(now, limit);
  const batch = await runEach(list, (documentId) => followUp(deps, documentId, now));
  await finishBatches(deps, { name: 'follow-up-documents' }, [batch]);
}

async function followUp(deps: SigningDeps, documentId: string, now: Date): Promise<void> {
  const { retentionDays } = deps.settings;
  const delayed = await deps.database.transact(async (stores) => {
    const document = await stores.documents.lock(documentId);
    if (document === null) return null;
    if (isUnsealed(document)) return followUpSealing(stores, deps, document, now);
    const decision = recordExpiry(document, now, retentionDays) ?? recordAutomaticReminders(document, now);
    // Another run was faster, or the stored date is too early.
    if (decision === null) await storeUnchanged(stores, document);
    else await storeDecision(stores, document, decision, deps);
    return null;
  });
  if (delayed !== null) deps.sealingLog.delayed(delayed);
}

export interface SentReminder {
  readonly signeeId: string;
  /** Seconds until a reminder may be sent; 0 is now. */
  readonly reminderCooldown: number;
}

export interface NotSentReminder extends SentReminder {
  readonly reason: 'signee_has_signed' | 'signee_not_in_turn' | 'reminder_limit_reached';
}

export interface ReminderOutcome {
  readonly sent: readonly SentReminder[];
  readonly notSent: readonly NotSentReminder[];
}

/**
 * Those who may be reminded now, over all contact methods [4.4-56]. Throws `document_not_signable`,
 * `signee_not_found`, or `reminder_limit_reached` if none may.
 */
async function remindSignees(
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

type AutomaticReminders = NonNullable<DocumentState['automaticReminders']>;

/** With null, none is sent from now on. Throws `document_not_signable`. */
async function setAutomaticReminders(
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

export const reminderOperations = { remind: remindSignees, setAutomaticReminders };
