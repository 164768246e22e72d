import { MIN_NAME_SIZE_SHARE, NAME_SIZE_STEP } from '@countersign/seal/stamp-layout';
import type { Size } from '../../document/page-scale.ts';

/** For measuring. */
const PROBE_SIZE = 100;

/** Wrapped, in CSS pixels. */
type MeasureName = (fontSize: number) => Size;

/** CSS pixels. */
function fitNameSize(area: Size, lineHeight: number, measure: MeasureName): number {
  const largest = area.height / lineHeight;
  const smallest = largest * MIN_NAME_SIZE_SHARE;
  for (let size = largest; size >= smallest; size *= NAME_SIZE_STEP) {
    const { width, height } = measure(size);
    if (width <= area.width && height <= area.height + 0.5) return size;
  }
  return smallest;
}

/** Of a wrapping block. */
export function fitName(element: HTMLElement, area: Size): void {
  const measure: MeasureName = (fontSize) => {
    element.style.fontSize = `${fontSize}px`;
    return { width: element.scrollWidth, height: element.offsetHeight };
  };
  element.style.whiteSpace = 'nowrap';
  const lineHeight = measure(PROBE_SIZE).height / PROBE_SIZE;
  element.style.whiteSpace = '';
  element.style.fontSize = `${fitNameSize(area, lineHeight, measure)}px`;
}
