import { type Lazy, lazy } from '../../parts/lazy.ts';

/** Not needed for reading the document. */
export const DIALOGS = {
  ink: lazy(async () => (await import('../ink/ink-dialog.tsx')).InkDialog),
  review: lazy(async () => (await import('../finish/review-dialog.tsx')).ReviewDialog),
  decline: lazy(async () => (await import('../finish/decline-dialog.tsx')).DeclineDialog),
  lostReturn: lazy(async () => (await import('../proofs/lost-return-dialog.tsx')).LostReturnDialog),
  check: lazy(async () => (await import('../proofs/check-dialog.tsx')).CheckDialog),
} satisfies Readonly<Record<string, Lazy<unknown>>>;

/** Of a public link alone. */
export const VISIT = lazy(async () => (await import('../visit/visit-screen.tsx')).VisitScreen);

/** Ahead. A failure is shown by the dialog. */
export function loadDialogs(): void {
  for (const { load } of [DIALOGS.ink, DIALOGS.review]) load().catch(() => undefined);
}
