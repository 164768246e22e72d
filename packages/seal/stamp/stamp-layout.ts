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

/** At scale 1, and the maximum. */
const PADDING = 2;
const MAX_PADDING = 3;
const REFERENCE_HEIGHT = 58;
const FACTS_SHARE = 0.36;
const MAX_FACTS_HEIGHT = 29;

/** Of the size at which one line fills the area. Names that need less are truncated. */
export const MIN_NAME_SIZE_SHARE = 1 / 4;
/** Of one tried size to the previous one. */
export const NAME_SIZE_STEP = 0.95;

/** By the box's size alone. The signing page uses it too. `factsHeight` is for boxes that no page shows. */
export function layOutStamp(
  box: { readonly width: number; readonly height: number },
  factsHeight = Math.min(box.height * FACTS_SHARE, MAX_FACTS_HEIGHT),
): StampLayout {
  const padding = Math.min((PADDING * box.height) / REFERENCE_HEIGHT, MAX_PADDING);
  const width = box.width - 2 * padding;
  const inkBottom = factsHeight === 0 ? padding : padding + factsHeight + padding / 2;
  return {
    ink: { x: padding, y: inkBottom, width, height: box.height - padding - inkBottom },
    facts: { x: padding, y: padding, width, height: factsHeight },
  };
}
