import { type FontSource, registerFont } from '@countersign/pdf';

/** Makes fonts known to this thread. Throws `font_not_usable`. */
export function addFonts(fonts: readonly FontSource[]): void {
  for (const font of fonts) registerFont(font);
}
