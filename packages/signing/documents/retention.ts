import type { DocumentState } from './document.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** When a document changed at `now` will be removed [D5-19]. */
export function expiryAfter(now: Date, retentionDays: number): Date {
  return new Date(now.getTime() + retentionDays * DAY_MS);
}

/** The date before which everything is older than a document may become. */
export function startOfRetention(now: Date, retentionDays: number): Date {
  return expiryAfter(now, -retentionDays);
}

/** The document as changed at `now`: its removal moves with it. */
export function touch(document: DocumentState, now: Date, retentionDays: number): DocumentState {
  return { ...document, updatedAt: now, expiryDate: expiryAfter(now, retentionDays) };
}
