import type { FileVerification } from '@countersign/signing';

/** What a reader is to make of a file, in one word; sentences begin with it. */
export type Verdict =
  | 'own_whole'
  | 'own_extended'
  | 'own_changed'
  | 'other_intact'
  | 'other_changed'
  | 'unsigned';

type Findings = Pick<FileVerification, 'state'> & {
  readonly origin: Pick<NonNullable<FileVerification['origin']>, 'match'> | null;
};

/** A sealed file whose seal is not intact cannot be ours, whatever the database says. */
export function verdictOf({ origin, state }: Findings): Verdict {
  if (origin !== null && state !== 'intact') return 'own_changed';
  if (origin !== null) return origin.match === 'whole' ? 'own_whole' : 'own_extended';
  if (state === 'unsigned') return 'unsigned';
  return state === 'intact' ? 'other_intact' : 'other_changed';
}

/** How the verdict looks. */
export function moodOf(verdict: Verdict): 'good' | 'calm' | 'problem' {
  if (verdict === 'own_whole' || verdict === 'own_extended') return 'good';
  return verdict === 'other_intact' ? 'calm' : 'problem';
}
