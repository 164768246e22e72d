import type { SigningView } from '@countersign/signing';
import type { FieldValues } from '../fields/field-values.ts';

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function draftKey(view: SigningView): string {
  return `countersign:${view.documentId}:${view.signee.signeeId}`;
}

function isFieldValues(value: unknown): value is FieldValues {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every(
    (parts) => Array.isArray(parts) && parts.every((part) => typeof part === 'string'),
  );
}

/** The tab's own storage, gone when the tab is closed. Null where the browser forbids it: then nothing is kept. */
export function openTabStorage(): DraftStorage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** What was typed in this tab before it was reloaded; phones drop tabs in the background. Empty when there is none. */
export function readDraft(storage: DraftStorage | null, view: SigningView): FieldValues {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(draftKey(view)) ?? '{}');
    return isFieldValues(stored) ? stored : {};
  } catch {
    return {};
  }
}

/** Returns false when there is no room: the page then works on without a draft. Passwords are typed again. */
export function writeDraft(storage: DraftStorage | null, view: SigningView, values: FieldValues): boolean {
  const passwords = new Set(view.fields.filter(({ password }) => password).map(({ name }) => name));
  const kept = Object.entries(values).filter(([name]) => !passwords.has(name));
  try {
    storage?.setItem(draftKey(view), JSON.stringify(Object.fromEntries(kept)));
    return storage !== null;
  } catch {
    return false;
  }
}

/** Once signed, nothing of it stays on the machine. */
export function forgetDraft(storage: DraftStorage | null, view: SigningView): void {
  storage?.removeItem(draftKey(view));
}
