import { type FontSource, registerFont } from '@countersign/pdf';

export function useFonts(fonts: readonly FontSource[]): void {
  for (const font of fonts) registerFont(font);
}
