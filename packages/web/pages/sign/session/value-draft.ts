import type { SigningView } from '@countersign/signing';
import type { FieldValues } from '../fields/field-values.ts';

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** By version: earlier input does not replace values that the sender has set since. */
function draftKey(view: SigningView): string {
  return `countersign:${view.documentId}:${view.signee.signeeId}:${view.fileVersion}`;
}

function isFieldValues(value: unknown): value is FieldValues {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every(
    (parts) => Array.isArray(parts) && parts.every((part) => typeof part === 'string'),
  );
}

/** Null if the browser forbids it. */
export function openTabStorage(): DraftStorage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** Phones unload background tabs. */
export function readDraft(storage: DraftStorage | null, view: SigningView): FieldValues {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(draftKey(view)) ?? '{}');
    return isFieldValues(stored) ? stored : {};
  } catch {
    return {};
  }
}

/** False without space. Passwords are not stored. */
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

/** After signing. */
export function forgetDraft(storage: DraftStorage | null, view: SigningView): void {
  storage?.removeItem(draftKey(view));
}
