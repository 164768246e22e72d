import type { Box } from '../pages/page-box.ts';

/**
 * Why a person does not see a text [D11-09]: it is not painted and no image shows it, or is an /ActualText that its glyphs
 * cannot show (`invisible`), is under two
 * points high (`tiny`), lies outside of the visible page or a clip (`outside_page`), in a layer that is off
 * (`hidden_layer`), has the color of what is below it (`background_color`), or has something opaque over it (`covered`).
 */
export type HiddenReason =
  | 'invisible'
  | 'tiny'
  | 'outside_page'
  | 'hidden_layer'
  | 'background_color'
  | 'covered';

/**
 * Boxes are in points with the origin at the top left of the page as displayed, from the ascent to the descent of
 * the font; those of turned text are the least upright boxes around it.
 */
export interface TextWord extends Box {
  /** The text is in logical order, with ligatures as letters and without white space. */
  readonly text: string;
  /** Height of the font in points as displayed. */
  readonly fontSize: number;
  /** `#rrggbb`; missing where it is not known, as of patterns. */
  readonly color?: string;
}

export interface TextLine extends Box {
  /** Words with single spaces where the page has some. */
  readonly text: string;
  readonly words: readonly TextWord[];
}

/** A paragraph, heading, list item or block of rows. */
export interface TextPassage extends Box {
  /** Lines joined by spaces; words that a hyphen divided are whole again. */
  readonly text: string;
  readonly lines: readonly TextLine[];
  /** Degrees clockwise by which the text is turned, from 0 to 359; 90 for vertical writing too. */
  readonly rotation: number;
}

export interface HiddenPassage extends TextPassage {
  readonly reason: HiddenReason;
}

export interface PageText {
  /** Pages count from 0. */
  readonly page: number;
  /** The width of the page as displayed, in points. */
  readonly width: number;
  readonly height: number;
  /** What a person sees, in reading order. */
  readonly passages: readonly TextPassage[];
  /** What the page has besides that no person sees. */
  readonly hidden: readonly HiddenPassage[];
}
