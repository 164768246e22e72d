import { SIGNATURE_FONTS, type SignatureFont } from '@countersign/seal/layout';
import type { PointGroup } from 'signature_pad';
import type { DrawnStrokes } from './strokes.ts';

/** `picture` is a PNG data URL. */
export type InkChoice = { readonly kind: 'drawn' | 'picture'; readonly picture: string } | TypedInk;

export interface TypedInk {
  readonly kind: 'typed';
  readonly typedName: string;
  readonly font: SignatureFont;
}

/** The dialog keeps this while it is closed. */
export interface InkDraft {
  readonly method: InkChoice['kind'];
  readonly drawn: DrawnStrokes;
  readonly typedName: string;
  readonly font: SignatureFont;
  /** The picture shows a signature on paper, as a PNG data URL. */
  readonly picture?: string | undefined;
}

const NOTHING_DRAWN: readonly PointGroup[] = [];

export function emptyInkDraft(fullName: string): InkDraft {
  return {
    method: 'drawn',
    drawn: { strokes: NOTHING_DRAWN, padSize: { width: 0, height: 0 } },
    typedName: fullName,
    font: SIGNATURE_FONTS[0],
  };
}
