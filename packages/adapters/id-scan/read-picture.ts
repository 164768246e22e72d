import type { SolvedZone } from './mrz/solve-zone.ts';
import { openPicture } from './picture/open-picture.ts';
import { refusalOf } from './picture/refusal-reason.ts';
import { scanGrey } from './scan-grey.ts';

export type ReadingRefusal = 'no_zone' | 'blurred' | 'glare' | 'too_small' | 'not_readable' | 'not_valid';

export type PictureReading =
  | { readonly zone: SolvedZone; readonly debug?: string }
  | { readonly reason: ReadingRefusal; readonly debug?: string };

/** Throws `PictureRefused`. */
export async function readPicture(bytes: Uint8Array, today: string): Promise<PictureReading> {
  const { grey } = await openPicture(bytes);
  const found = scanGrey(grey, today);
  if ('solved' in found) return { zone: found.solved };
  return {
    reason: refusalOf(grey, found),
    debug: JSON.stringify({ problem: found.problem, quality: found.seen?.quality, pitch: found.seen?.pitch }),
  };
}
