import { escapeUndrawable } from '../drawing/escape-undrawable.ts';
import type { PageDrawing } from '../drawing/page-drawing.ts';
import { drawFacts } from './draw-facts.ts';
import { drawName, PRINT_SHARE } from './draw-name.ts';
import type { IdentityStamp } from './stamp.ts';
import { layOutStamp } from './stamp-layout.ts';

/** Black like print: the name is not handwritten. */
const NAME_COLOR = [0, 0, 0] as const;

export function drawIdentity(drawing: PageDrawing, { box, name, lines }: IdentityStamp): string {
  const { ink, facts } = layOutStamp(box);
  const drawable = escapeUndrawable(name, drawing.text);
  const style = { color: NAME_COLOR, maxShare: PRINT_SHARE };
  return drawName(drawing.text, ink, drawable, style) + drawFacts(drawing, facts, lines);
}
