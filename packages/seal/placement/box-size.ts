import { SealError } from '../errors.ts';

export type BoxType = 'signature' | 'id_scan';

/** Displayed points at scale 1 [2.4-30] [2.4-31]. */
export const BOX_SIZES: Readonly<Record<BoxType, { readonly width: number; readonly height: number }>> = {
  signature: { width: 219, height: 58 },
  id_scan: { width: 218, height: 138 },
};

/** [2.4-22] [2.4-23] */
export const MIN_SCALE = 0.25;
export const MAX_SCALE = 1.5;

/** Displayed points. Throws `scale_out_of_range`. */
export function findBoxSize(type: BoxType, scale = 1): { width: number; height: number } {
  if (!(scale >= MIN_SCALE && scale <= MAX_SCALE))
    throw new SealError(
      'scale_out_of_range',
      `Expected a scale from ${MIN_SCALE} to ${MAX_SCALE}, found ${scale}`,
      {
        scale,
        minimum: MIN_SCALE,
        maximum: MAX_SCALE,
      },
    );
  const { width, height } = BOX_SIZES[type];
  return { width: width * scale, height: height * scale };
}
