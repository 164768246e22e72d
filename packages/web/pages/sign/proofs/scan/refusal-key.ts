import type { ProofPageKey } from '@countersign/i18n/proofs';
import type { ScanRefusal } from '@countersign/signing';

const REASONS: Readonly<Record<ScanRefusal, ProofPageKey>> = {
  not_a_picture: 'scanNotPicture',
  heic_not_supported: 'scanHeic',
  too_large: 'scanTooLarge',
  too_small: 'scanTooSmall',
  blurred: 'scanBlurred',
  glare: 'scanGlare',
  no_zone: 'scanNoZone',
  not_readable: 'scanNotReadable',
  not_valid: 'scanNotValid',
  back_missing: 'scanBackMissing',
  portrait_missing: 'scanPortraitMissing',
  not_a_passport: 'scanNotPassport',
  two_sides: 'scanTwoSides',
  expired: 'scanExpired',
  too_complex: 'scanTooComplex',
};

/** Undefined for other words. */
export function refusalKey(reason: unknown): ProofPageKey | undefined {
  return REASONS[reason as ScanRefusal];
}
