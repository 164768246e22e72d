import { SealError } from './errors.ts';

export const BOX_TYPES = ['signature', 'id_scan', 'initials'] as const;
export type BoxType = (typeof BOX_TYPES)[number];

/** Displayed points at scale 1 [2.4-30] [2.4-31] [D10-10]. */
export const BOX_SIZES: Readonly<Record<BoxType, { readonly width: number; readonly height: number }>> = {
  signature: { width: 219, height: 58 },
  id_scan: { width: 218, height: 138 },
  initials: { width: 72, height: 36 },
};

/** The limits of the scale of a box [2.4-22] [2.4-23]. */
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

/** Handwriting fonts (SIL Open Font License) from @expo-google-fonts/<name>. */
export const SIGNATURE_FONTS = ['dancing-script', 'caveat', 'marck-script'] as const;
export type SignatureFont = (typeof SIGNATURE_FONTS)[number];

/** Points from the box's bottom-left corner, y up. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface StampLayout {
  readonly ink: Area;
  readonly facts: Area;
}

/** The padding at scale 1, which is also the largest. */
const PADDING = 2;
const MAX_PADDING = 3;
const REFERENCE_HEIGHT = 58;
const FACTS_SHARE = 0.36;
const MAX_FACTS_HEIGHT = 29;

/** The share of the size at which one line fills the area. Names that need less are truncated. */
export const MIN_NAME_SIZE_SHARE = 1 / 4;
/** The ratio of one tried size to the previous one. */
export const NAME_SIZE_STEP = 0.95;

/**
 * The layout depends on the box's type and size alone, and the signing page uses it too. Initials have no facts.
 * `factsHeight` is for boxes that no page shows.
 */
export function layOutStamp(
  box: { readonly type?: BoxType; readonly width: number; readonly height: number },
  factsHeight = box.type === 'initials' ? 0 : Math.min(box.height * FACTS_SHARE, MAX_FACTS_HEIGHT),
): StampLayout {
  const padding = Math.min((PADDING * box.height) / REFERENCE_HEIGHT, MAX_PADDING);
  const width = box.width - 2 * padding;
  const inkBottom = factsHeight === 0 ? padding : padding + factsHeight + padding / 2;
  return {
    ink: { x: padding, y: inkBottom, width, height: box.height - padding - inkBottom },
    facts: { x: padding, y: padding, width, height: factsHeight },
  };
}
