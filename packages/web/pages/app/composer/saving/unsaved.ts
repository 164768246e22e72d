import type { Composition } from '../model/composition.ts';

export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (draftId: string) => `composer:${draftId}`;

/** So that a reload loses nothing. */
export function keepUnsaved(
  storage: TabStorage | null,
  draftId: string,
  etag: string,
  composition: Composition,
): void {
  try {
    storage?.setItem(keyOf(draftId), JSON.stringify({ etag, composition }));
  } catch {
    // Storage may be full or refused.
  }
}

/** Null if the draft was changed elsewhere since. */
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
