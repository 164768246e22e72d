import type { Composition } from '../model/composition.ts';

/** Where a tab keeps what it has not saved. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (draftId: string) => `composer:${draftId}`;

/** Keeps what was entered, so that a reload loses nothing that is not saved or cannot be saved yet. */
export function keepUnsaved(
  storage: TabStorage | null,
  draftId: string,
  etag: string,
  composition: Composition,
): void {
  try {
    storage?.setItem(keyOf(draftId), JSON.stringify({ etag, composition }));
  } catch {
    // Storage may be full or refused; the draft is saved all the same.
  }
}

/** Returns what a reload interrupted; null if the draft was changed elsewhere since. */
export function readUnsaved(storage: TabStorage | null, draftId: string, etag: string): Composition | null {
  const kept = storage?.getItem(keyOf(draftId)) ?? null;
  if (kept === null) return null;
  try {
    const found = JSON.parse(kept) as { etag?: unknown; composition?: Composition };
    return found.etag === etag ? (found.composition ?? null) : null;
  } catch {
    return null;
  }
}

export function forgetUnsaved(storage: TabStorage | null, draftId: string): void {
  storage?.removeItem(keyOf(draftId));
}
