import type { Warning } from '../saving/composer-client.ts';

/** Of files that this page has just uploaded. */
const warningsByDraft = new Map<string, readonly Warning[]>();

export function keepWarnings(draftId: string, warnings: readonly Warning[]): void {
  warningsByDraft.set(draftId, warnings);
}

export function recentWarnings(draftId: string): readonly Warning[] {
  return warningsByDraft.get(draftId) ?? [];
}
