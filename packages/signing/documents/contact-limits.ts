import { HOUR_MS } from '@countersign/identity/durations';
import type { ContactUpdates, SentReminders, Signee } from './document.ts';

/** Of one signee within the window [8-01]. */
const MAX_REMINDERS = 2;
const REMINDER_WINDOW_MS = HOUR_MS;
/** Before a pause [8-03]. */
const MAX_CONTACT_UPDATES = 2;
const CONTACT_UPDATE_PAUSE_MS = HOUR_MS;
const MS_PER_SECOND = 1000;

/** 0: now [2.3-14] [2.3-15]. */
export function reminderCooldown(signee: Pick<Signee, 'reminders'>, now: Date): number {
  return secondsUntil(reminderAllowedFrom(signee), now);
}

/** Milliseconds since the epoch; 0 if nothing limits it. */
export function reminderAllowedFrom({ reminders }: Pick<Signee, 'reminders'>): number {
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
