import type { FileVerification } from '@countersign/signing';

/** Keys of sentences. */
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

/** A file without an intact seal is not ours, whatever the database has. */
export function verdictOf({ origin, state }: Findings): Verdict {
  if (origin !== null && state !== 'intact') return 'own_changed';
  if (origin !== null) return origin.match === 'whole' ? 'own_whole' : 'own_extended';
  if (state === 'unsigned') return 'unsigned';
  return state === 'intact' ? 'other_intact' : 'other_changed';
}

/** Most files have no signature. One that says it was sealed should have one. */
export function moodOf(verdict: Verdict, claimsSeal: boolean): 'good' | 'calm' | 'problem' {
  if (verdict === 'own_whole' || verdict === 'own_extended') return 'good';
  if (verdict === 'unsigned') return claimsSeal ? 'problem' : 'calm';
  return verdict === 'other_intact' ? 'calm' : 'problem';
}
