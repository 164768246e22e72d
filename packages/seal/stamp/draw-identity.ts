import type { PageDrawing } from '../drawing/page-drawing.ts';
import { spellUndrawable } from '../drawing/spell-undrawable.ts';
import { drawName } from './draw-name.ts';
import { printLines } from './print-lines.ts';
import type { IdentityStamp } from './stamp.ts';
import { layOutStamp } from './stamp-layout.ts';

/** Print, not ink: nobody wrote this name. */
const NAME_COLOR = [0, 0, 0] as const;

/** Operators for the name of who was identified, and the small print under it. */
export function drawIdentity(drawing: PageDrawing, { box, name, lines }: IdentityStamp): string {
  const layout = layOutStamp(box, lines.length);
  const drawable = spellUndrawable(name, drawing.text);
  return drawName(drawing, layout, drawable, NAME_COLOR) + printLines(drawing, layout, lines);
}
