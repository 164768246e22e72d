import type { PointGroup } from 'signature_pad';
import type { DrawnStrokes } from './strokes.ts';

/** The ink the signee decided on. `picture` is a PNG data URL. */
export type InkChoice =
  | { readonly kind: 'drawn'; readonly picture: string }
  | { readonly kind: 'typed'; readonly typedName: string };

/** What is in the ink dialog, kept while it is closed. */
export interface InkDraft {
  readonly method: InkChoice['kind'];
  readonly drawn: DrawnStrokes;
  readonly typedName: string;
}

export type InkBody =
  | { readonly kind: 'drawn'; readonly png: string }
  | { readonly kind: 'typed'; readonly typedName: string };

const NOTHING_DRAWN: readonly PointGroup[] = [];

export function emptyInkDraft(fullName: string): InkDraft {
  return {
    method: 'drawn',
    drawn: { strokes: NOTHING_DRAWN, padSize: { width: 0, height: 0 } },
    typedName: fullName,
  };
}

/** As the service takes it: the PNG in base64 without the data URL's head. */
export function inkBody(ink: InkChoice): InkBody {
  if (ink.kind === 'typed') return { kind: 'typed', typedName: ink.typedName };
  return { kind: 'drawn', png: ink.picture.slice(ink.picture.indexOf(',') + 1) };
}
