import { type FontSource, registerFont } from '@countersign/pdf';

/** Registers fonts in this thread. Throws `font_not_usable`. */
export function useFonts(fonts: readonly FontSource[]): void {
  for (const font of fonts) registerFont(font);
}
