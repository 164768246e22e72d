import type { FontSource } from '@countersign/pdf';

const registrations = new WeakMap<readonly FontSource[], Promise<void>>();

/** Once in this thread. Rejects with `font_not_usable`, each time. */
export function registerFonts(fonts: readonly FontSource[]): Promise<void> {
  const registration = registrations.get(fonts) ?? registerAll(fonts);
  registrations.set(fonts, registration);
  return registration;
}

async function registerAll(fonts: readonly FontSource[]): Promise<void> {
  if (fonts.length === 0) return;
  const { useFonts } = await import('./operations/use-fonts.ts');
  useFonts(fonts);
}
