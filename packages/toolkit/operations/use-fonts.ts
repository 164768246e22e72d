import { type FontSource, registerFont } from '@countersign/pdf';

/** A module of its own: what registers no fonts does not load the engine. */
export function useFonts(fonts: readonly FontSource[]): void {
  for (const font of fonts) registerFont(font);
}
